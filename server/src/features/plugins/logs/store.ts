// All SQL of plugin logs. Only this module writes `pluginLog`.
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { PluginLogTable } from '#schema/tables/plugin.ts';

/** Maximum number of stored lines per plugin. */
export const maxLines = 500;

export const listLines = (db: Db, pluginId: string): Promise<PluginLogTable[]> =>
  db
    .selectFrom('pluginLog')
    .selectAll()
    .where('pluginId', '=', pluginId)
    .orderBy('id', 'desc')
    .limit(maxLines)
    .execute();

/** Adds lines and removes the oldest above the limit. Ignores plugins that were removed in the meantime. */
export async function addLines(
  database: Database,
  pluginId: string,
  lines: readonly PluginLogTable[],
): Promise<void> {
  await database.transaction(async (tx) => {
    const plugin = await tx.selectFrom('plugin').select('id').where('id', '=', pluginId).executeTakeFirst();
    if (!plugin || lines.length === 0) return;
    await tx.insertInto('pluginLog').values(lines).execute();
    const last = await tx
      .selectFrom('pluginLog')
      .select('id')
      .where('pluginId', '=', pluginId)
      .orderBy('id', 'desc')
      .offset(maxLines)
      .limit(1)
      .executeTakeFirst();
    if (last)
      await tx.deleteFrom('pluginLog').where('pluginId', '=', pluginId).where('id', '<=', last.id).execute();
  });
}
