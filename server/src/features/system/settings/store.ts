// The SQL of settings.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { SettingChangeTable, SettingTable } from '#schema/tables/system/setting.ts';

export type SettingRow = SettingTable & { username: string | null };
export type SettingStore = ReturnType<typeof createSettingStore>;

export function createSettingStore(db: Db) {
  return {
    list: (): Promise<SettingRow[]> =>
      db
        .selectFrom('setting')
        .leftJoin('user', 'user.id', 'setting.userId')
        .selectAll('setting')
        .select('user.username')
        .execute(),

    find: (tx: Tx, key: string): Promise<SettingTable | undefined> =>
      tx.selectFrom('setting').selectAll().where('key', '=', key).executeTakeFirst(),

    async save(tx: Tx, row: SettingTable): Promise<void> {
      const { key: _, ...change } = row;
      await tx
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(change))
        .execute();
    },

    async remove(tx: Tx, key: string): Promise<void> {
      await tx.deleteFrom('setting').where('key', '=', key).execute();
    },

    /** Records a change with the user's current name, or with the program's name for background work. */
    async addChange(tx: Tx, change: Omit<SettingChangeTable, 'username'>): Promise<void> {
      const user = await tx
        .selectFrom('user')
        .select('username')
        .where('id', '=', change.userId)
        .executeTakeFirst();
      await tx
        .insertInto('settingChange')
        .values({ ...change, username: user?.username ?? 'Lectern' })
        .execute();
    },

    async countChanges(key: string): Promise<number> {
      const row = await db
        .selectFrom('settingChange')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    listChanges: (
      key: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<SettingChangeTable[]> =>
      db
        .selectFrom('settingChange')
        .selectAll()
        .where('key', '=', key)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  };
}
