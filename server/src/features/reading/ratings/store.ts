// All SQL of ratings.
import type { Db } from '#infrastructure/database/dialect.ts';
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
