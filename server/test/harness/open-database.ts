// The database of a test server by a connection of its own, for rows that no route makes yet.
import { loadConfig } from '#kernel/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#kernel/database/open.ts';
import { silentLog } from '#kernel/log.ts';
import type { EmptyServer } from './server.ts';

/** To be closed before the server stops. */
export function openDatabaseOf({ environment, folder }: EmptyServer): Promise<OpenedDatabase> {
  const { config } = loadConfig({ environment, cwd: folder });
  return openDatabase(config, silentLog);
}
