// Identities of series. See Placement.seriesKey.
import { createHash } from 'node:crypto';
import { fold } from '#infrastructure/text/fold.ts';

const maxKeyLength = 500;

/** Of a folder. Names written in composed and decomposed characters are one folder on the disks where they meet. */
export function toPathKey(folders: readonly string[]): string {
  return bounded(`path:${folders.join('/').toWellFormed().normalize('NFC')}`);
}

/** Of a name, without regard to case, accents and width; `apart` distinguishes series of one name. */
export function toNameKey(
  name: string,
  discriminator: readonly (string | number | undefined)[] = [],
): string {
  const parts = [name, ...discriminator.filter((part) => part !== undefined).map(String)];
  return bounded(`name:${parts.map((part) => fold(part)).join('|')}`);
}

/** Keys are indexed, and entries of an index are limited: a longer key ends in its digest. */
function bounded(key: string): string {
  if (key.length <= maxKeyLength) return key;
  const digest = createHash('sha256').update(key).digest('hex');
  return `${key.slice(0, maxKeyLength - 65).toWellFormed()}#${digest}`;
}
