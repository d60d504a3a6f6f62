// All SQL of plugin storage. Only this module writes `pluginValue`.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { PluginValueTable } from '#schema/tables/plugin.ts';

export interface Owner {
  pluginId: string;
  accountId: string | null;
}

export const toOwnerId = ({ pluginId, accountId }: Owner): string => accountId ?? pluginId;

/** Expired values are treated as missing. */
export function createPluginValueStore(db: Db) {
  const selectFrom = (owner: Owner, nowMs: number, on: Db = db) =>
    on
      .selectFrom('pluginValue')
      .where('ownerId', '=', toOwnerId(owner))
      .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', nowMs)]));
  return {
    find: (owner: Owner, key: string, nowMs: number) =>
      selectFrom(owner, nowMs).where('key', '=', key).select(['data', 'expiresAt']).executeTakeFirst(),

    list: (owner: Owner, nowMs: number, on: Db = db) =>
      selectFrom(owner, nowMs, on).select(['key', 'expiresAt', 'updatedAt']).orderBy('key').execute(),

    async save(tx: Tx, row: PluginValueTable): Promise<void> {
      const { data, expiresAt, updatedAt } = row;
      await tx
        .insertInto('pluginValue')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['ownerId', 'key']).doUpdateSet({ data, expiresAt, updatedAt }),
        )
        .execute();
    },

    /** Removes one key, or all. Returns the number of removed keys. */
    async remove(owner: Owner, key?: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('pluginValue')
        .where('ownerId', '=', toOwnerId(owner))
        .$if(key !== undefined, (query) => query.where('key', '=', key ?? ''))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async removeExpired(tx: Tx, owner: Owner, nowMs: number): Promise<void> {
      await tx
        .deleteFrom('pluginValue')
        .where('ownerId', '=', toOwnerId(owner))
        .where('expiresAt', '<=', nowMs)
        .execute();
    },
  };
}
