// All SQL of ratings.
import { sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { SeriesRatingTable } from '#schema/tables/reading/shelves.ts';

export type RatingStore = ReturnType<typeof createRatingStore>;

export function createRatingStore(db: Db) {
  return {
    find: (userId: string, seriesId: string): Promise<SeriesRatingTable | undefined> =>
      db
        .selectFrom('seriesRating')
        .selectAll()
        .where('userId', '=', userId)
        .where('seriesId', '=', seriesId)
        .executeTakeFirst(),

    list: (userId: string): Promise<SeriesRatingTable[]> =>
      db
        .selectFrom('seriesRating')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('updatedAt', 'desc')
        .orderBy('seriesId')
        .execute(),

    async save(row: SeriesRatingTable): Promise<void> {
      const { rating, notes, updatedAt } = row;
      await db
        .insertInto('seriesRating')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'seriesId']).doUpdateSet({ rating, notes, updatedAt }),
        )
        .execute();
    },

    async remove(userId: string, seriesId: string): Promise<void> {
      await db
        .deleteFrom('seriesRating')
        .where('userId', '=', userId)
        .where('seriesId', '=', seriesId)
        .execute();
    },

    async average(seriesId: string): Promise<{ average: number | null; count: number }> {
      const row = await db
        .selectFrom('seriesRating')
        .select((eb) => [
          eb.fn.sum<number | string | null>('rating').as('sum'),
          eb.fn.countAll<number>().as('count'),
        ])
        .where('seriesId', '=', seriesId)
        .executeTakeFirstOrThrow();
      const count = Number(row.count);
      return { average: count === 0 ? null : Number(row.sum) / count, count };
    },
  };
}

/** Copies the ratings of a series to another series, for users who have not rated the other. Returns these users. */
export async function copyRatings(
  tx: Tx,
  { from, to, nowMs }: { from: string; to: string; nowMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    insert into "seriesRating" ("userId", "seriesId", rating, notes, "createdAt", "updatedAt")
    select "userId", ${to}, rating, notes, "createdAt", ${nowMs} from "seriesRating" where "seriesId" = ${from}
    on conflict ("userId", "seriesId") do nothing returning "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Removes copies that their users have not changed since. */
export async function removeCopies(
  tx: Tx,
  { from, to, userIds }: { from: string; to: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`delete from "seriesRating" where "seriesId" = ${to} and "userId" in (${sql.join(userIds)})
    and exists (select 1 from "seriesRating" source where source."seriesId" = ${from}
      and source."userId" = "seriesRating"."userId" and source.rating = "seriesRating".rating)`.execute(tx);
}
