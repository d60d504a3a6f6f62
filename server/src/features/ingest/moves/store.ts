// All SQL of moves: the series of books, by which a move can change who sees them.
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookMetadataTable } from '#schema/tables/libraries/book.ts';

const atOnce = 500;

export type MetadataRow = Pick<
  BookMetadataTable,
  'bookId' | 'title' | 'series' | 'number' | 'volume' | 'chapter' | 'ageRating'
>;

export async function listMetadata(db: Db, bookIds: readonly string[]): Promise<Map<string, MetadataRow>> {
  const found = new Map<string, MetadataRow>();
  for (const part of chunks(bookIds, atOnce)) {
    const rows = await db
      .selectFrom('bookMetadata')
      .select(['bookId', 'title', 'series', 'number', 'volume', 'chapter', 'ageRating'])
      .where('bookId', 'in', part)
      .execute();
    for (const row of rows) found.set(row.bookId, row);
  }
  return found;
}

/** Ids of the series of a library, by their keys. */
export async function findSeries(
  db: Db,
  libraryId: string,
  keys: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const part of chunks([...keys], atOnce)) {
    const rows = await db
      .selectFrom('series')
      .select(['id', 'seriesKey'])
      .where('libraryId', '=', libraryId)
      .where('seriesKey', 'in', part)
      .execute();
    for (const { id, seriesKey } of rows) found.set(seriesKey, id);
  }
  return found;
}

/** The series that have other books than these. */
export async function listLeft(
  db: Db,
  seriesIds: readonly string[],
  movedIds: readonly string[],
): Promise<Set<string>> {
  const moved = new Set(movedIds);
  const left = new Set<string>();
  for (const part of chunks(seriesIds, atOnce)) {
    const rows = await db
      .selectFrom('book')
      .select(['id', 'seriesId'])
      .where('seriesId', 'in', part)
      .where('deletedAt', 'is', null)
      .execute();
    for (const { id, seriesId } of rows) if (!moved.has(id)) left.add(seriesId);
  }
  return left;
}
