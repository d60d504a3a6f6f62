// Keys that identify series. See SeriesAssignment.seriesKey.
import { createHash } from 'node:crypto';
import { fold } from '#infrastructure/text/fold.ts';

const maxKeyLength = 500;

/** Key of a folder. Names in composed and decomposed characters are equal, because some file systems convert them. */
export function toPathKey(folders: readonly string[]): string {
  return bounded(`path:${folders.join('/').toWellFormed().normalize('NFC')}`);
}

/** Key of a name, ignoring case, accents and width. `discriminator` separates series with the same name. */
export function toNameKey(
  name: string,
  discriminator: readonly (string | number | undefined)[] = [],
): string {
  const parts = [name, ...discriminator.filter((part) => part !== undefined).map(String)];
  return bounded(`name:${parts.map((part) => fold(part)).join('|')}`);
}

/** Keys are indexed, and index entries have a maximum length: a longer key ends in its hash. */
function bounded(key: string): string {
  if (key.length <= maxKeyLength) return key;
  const digest = createHash('sha256').update(key).digest('hex');
  return `${key.slice(0, maxKeyLength - 65).toWellFormed()}#${digest}`;
}
