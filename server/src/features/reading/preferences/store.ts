// All SQL of preferences.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { UserPreferenceTable } from '#schema/tables/reading/shelves.ts';

export type PreferenceStore = ReturnType<typeof createPreferenceStore>;

export function createPreferenceStore(db: Db) {
  return {
    list: (userId: string, on: Db = db): Promise<UserPreferenceTable[]> =>
      on.selectFrom('userPreference').selectAll().where('userId', '=', userId).orderBy('key').execute(),

    find: (userId: string, key: string): Promise<UserPreferenceTable | undefined> =>
      db
        .selectFrom('userPreference')
        .selectAll()
        .where('userId', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst(),

    async save(tx: Tx, rows: readonly UserPreferenceTable[]): Promise<void> {
      for (const row of rows) {
        const { value, updatedAt } = row;
        await tx
          .insertInto('userPreference')
          .values(row)
          .onConflict((conflict) => conflict.columns(['userId', 'key']).doUpdateSet({ value, updatedAt }))
          .execute();
      }
    },

    /** Removes one key, or all preferences of a user. */
    async remove(userId: string, key?: string): Promise<void> {
      let query = db.deleteFrom('userPreference').where('userId', '=', userId);
      if (key !== undefined) query = query.where('key', '=', key);
      await query.execute();
    },
  };
}
