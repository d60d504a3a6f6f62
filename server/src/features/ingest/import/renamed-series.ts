// Series that go on under another name: the folder of a series was renamed or moved within its library, so that all of
// its books come to a place whose series is not known yet. What people hung on the series stays with it.

import type { BookFiles, SameContent } from '#features/libraries/books/index.ts';
import type { SeriesScan } from '#features/libraries/series/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

/** A book that continues a row at another place, and the key of the series that it belongs to there. */
export interface MovedBook {
  key: string;
  row: SameContent;
}

interface Dependencies {
  db: Db;
  books: Pick<BookFiles, 'listLive'>;
  series: Pick<SeriesScan, 'listMissing'>;
}

/** The series that each new key continues. Of several, the one that most of the books come from. */
export async function findRenamedSeries(
  { db, books, series }: Dependencies,
  movedBooks: readonly MovedBook[],
  { libraryId, isMissing }: { libraryId: string; isMissing(row: SameContent): Promise<boolean> },
): Promise<Map<string, string>> {
  const renamedSeries = new Map<string, string>();
  const own = movedBooks.filter(({ row }) => row.libraryId === libraryId);
  if (own.length === 0) return renamedSeries;
  const missing = new Set(
    await series.listMissing(
      db,
      libraryId,
      own.map(({ key }) => key),
    ),
  );
  const moving = new Set(own.map(({ row }) => row.id));
  const ways = Map.groupBy(
    own.filter(({ key }) => missing.has(key)),
    ({ key, row }) => JSON.stringify([key, row.seriesId]),
  );
  const taken = new Set<string>();
  for (const [{ key, row }] of [...ways.values()].sort((a, b) => b.length - a.length) as [MovedBook][]) {
    if (renamedSeries.has(key) || taken.has(row.seriesId)) continue;
    taken.add(row.seriesId);
    if (await isLeft(row.seriesId)) renamedSeries.set(key, row.seriesId);
  }
  return renamedSeries;

  /** Whether none of its books is where it was. */
  async function isLeft(seriesId: string): Promise<boolean> {
    for (const row of await books.listLive(seriesId))
      if (!moving.has(row.id) && !(await isMissing(row))) return false;
    return true;
  }
}
