// All SQL of fonts. Every statement is restricted to one user.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { UserFontTable } from '#schema/tables/reading/font.ts';

/** A font without its bytes, which are loaded when they are sent. */
export type FontRow = Omit<UserFontTable, 'bytes' | 'userId'>;

const columns = ['id', 'name', 'format', 'sizeBytes', 'hash', 'createdAt'] as const;

export type FontStore = ReturnType<typeof createFontStore>;

export function createFontStore(db: Db) {
  return {
    list: (userId: string, on: Db = db): Promise<FontRow[]> =>
      on
        .selectFrom('userFont')
        .select(columns)
        .where('userId', '=', userId)
        .orderBy('name')
        .orderBy('id')
        .execute(),

    find: (userId: string, id: string): Promise<UserFontTable | undefined> =>
      db
        .selectFrom('userFont')
        .selectAll()
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),

    async insert(tx: Tx, row: UserFontTable): Promise<void> {
      await tx.insertInto('userFont').values(row).execute();
    },

    /** Returns false if the font does not exist. */
    async remove(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('userFont')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
