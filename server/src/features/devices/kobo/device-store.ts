// All SQL of Kobo devices and the positions they reported.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { KoboDeviceTable, KoboPositionTable } from '#schema/tables/devices/kobo.ts';

export type KoboDeviceStore = ReturnType<typeof createKoboDeviceStore>;

export function createKoboDeviceStore(db: Db) {
  return {
    /** The devices of a user, oldest first (index `koboDevice_user`), with the number of books on each. */
    list: (userId: string, on: Db = db): Promise<(KoboDeviceTable & { bookCount: number })[]> =>
      on
        .selectFrom('koboDevice')
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('koboBook')
            .whereRef('koboBook.deviceId', '=', 'koboDevice.id')
            .where('isArchived', '=', 0)
            .select(eb.fn.countAll<number>().as('count'))
            .$asScalar()
            .$notNull()
            .as('bookCount'),
        )
        .where('userId', '=', userId)
        .orderBy('id')
        .execute(),

    add: async (row: KoboDeviceTable): Promise<void> => {
      await db.insertInto('koboDevice').values(row).execute();
    },

    /** Removes one device of the user, or all without an id. Returns their number. */
    async remove(on: Db, userId: string, id?: string): Promise<number> {
      const { numDeletedRows } = await on
        .deleteFrom('koboDevice')
        .where('userId', '=', userId)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    findByHash: (tokenHash: string): Promise<KoboDeviceTable | undefined> =>
      db.selectFrom('koboDevice').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst(),

    find: (tx: Tx | Db, id: string): Promise<KoboDeviceTable | undefined> =>
      tx.selectFrom('koboDevice').selectAll().where('id', '=', id).executeTakeFirst(),

    async update(tx: Tx | Db, id: string, change: Partial<KoboDeviceTable>): Promise<void> {
      await tx.updateTable('koboDevice').set(change).where('id', '=', id).execute();
    },

    /** Positions reported by the user's devices, by book. */
    async listPositions(userId: string, bookIds: readonly string[]): Promise<Map<string, KoboPositionTable>> {
      if (bookIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('koboPosition')
        .selectAll()
        .where('userId', '=', userId)
        .where('bookId', 'in', bookIds)
        .execute();
      return new Map(rows.map((row) => [row.bookId, row]));
    },

    async savePosition(row: KoboPositionTable): Promise<void> {
      const { userId: _, bookId: __, ...change } = row;
      await db
        .insertInto('koboPosition')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'bookId']).doUpdateSet(change))
        .execute();
    },
  };
}
