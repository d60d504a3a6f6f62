// All SQL of the logs of plugins. The only writer of `pluginLog`.
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import type { PluginLogTable } from '#schema/tables/plugin.ts';

/** Lines that are kept of a plugin. */
export const maxLines = 500;

export const listLines = (db: Db, pluginId: string): Promise<PluginLogTable[]> =>
  db
    .selectFrom('pluginLog')
    .selectAll()
    .where('pluginId', '=', pluginId)
    .orderBy('id', 'desc')
    .limit(maxLines)
    .execute();

/** Adds lines and removes those that are too many. A plugin that was removed meanwhile has no log any more. */
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
