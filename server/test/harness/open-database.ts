// Opens the database of a test server with a separate connection, for rows that no route creates.
import { loadConfig } from '#infrastructure/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Client } from './client.ts';
import { waitForQuiet } from './quiet.ts';
import type { EmptyServer } from './server.ts';

/** Close it before the server stops. */
export function openDatabaseOf({ environment, folder }: EmptyServer): Promise<OpenedDatabase> {
  const { config } = loadConfig({ environment, cwd: folder });
  return openDatabase(config, silentLog);
}

/**
 * Waits until the server has no tasks, then opens the database. On SQLite, two writing connections in one thread would
 * deadlock while a transaction of the server is open.
 */
export async function openQuietDatabaseOf(server: EmptyServer & { admin: Client }): Promise<OpenedDatabase> {
  await waitForQuiet(server);
  return openDatabaseOf(server);
}
