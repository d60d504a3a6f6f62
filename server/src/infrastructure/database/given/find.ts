// The locations of other programs' databases below the folder that users know, in search order.
import { open, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { reason } from '#infrastructure/errors.ts';
import { GivenDatabaseRefused } from './given-database.ts';

export const databasePlaces: readonly string[] = [
  'database.sqlite',
  'kavita.db',
  'config/kavita.db',
  'config/database.sqlite',
  'codex.db',
  'data/codex.db',
  'app.db',
  'metadata.db',
];

/** Returns the file itself, or the file in a folder. Throws GivenDatabaseRefused for a folder without one. */
export async function findGivenDatabase(given: string): Promise<string> {
  const found = await stat(given).catch(() => undefined);
  if (!found?.isDirectory()) return given;
  for (const place of databasePlaces) {
    const file = join(given, place);
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  throw new GivenDatabaseRefused(reason('import_not_found_in', { file: given }));
}

/**
 * Files in other locations than the database that they belong to: users of calibre's content server, and calibre's
 * books.
 */
const companions = { users: 'server-users.sqlite', books: 'metadata.db' };

/**
 * Finds the file in the first of these readable folders that contains it. A confined process cannot read all folders.
 */
export async function findCompanion(
  folders: readonly string[],
  which: keyof typeof companions,
): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, companions[which]);
    if (isAbsolute(file) && (await isReadableFile(file))) return file;
  }
  return undefined;
}

async function isReadableFile(file: string): Promise<boolean> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) return false;
  const opened = await open(file).catch(() => undefined);
  await opened?.close();
  return opened !== undefined;
}
