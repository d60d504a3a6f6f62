// The last log lines of each plugin. Lines are written in batches, so that verbose plugins cost little.
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import type { PluginLogTable } from '#schema/tables/plugin.ts';
import type { LogLevel } from '../processes/index.ts';
import { addLines, listLines, maxLines } from './store.ts';

const flushMs = 1_000;

export class PluginLogs {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #waiting = new Map<string, PluginLogTable[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  add(pluginId: string, level: LogLevel, text: string): void {
    const lines = this.#waiting.get(pluginId) ?? [];
    const nowMs = this.#clock();
    lines.push({
      id: newId(nowMs),
      pluginId,
      at: nowMs,
      level,
      text: text.replaceAll('\0', '').toWellFormed(),
    });
    // Drops all but the last lines.
    this.#waiting.set(pluginId, lines.slice(-maxLines));
    this.#timer ??= setTimeout(() => void this.close(), flushMs).unref();
  }

  /** Sorted newest first. */
  async list(pluginId: string): Promise<PluginLogTable[]> {
    await this.close();
    return listLines(this.#database.db, pluginId);
  }

  /** Resolves when all lines are written. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batches = [...this.#waiting];
    this.#waiting.clear();
    this.#writing = this.#writing.then(async () => {
      for (const [pluginId, lines] of batches)
        await addLines(this.#database, pluginId, lines).catch((err: unknown) =>
          this.#log.warn({ err, pluginId }, 'failed to write plugin log lines'),
        );
    });
    return this.#writing;
  }
}
