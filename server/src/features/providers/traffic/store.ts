// All SQL of provider traffic. Only this module writes `providerPace` and `providerAnswer`.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { ProviderAnswerTable, ProviderPaceTable } from '#schema/tables/plugin.ts';

export function createTrafficStore(db: Db) {
  return {
    findPace: (tx: Tx, pluginId: string, lane: string): Promise<ProviderPaceTable | undefined> =>
      tx
        .selectFrom('providerPace')
        .selectAll()
        .where('pluginId', '=', pluginId)
        .where('lane', '=', lane)
        .executeTakeFirst(),

    async savePace(tx: Tx, row: ProviderPaceTable): Promise<void> {
      const { pluginId, lane, ...state } = row;
      await tx
        .insertInto('providerPace')
        .values(row)
        .onConflict((conflict) => conflict.columns(['pluginId', 'lane']).doUpdateSet(state))
        .execute();
    },

    findAnswer: async (pluginId: string, key: string, nowMs: number): Promise<string | undefined> =>
      (
        await db
          .selectFrom('providerAnswer')
          .select('data')
          .where('pluginId', '=', pluginId)
          .where('key', '=', key)
          .where('expiresAt', '>', nowMs)
          // Ignores entries from the future: the clock was set back.
          .where('askedAt', '<=', nowMs)
          .executeTakeFirst()
      )?.data,

    /** Also deletes expired responses. */
    async saveAnswer(row: ProviderAnswerTable): Promise<void> {
      const { pluginId, data, askedAt, expiresAt } = row;
      await db
        .deleteFrom('providerAnswer')
        .where('pluginId', '=', pluginId)
        .where('expiresAt', '<=', askedAt)
        .execute();
      await db
        .insertInto('providerAnswer')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['pluginId', 'key']).doUpdateSet({ data, askedAt, expiresAt }),
        )
        .execute();
    },
  };
}
