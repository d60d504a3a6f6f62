// Detects renamed series: after the folder of a series was renamed or moved, within or between libraries, all of its
// books get the key of an unknown series. The series continues under the new key, with all user data.

import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

/** A book that continues a row under another path, and its new series key. */
export interface MovedBook {
  key: string;
  row: SameContent;
}

interface Dependencies {
  db: Db;
  books: BookFiles;
  series: SeriesScan;
}

/** The series that each new key continues. If there are several, the series with most of the books wins. */
export async function findRenamedSeries(
  { db, books, series }: Dependencies,
  movedBooks: readonly MovedBook[],
  { libraryId, isMissing }: { libraryId: string; isMissing(row: SameContent): Promise<boolean> },
): Promise<Map<string, string>> {
  const renamedSeries = new Map<string, string>();
  if (movedBooks.length === 0) return renamedSeries;
  const missing = new Set(
    await series.listMissing(
      db,
      libraryId,
      movedBooks.map(({ key }) => key),
    ),
  );
  const moving = new Set(movedBooks.map(({ row }) => row.id));
  const moves = Map.groupBy(
    movedBooks.filter(({ key }) => missing.has(key)),
    ({ key, row }) => JSON.stringify([key, row.seriesId]),
  );
  const taken = new Set<string>();
  // Other formats follow the series of their main book. They only count if there are no main books.
  const countEntries = (books: readonly MovedBook[]) =>
    books.filter(({ row }) => row.mainBookId === null).length;
  const byCount = [...moves.values()].sort(
    (a, b) => countEntries(b) - countEntries(a) || b.length - a.length,
  );
  for (const { key, row } of byCount.flatMap(([first]) => first ?? [])) {
    if (renamedSeries.has(key) || taken.has(row.seriesId)) continue;
    taken.add(row.seriesId);
    if (await isLeft(row.seriesId)) renamedSeries.set(key, row.seriesId);
  }
  return renamedSeries;

  /** Whether none of its books has a file at its former path. */
  async function isLeft(seriesId: string): Promise<boolean> {
    for (const row of await books.listLive(seriesId))
      if (!moving.has(row.id) && !(await isMissing(row))) return false;
    return true;
  }
}
