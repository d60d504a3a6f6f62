// What an imported file says, and which books are taken of it. Pure.
import type { ImportReport } from '@lectern/contract/read-lists';

export type Entry = ImportReport['entries'][number];

/** Which book was chosen for an entry of which several fit, by the place of the entry; undefined for none. */
export type Chosen = Readonly<Record<number, string | undefined>>;

/** As a reader would say it: `Saga #12 (2012)`. */
export const toEntryName = ({ series, number, volume, year }: Entry): string =>
  [series, volume && `(${volume})`, number && `#${number}`, year && year !== volume && `· ${year}`]
    .filter(Boolean)
    .join(' ');

/** Books in the order of the file, each once. */
export function toBookIds(entries: readonly Entry[], chosen: Chosen): string[] {
  const ids = entries.flatMap(({ status, bookId }, index) => {
    const id = status === 'ambiguous' ? chosen[index] : bookId;
    return id ? [id] : [];
  });
  return [...new Set(ids)];
}
