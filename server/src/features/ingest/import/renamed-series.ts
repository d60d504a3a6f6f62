// Renamed series: the folder of a series was renamed or moved, within its library or to another, so that all of its books get the
// key of an unknown series. The row continues under the new key, with all user data.

import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

/** A book that continues a row under another path, and the key of its series there. */
export interface MovedBook {
  key: string;
  row: SameContent;
}

interface Dependencies {
  db: Db;
  books: BookFiles;
  series: SeriesScan;
}

/** The series that each new key continues; of several, the one that most of the books come from. */
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
  // Other formats of an entry are in its series, whatever their own was: they count where there are no entries.
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

  /** Whether none of its books has its file left at its path. */
  async function isLeft(seriesId: string): Promise<boolean> {
    for (const row of await books.listLive(seriesId))
      if (!moving.has(row.id) && !(await isMissing(row))) return false;
    return true;
  }
}
