// The last log lines of each plugin. Lines are written in batches, so that verbose plugins cost little.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import type { PluginLogTable } from '#schema/tables/plugin.ts';
import type { LogLevel } from '../processes/index.ts';
import { addLines, listLines, maxLines } from './store.ts';

const flushMs = 1_000;

export interface PluginLogs {
  add(pluginId: string, level: LogLevel, text: string): void;
  /** Sorted newest first. */
  list(pluginId: string): Promise<PluginLogTable[]>;
  /** Resolves when all lines are written. */
  close(): Promise<void>;
}

export function createPluginLogs({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Log;
}): PluginLogs {
  const waiting = new Map<string, PluginLogTable[]>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batches = [...waiting];
    waiting.clear();
    writing = writing.then(async () => {
      for (const [pluginId, lines] of batches)
        await addLines(database, pluginId, lines).catch((err: unknown) =>
          log.warn({ err, pluginId }, 'failed to write plugin log lines'),
        );
    });
    return writing;
  }

  return {
    add(pluginId, level, text) {
      const lines = waiting.get(pluginId) ?? [];
      const nowMs = clock();
      lines.push({
        id: newId(nowMs),
        pluginId,
        at: nowMs,
        level,
        text: text.replaceAll('\0', '').toWellFormed(),
      });
      // Drops all but the last lines.
      waiting.set(pluginId, lines.slice(-maxLines));
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    async list(pluginId) {
      await flush();
      return listLines(database.db, pluginId);
    },
    close: flush,
  };
}
