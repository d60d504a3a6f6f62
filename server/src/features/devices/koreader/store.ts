// All SQL of KOReader's passwords and positions.
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { KoreaderKeyTable, KoreaderPlaceTable } from '#schema/tables/koreader.ts';

export type KoreaderStore = ReturnType<typeof createKoreaderStore>;

/** Of one user: a device that makes names up fills no disk. */
const maxWaiting = 2_000;

export function createKoreaderStore(db: Db) {
  return {
    /** A handful, the oldest first (index koreaderKey_user). */
    listKeys: (userId: string, on: Db = db): Promise<KoreaderKeyTable[]> =>
      on.selectFrom('koreaderKey').selectAll().where('userId', '=', userId).orderBy('id').execute(),

    async addKey(row: KoreaderKeyTable): Promise<void> {
      await db.insertInto('koreaderKey').values(row).execute();
    },

    async markUsed(id: string, lastUsedAt: number): Promise<void> {
      await db.updateTable('koreaderKey').set({ lastUsedAt }).where('id', '=', id).execute();
    },

    /** One of the user's, or without an id every one; how many there were. */
    removeKeys: async (on: Db, userId: string, id?: string): Promise<number> => {
      const { numDeletedRows } = await on
        .deleteFrom('koreaderKey')
        .where('userId', '=', userId)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** The last position that was reported of any of these documents. */
    findPlace: (userId: string, documents: readonly string[]): Promise<KoreaderPlaceTable | undefined> =>
      db
        .selectFrom('koreaderPlace')
        .selectAll()
        .where('userId', '=', userId)
        .where('document', 'in', documents)
        .orderBy('toldAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Unless a later one is known. Of documents without a book the oldest go when there are too many. */
    async savePosition(row: KoreaderPlaceTable): Promise<void> {
      const { userId, document, ...change } = row;
      await db
        .insertInto('koreaderPlace')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['userId', 'document'])
            .doUpdateSet(change)
            .where('koreaderPlace.toldAt', '<=', row.toldAt),
        )
        .execute();
      if (row.isWaiting === 0) return;
      await sql`delete from "koreaderPlace" where "userId" = ${userId} and document in (
        select document from "koreaderPlace" where "userId" = ${userId} and "isWaiting" = 1
        order by "toldAt" desc, document limit ${maxWaiting} offset ${maxWaiting})`.execute(db);
    },

    async markKnown({ userId, document }: KoreaderPlaceTable): Promise<void> {
      await db
        .updateTable('koreaderPlace')
        .set({ isWaiting: 0 })
        .where('userId', '=', userId)
        .where('document', '=', document)
        .execute();
    },
  };
}
