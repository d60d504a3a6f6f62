// Where other programs keep their database below the folder that people know, in the order in which it is looked for.
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { GivenDatabaseRefused } from './given-database.ts';

const places = [
  'database.sqlite',
  'kavita.db',
  'config/kavita.db',
  'config/database.sqlite',
  'codex.db',
  'data/codex.db',
  'app.db',
  'metadata.db',
];

/** The file itself, or that in a folder. Throws GivenDatabaseRefused for a folder that holds none. */
export async function findGivenDatabase(given: string): Promise<string> {
  const found = await stat(given).catch(() => undefined);
  if (!found?.isDirectory()) return given;
  for (const place of places) {
    const file = join(given, place);
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  throw new GivenDatabaseRefused(`No database of another server was found in ${given}`);
}

/** Files that lie apart from the database that they belong to: users of calibre's content server, and calibre's books. */
const companions = { users: 'server-users.sqlite', books: 'metadata.db' };

/** In the first of these folders that has it. */
export async function findCompanion(
  folders: readonly string[],
  which: keyof typeof companions,
): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, companions[which]);
    if (isAbsolute(file) && (await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  return undefined;
}
