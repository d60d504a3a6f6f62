// The base of all features: database, events, tasks, catalog, worker processes, open files, free disk space.
import { Catalog } from '#catalog/catalog.ts';
import { applyRestore, type RestoreNote } from '#features/system/backup/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { LiveConfig } from '#infrastructure/config/live.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { findDatabaseFile, type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { openEvents } from '#infrastructure/events/open-events.ts';
import { OpenFiles } from '#infrastructure/files/open-files.ts';
import { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import type { Log } from '#infrastructure/log.ts';
import { Outside } from '#infrastructure/outside/index.ts';
import { listOwnPaths } from '#infrastructure/own-paths.ts';
import { StorageWatch } from '#infrastructure/storage.ts';
import { createTaskEngine, type TaskEngine } from '#infrastructure/tasks/engine.ts';

export interface Infrastructure {
  /** Changes with the settings. */
  config: Config;
  live: LiveConfig;
  log: Log;
  clock: Clock;
  database: OpenedDatabase;
  events: EventBus;
  engine: TaskEngine;
  storage: StorageWatch;
  catalog: Catalog;
  files: OpenFiles;
  /** The server's own folders, which no library may contain. */
  own: OwnFolders;
  /** Resolves folders of libraries for everything that writes into them. */
  folders: TargetFolders;
  /** Asks others on the Internet. */
  outside: Outside;
  /** A backup that was restored, and not recorded in the activity log yet. */
  restored: RestoreNote | undefined;
  /** Whether a server is using the same SQLite database. This process then leaves its data folder unchanged. */
  besideServer: boolean;
}

interface Options {
  config: Config;
  log: Log;
  clock: Clock;
  besideServer: boolean;
  onStatement?: ((sql: string) => void) | undefined;
  leadOutside?: ((url: URL) => URL) | undefined;
}

/** Throws StartError with a message for people; then nothing stays open. */
export async function openInfrastructure({
  config: start,
  log,
  clock,
  besideServer,
  onStatement,
  leadOutside,
}: Options): Promise<Infrastructure> {
  const isEmbedded = findDatabaseFile(start) !== undefined;
  const restored = isEmbedded && !besideServer ? applyRestore(start.dataDir) : undefined;
  if (restored) log.warn({ backup: restored.backup, setAside: restored.setAside }, 'a backup was restored');
  const live = new LiveConfig(start);
  const { config } = live;
  const database = await openDatabase(config, log, { migrates: !besideServer, onStatement });
  try {
    const own = new OwnFolders(listOwnPaths(config));
    const events = await openEvents(database, log);
    const storage = new StorageWatch({ folder: config.dataDir, database, events, log });
    const onFailure = (error: unknown) => storage.note(error);
    const engine = await createTaskEngine({ database, events, config, clock, log, onFailure });
    const catalog = new Catalog({ database, events, clock, own });
    const files = new OpenFiles();
    const outside = new Outside({ config, lead: leadOutside });
    const opened = {
      config,
      live,
      log,
      clock,
      database,
      events,
      engine,
      storage,
      catalog,
      files,
      own,
      folders: new TargetFolders(own),
      outside,
    };
    return { ...opened, restored, besideServer };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function closeInfrastructure({
  database,
  events,
  files,
  storage,
}: Infrastructure): Promise<void> {
  storage.stop();
  files.closeAll();
  await events.close();
  await database.close();
}
