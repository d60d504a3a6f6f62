// All SQL of matches. Only this module writes `metadataMatch`.
import type { Db } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { MetadataMatchTable } from '#schema/tables/metadata-match.ts';

export type Noun = 'series' | 'books';
type MatchColumns = Partial<Omit<MetadataMatchTable, 'id' | 'seriesId' | 'bookId' | 'createdAt'>>;

const owner = { series: 'seriesId', books: 'bookId' } as const;

export const find = (db: Db, noun: Noun, id: string): Promise<MetadataMatchTable | undefined> =>
  db.selectFrom('metadataMatch').selectAll().where(owner[noun], '=', id).executeTakeFirst();

const nothing = {
  seriesId: null,
  bookId: null,
  isRefused: 0,
  before: null,
  state: null,
  provider: null,
  externalId: null,
  score: null,
  proposal: null,
} as const;

/** Saves the match of an existing series or book. */
export async function save(
  db: Db,
  { noun, id, nowMs }: { noun: Noun; id: string; nowMs: number },
  columns: MatchColumns,
): Promise<void> {
  const change = { ...columns, updatedAt: nowMs };
  await db
    .insertInto('metadataMatch')
    .values({ ...nothing, ...change, id: newId(), [owner[noun]]: id, createdAt: nowMs })
    .onConflict((conflict) => conflict.column(owner[noun]).doUpdateSet(change))
    .execute();
}
