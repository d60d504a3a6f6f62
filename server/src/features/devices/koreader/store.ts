// All SQL of KOReader passwords and positions.
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { KoreaderKeyTable, KoreaderPositionTable } from '#schema/tables/devices/koreader.ts';

export type KoreaderStore = ReturnType<typeof createKoreaderStore>;

/** Limit per user, so that invented documents cannot fill the disk. */
const maxWaiting = 2_000;

export function createKoreaderStore(db: Db) {
  return {
    /** The passwords of a user, oldest first (index `koreaderKey_user`). */
    listKeys: (userId: string, on: Db = db): Promise<KoreaderKeyTable[]> =>
      on.selectFrom('koreaderKey').selectAll().where('userId', '=', userId).orderBy('id').execute(),

    async addKey(row: KoreaderKeyTable): Promise<void> {
      await db.insertInto('koreaderKey').values(row).execute();
    },

    async markUsed(id: string, lastUsedAt: number): Promise<void> {
      await db.updateTable('koreaderKey').set({ lastUsedAt }).where('id', '=', id).execute();
    },

    /** Removes one password of the user, or all without an id. Returns their number. */
    removeKeys: async (on: Db, userId: string, id?: string): Promise<number> => {
      const { numDeletedRows } = await on
        .deleteFrom('koreaderKey')
        .where('userId', '=', userId)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** The last reported position of any of these documents. */
    findPosition: (
      userId: string,
      documents: readonly string[],
    ): Promise<KoreaderPositionTable | undefined> =>
      db
        .selectFrom('koreaderPosition')
        .selectAll()
        .where('userId', '=', userId)
        .where('document', 'in', documents)
        .orderBy('reportedAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Stores the position unless a later one exists. Beyond the limit, deletes the oldest documents without a book. */
    async savePosition(row: KoreaderPositionTable): Promise<void> {
      const { userId, document, ...change } = row;
      await db
        .insertInto('koreaderPosition')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'document'])
            .doUpdateSet(change)
            .where('koreaderPosition.reportedAt', '<=', row.reportedAt),
        )
        .execute();
      if (row.isWaiting === 0) return;
      await sql`delete from "koreaderPosition" where "userId" = ${userId} and document in (
        select document from "koreaderPosition" where "userId" = ${userId} and "isWaiting" = 1
        order by "reportedAt" desc, document limit ${maxWaiting} offset ${maxWaiting})`.execute(db);
    },

    async markKnown({ userId, document }: KoreaderPositionTable): Promise<void> {
      await db
        .updateTable('koreaderPosition')
        .set({ isWaiting: 0 })
        .where('userId', '=', userId)
        .where('document', '=', document)
        .execute();
    },
  };
}
