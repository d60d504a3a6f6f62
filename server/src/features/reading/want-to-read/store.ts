// All SQL that writes what users want to read; it is read by the catalog.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { WantToReadTable } from '#schema/tables/shelves.ts';

export function createWantStore(db: Db) {
  return {
    /** False for what is there already. */
    async add(row: WantToReadTable): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('wantToRead')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'entityType', 'entityId']).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    async remove(userId: string, entityType: 'series' | 'book', entityId: string): Promise<void> {
      await db
        .deleteFrom('wantToRead')
        .where('userId', '=', userId)
        .where('entityType', '=', entityType)
        .where('entityId', '=', entityId)
        .execute();
    },
  };
}
