// Databases of other servers: which program one is of, by its tables, and what it holds.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { importPrograms } from '@lectern/contract/values';
import {
  type AppRows,
  isCalibre,
  isCalibreWeb,
  readApp,
  readCalibre,
  readCalibreWeb,
  readUsers,
  type ServerUser,
  toFolders,
} from '#features/transfer/calibre-databases/index.ts';
import {
  codexTables,
  isCodex,
  isCodexExport,
  readCodex,
  readCodexExport,
} from '#features/transfer/codex-databases/index.ts';
import { isKavita, readKavita } from '#features/transfer/kavita-databases/index.ts';
import { isKomga, readKomga } from '#features/transfer/komga-databases/index.ts';
import { isExport as isLecternExport, readExport } from '#features/transfer/lectern-exports/index.ts';
import { PeerRefused, type Snapshot, toText } from '#features/transfer/peer-snapshots/index.ts';
import { findCompanion, findGivenDatabase } from '#infrastructure/database/given/find.ts';
import { withGivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { withGivenServer } from '#infrastructure/database/given/given-server.ts';
import { reason } from '#infrastructure/errors.ts';

export { isArchive, isArchiveStart, unpackGiven } from '#features/transfer/given-files/index.ts';
export type {
  Snapshot,
  TheirBook,
  TheirCover,
  TheirKey,
  TheirLibrary,
  TheirList,
  TheirMark,
  TheirPreset,
  TheirRating,
  TheirReading,
  TheirSeries,
  TheirSession,
  TheirUser,
} from '#features/transfer/peer-snapshots/index.ts';
export {
  describedFile,
  desktop,
  PeerRefused,
  readDescribed,
  readSnapshot,
  type TheirDescription,
  trimSlashes,
  writeSnapshot,
} from '#features/transfer/peer-snapshots/index.ts';
export { findGivenDatabase } from '#infrastructure/database/given/find.ts';
export {
  GivenDatabaseRefused,
  maxGivenBytes,
  scratchPrefix,
} from '#infrastructure/database/given/given-database.ts';
export { isServerAddress } from '#infrastructure/database/given/given-server.ts';

/** Whether this is the folder of what a Lectern or a Codex exported. */
export const isExport = async (given: string): Promise<boolean> =>
  (await isLecternExport(given)) || isCodexExport(given);

/** A folder there, and where its contents are here. */
interface Mapped {
  from: string;
  to: string;
}

/**
 * What another server holds: a database file, the folder of its program, or an export. `scratch` is a folder for this reading
 * alone, which is there for as long as what was read is used. Throws PeerRefused and GivenDatabaseRefused with a sentence for
 * people.
 */
export async function readPeer(
  given: string,
  scratch: string,
  maps: readonly Mapped[] = [],
): Promise<Snapshot> {
  if (await isLecternExport(given)) return readExport(given);
  const exported = await readCodexExport(given, scratch);
  if (exported) return exported;
  const file = resolve(await findGivenDatabase(given));
  const folder = dirname(file);
  const users = await readCalibreUsers(folder, scratch);
  const read = await withGivenDatabase(file, scratch, (database) => {
    if (isKomga(database)) return { snapshot: readKomga(database) };
    if (isKavita(database)) return { snapshot: readKavita(database) };
    if (isCodex(database)) return { snapshot: readCodex(database) };
    if (isCalibre(database))
      return { snapshot: readCalibre(database, { root: toSlashes(folder), users, scratch }) };
    if (isCalibreWeb(database)) return { app: readApp(database) };
    throw new PeerRefused(reason('import_unknown_program', { programs: importPrograms.join(', ') }));
  });
  return read.snapshot ?? withCalibre(read.app, { folder, scratch, maps });
}

/**
 * The same of a database server, which Codex alone of these programs uses. Only somebody at the machine may say its address:
 * this server asks at it.
 */
export const readPeerServer = (address: string, scratch: string): Promise<Snapshot> =>
  withGivenServer(address, { scratch, tables: codexTables }, (database) => {
    if (isCodex(database)) return readCodex(database);
    throw new PeerRefused(
      'The database on that server is not of Codex, which is the only program that is read there',
    );
  });

const toSlashes = (path: string): string => path.replaceAll('\\', '/');

/** Users of the content server lie in a file of its own, which people put beside the library or above it. */
async function readCalibreUsers(folder: string, scratch: string): Promise<ServerUser[]> {
  const file = await findCompanion([folder, dirname(folder)], 'users');
  if (file === undefined) return [];
  return Promise.all(
    await withGivenDatabase(file, scratch, (database) => readUsers(database, basename(folder))),
  );
}

/** The books of Calibre-Web are those of calibre's database. */
async function withCalibre(
  app: AppRows,
  { folder, scratch, maps }: { folder: string; scratch: string; maps: readonly Mapped[] },
): Promise<Snapshot> {
  const theirs = toFolders(app);
  const mapped = maps.flatMap(({ from, to }) =>
    theirs.database === from || theirs.database.startsWith(`${from}/`)
      ? [join(to, theirs.database.slice(from.length))]
      : [],
  );
  const file = await findCompanion([...mapped, theirs.database, folder, join(folder, 'library')], 'books');
  if (file === undefined)
    throw new PeerRefused(
      reason('import_books_elsewhere', { program: 'Calibre-Web', folder: theirs.database || '/books' }),
    );
  return withGivenDatabase(file, scratch, (database) => {
    if (!isCalibre(database)) throw new PeerRefused(`${file} is no database of calibre`);
    const found = dirname(file);
    const [book] = database.read('books', ['path']);
    const isHere = book !== undefined && existsSync(join(found, toText(book.path)));
    return readCalibreWeb(app, database, { root: isHere ? toSlashes(found) : theirs.books, scratch });
  });
}
