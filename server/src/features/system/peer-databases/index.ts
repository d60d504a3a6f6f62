// Databases of other servers: which program one is of, by its tables, and what it holds.
import { findGivenDatabase } from '#infrastructure/database/given/find.ts';
import { type GivenDatabase, withGivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { isCodex, readCodex } from './codex/index.ts';
import { isKavita, readKavita } from './kavita/index.ts';
import { isKomga, readKomga } from './komga/index.ts';
import { PeerRefused } from './refused.ts';
import type { Snapshot } from './snapshot.ts';

export { GivenDatabaseRefused, scratchPrefix } from '#infrastructure/database/given/given-database.ts';
export { PeerRefused } from './refused.ts';
export type {
  Snapshot,
  TheirBook,
  TheirCover,
  TheirLibrary,
  TheirList,
  TheirMark,
  TheirPreset,
  TheirRating,
  TheirReading,
  TheirSeries,
  TheirSession,
  TheirUser,
} from './snapshot.ts';
export { trimSlashes } from './values.ts';

/**
 * What the database of another server holds: a file, or the folder of its program. Throws PeerRefused and
 * GivenDatabaseRefused with a sentence for people.
 */
export async function readPeer(given: string, scratch: string): Promise<Snapshot> {
  return withGivenDatabase(await findGivenDatabase(given), scratch, (database) => {
    if (isKomga(database)) return readKomga(database);
    if (isKavita(database)) return readKavita(database);
    if (isCodex(database)) return readCodex(database);
    throw new PeerRefused(describeOther(database));
  });
}

function describeOther(database: GivenDatabase): string {
  const program = others.find(({ tables }) => tables.every((table) => database.has(table)))?.program;
  return program === undefined
    ? 'The database is of none of the programs that can be moved from (Komga, Kavita, Codex)'
    : `The database is of ${program}, from which Lectern cannot move yet`;
}

/** Programs that are known by their tables and cannot be moved from. */
const others = [
  { program: 'calibre', tables: ['books', 'data', 'library_id'] },
  { program: 'Calibre-Web', tables: ['user', 'book_read_link', 'shelf'] },
];
