// The series and books of a library, in pages.
import type { Db } from '#infrastructure/database/dialect.ts';

interface Page {
  after: string | undefined;
  limit: number;
}

export async function listSeries(
  db: Db,
  { libraryId, after, limit }: Page & { libraryId: string },
): Promise<string[]> {
  const query = db.selectFrom('series').select('id').where('libraryId', '=', libraryId);
  const rest = after === undefined ? query : query.where('id', '>', after);
  return (await rest.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Includes deleted books and other formats (index book_seriesId). */
export async function listBookIds(
  db: Db,
  { seriesIds, after, limit }: Page & { seriesIds: readonly string[] },
): Promise<string[]> {
  const query = db.selectFrom('book').select('id').where('seriesId', 'in', seriesIds);
  const rest = after === undefined ? query : query.where('id', '>', after);
  return (await rest.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}
