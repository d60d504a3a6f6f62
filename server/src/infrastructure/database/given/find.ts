// Where other programs keep their database below the folder that people know, in the order in which it is looked for.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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
