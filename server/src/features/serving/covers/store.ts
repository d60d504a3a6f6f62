// All SQL of uploaded covers.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { CoverTable } from '#schema/tables/cover.ts';

export type EntityType = 'book' | 'series';
/** What covers can be uploaded for. */
export type CoverOwner = EntityType | 'collection' | 'readList';

export type CoverStore = ReturnType<typeof createCoverStore>;

export function createCoverStore(db: Db) {
  return {
    list: (entityType: CoverOwner, entityId: string): Promise<CoverTable[]> =>
      db
        .selectFrom('cover')
        .selectAll()
        .where('entityType', '=', entityType)
        .where('entityId', '=', entityId)
        .orderBy('id')
        .execute(),

    find: (entityType: CoverOwner, entityId: string, id: string): Promise<CoverTable | undefined> =>
      db
        .selectFrom('cover')
        .selectAll()
        .where('id', '=', id)
        .where('entityType', '=', entityType)
        .where('entityId', '=', entityId)
        .executeTakeFirst(),

    async insert(row: CoverTable): Promise<void> {
      await db.insertInto('cover').values(row).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('cover').where('id', '=', id).execute();
    },

    /** Covers of what has no row any more; returns how many. */
    async removeOrphans(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('cover')
        .where((eb) =>
          eb.or(
            (['book', 'series', 'collection', 'readList'] as const).map((owner) =>
              eb.and([
                eb('entityType', '=', owner),
                eb('entityId', 'not in', eb.selectFrom(owner).select('id')),
              ]),
            ),
          ),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Covers of entities that are no more; returns their ids. */
    async removeOf(entityType: EntityType, entityIds: readonly string[]): Promise<string[]> {
      if (entityIds.length === 0) return [];
      const rows = await db
        .deleteFrom('cover')
        .where('entityType', '=', entityType)
        .where('entityId', 'in', entityIds)
        .returning('id')
        .execute();
      return rows.map((row) => row.id);
    },
  };
}
