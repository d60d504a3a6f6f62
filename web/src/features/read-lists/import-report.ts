// The entries of an imported file, and the books to add. Uses no browser API.
import type { ImportReport } from '@lectern/contract/reading/read-lists';

export type Entry = ImportReport['entries'][number];

/** The chosen book for each ambiguous entry, by the index of the entry. */
export type Chosen = Readonly<Record<number, string | undefined>>;

/** For example `Saga (2012) #12`. */
export const toEntryName = ({ series, number, volume, year }: Entry): string =>
  [series, volume && `(${volume})`, number && `#${number}`, year && year !== volume && `· ${year}`]
    .filter(Boolean)
    .join(' ');

/** The books in the order of the file, without duplicates. */
export function toBookIds(entries: readonly Entry[], chosen: Chosen): string[] {
  const ids = entries.flatMap(({ status, bookId }, index) => {
    const id = status === 'ambiguous' ? chosen[index] : bookId;
    return id ? [id] : [];
  });
  return [...new Set(ids)];
}
