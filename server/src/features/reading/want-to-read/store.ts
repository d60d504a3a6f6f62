// All SQL that writes what users want to read; it is read by the catalog.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { WantToReadTable } from '#schema/tables/shelves.ts';

export function createWantStore(db: Db) {
  return {
    async add(row: WantToReadTable): Promise<void> {
      await db
        .insertInto('wantToRead')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'entityType', 'entityId']).doNothing())
        .execute();
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
