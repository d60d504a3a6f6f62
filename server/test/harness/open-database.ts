// The database of a test server by a connection of its own, for rows that no route makes yet.
import { sql } from 'kysely';
import { loadConfig } from '#infrastructure/config/load.ts';
import { type OpenedDatabase, openDatabase } from '#infrastructure/database/open.ts';
import { silentLog } from '#infrastructure/log.ts';
import type { Client } from './client.ts';
import { waitForQuiet } from './quiet.ts';
import type { EmptyServer } from './server.ts';

/** To be closed before the server stops. */
export function openDatabaseOf({ environment, folder }: EmptyServer): Promise<OpenedDatabase> {
  const { config } = loadConfig({ environment, cwd: folder });
  return openDatabase(config, silentLog);
}

/**
 * The same once the server's tasks are over. On SQLite two connections of one thread that write wait for each other for
 * ever, when a transaction of the server is under way.
 */
export async function openQuietDatabaseOf(server: EmptyServer & { admin: Client }): Promise<OpenedDatabase> {
  await waitForQuiet(server);
  return openDatabaseOf(server);
}

/** What searches look up: documents of books and series. */
export async function deleteWords({ db, dialect }: OpenedDatabase): Promise<void> {
  const end = dialect.name === 'sqlite' ? 'SearchIndex' : 'Search';
  for (const owner of ['book', 'series']) await sql`delete from ${sql.table(owner + end)}`.execute(db);
}
