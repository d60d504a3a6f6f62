// What everything else stands on: database, events, tasks, catalog, worker processes, open files.
import { type Catalog, createCatalog } from '#catalog/catalog.ts';
import type { Clock } from '#kernel/clock.ts';
import { createLiveConfig, type LiveConfig } from '#kernel/config/live.ts';
import type { Config } from '#kernel/config/schema.ts';
import { type OpenedDatabase, openDatabase } from '#kernel/database/open.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import { openEvents } from '#kernel/events/open-events.ts';
import { createOpenFiles, type OpenFiles } from '#kernel/files/open-files.ts';
import type { Log } from '#kernel/log.ts';
import { createTaskEngine, type TaskEngine } from '#kernel/tasks/engine.ts';

export interface Ground {
  /** Follows the settings. */
  config: Config;
  live: LiveConfig;
  log: Log;
  clock: Clock;
  database: OpenedDatabase;
  events: EventBus;
  engine: TaskEngine;
  catalog: Catalog;
  files: OpenFiles;
}

interface Options {
  config: Config;
  log: Log;
  clock: Clock;
  onStatement?: ((sql: string) => void) | undefined;
}

/** Throws StartError with a sentence for people; then nothing stays open. */
export async function openGround({ config: start, log, clock, onStatement }: Options): Promise<Ground> {
  const live = createLiveConfig(start);
  const { config } = live;
  const database = await openDatabase(config, log, onStatement);
  try {
    const events = await openEvents(database, log);
    const engine = await createTaskEngine({ database, events, config, clock, log });
    const catalog = createCatalog({ database, events, clock });
    return { config, live, log, clock, database, events, engine, catalog, files: createOpenFiles() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function closeGround({ database, events, files }: Ground): Promise<void> {
  files.closeAll();
  await events.close();
  await database.close();
}
