// All SQL of plugins. Only this module writes `plugin`, `pluginArchive` and `pluginAccount`.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { PluginAccountTable, PluginTable } from '#schema/tables/plugin.ts';

export type PluginStore = ReturnType<typeof createPluginStore>;

/** Columns that can change after the installation. */
export type PluginChange = Partial<Omit<PluginTable, 'id' | 'package' | 'createdAt'>>;

export function createPluginStore(db: Db) {
  return {
    list: (on: Db = db): Promise<PluginTable[]> =>
      on.selectFrom('plugin').selectAll().orderBy('package').execute(),

    find: (id: string, on: Db = db): Promise<PluginTable | undefined> =>
      on.selectFrom('plugin').selectAll().where('id', '=', id).executeTakeFirst(),

    findByPackage: (name: string, on: Db = db): Promise<PluginTable | undefined> =>
      on.selectFrom('plugin').selectAll().where('package', '=', name).executeTakeFirst(),

    async insert(tx: Tx, row: PluginTable): Promise<void> {
      await tx.insertInto('plugin').values(row).execute();
    },

    async update(id: string, change: PluginChange, on: Db = db): Promise<void> {
      await on.updateTable('plugin').set(change).where('id', '=', id).execute();
    },

    /** Returns the number of consecutive failures. */
    async addFailure(
      id: string,
      { failure, failedAt }: { failure: string; failedAt: number },
    ): Promise<number> {
      const row = await db
        .updateTable('plugin')
        .set((eb) => ({ failures: eb('failures', '+', 1), failure, failedAt }))
        .where('id', '=', id)
        .returning('failures')
        .executeTakeFirst();
      return row?.failures ?? 0;
    },

    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('plugin').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async saveArchive(tx: Tx, pluginId: string, bytes: Uint8Array): Promise<void> {
      await tx
        .insertInto('pluginArchive')
        .values({ pluginId, bytes })
        .onConflict((conflict) => conflict.column('pluginId').doUpdateSet({ bytes }))
        .execute();
    },

    async removeArchive(tx: Tx, pluginId: string): Promise<void> {
      await tx.deleteFrom('pluginArchive').where('pluginId', '=', pluginId).execute();
    },

    findArchive: async (pluginId: string): Promise<Uint8Array | undefined> =>
      (
        await db
          .selectFrom('pluginArchive')
          .select('bytes')
          .where('pluginId', '=', pluginId)
          .executeTakeFirst()
      )?.bytes,
  };
}

export type PluginAccountStore = ReturnType<typeof createPluginAccountStore>;

/** Instances of users. */
export function createPluginAccountStore(db: Db) {
  return {
    find: (pluginId: string, userId: string, on: Db = db): Promise<PluginAccountTable | undefined> =>
      on
        .selectFrom('pluginAccount')
        .selectAll()
        .where('pluginId', '=', pluginId)
        .where('userId', '=', userId)
        .executeTakeFirst(),

    list: (userId: string): Promise<PluginAccountTable[]> =>
      db.selectFrom('pluginAccount').selectAll().where('userId', '=', userId).execute(),

    /** Stores the service's error for the account. Does not change `updatedAt`. */
    async setFailure(id: string, failure: string | null): Promise<void> {
      await db.updateTable('pluginAccount').set({ failure }).where('id', '=', id).execute();
    },

    async save(tx: Tx, row: PluginAccountTable): Promise<void> {
      const { isEnabled, config, credentials, failure, updatedAt } = row;
      await tx
        .insertInto('pluginAccount')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['pluginId', 'userId'])
            .doUpdateSet({ isEnabled, config, credentials, failure, updatedAt }),
        )
        .execute();
    },
  };
}
