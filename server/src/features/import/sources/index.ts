// Recognizes databases of other servers by their tables, and reads them.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { importPrograms } from '@lectern/contract/values';
import { PeerRefused, type Snapshot, toText } from '#features/import/snapshot/index.ts';
import {
  codexTables,
  isCodex,
  isCodexExport,
  readCodex,
  readCodexExport,
} from '#features/import/sources/codex/index.ts';
import { isKavita, readKavita } from '#features/import/sources/kavita/index.ts';
import { isKomga, readKomga } from '#features/import/sources/komga/index.ts';
import { isExport as isLecternExport, readExport } from '#features/import/sources/lectern/index.ts';
import { findCompanion, findGivenDatabase } from '#infrastructure/database/given/find.ts';
import { withGivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { copyGivenServer } from '#infrastructure/database/given/given-server.ts';
import { reason } from '#infrastructure/errors.ts';
import { isCalibre, readCalibre, readUsers, type ServerUser } from './calibre/index.ts';
import { type AppRows, readApp, toFolders } from './calibre-web/app.ts';
import { isCalibreWeb, readCalibreWeb } from './calibre-web/index.ts';

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
} from '#features/import/snapshot/index.ts';
export {
  describedFile,
  desktop,
  PeerRefused,
  readDescribed,
  readSnapshot,
  type TheirDescription,
  trimSlashes,
  writeSnapshot,
} from '#features/import/snapshot/index.ts';
export { isArchive, isArchiveStart, unpackGiven } from '#features/import/untrusted-files/index.ts';
export { findGivenDatabase } from '#infrastructure/database/given/find.ts';
export { GivenDatabaseRefused, maxGivenBytes } from '#infrastructure/database/given/given-database.ts';
export { isServerAddress, showAddress } from '#infrastructure/database/given/given-server.ts';

/** Whether this is an export folder of Lectern or Codex. */
export const isExport = async (given: string): Promise<boolean> =>
  (await isLecternExport(given)) || isCodexExport(given);

/** A source folder and its local counterpart. */
interface Mapped {
  from: string;
  to: string;
}

/**
 * Reads a database file, the data folder of a program, or an export. `scratch`: an empty folder that must exist as long
 * as the snapshot is used. Throws PeerRefused and GivenDatabaseRefused with user-readable messages.
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
 * Copies the tables of a database server into a file that `readPeer` reads. Only Codex uses such a server. Throws
 * GivenDatabaseRefused, whose message never contains the password.
 */
export const copyPeerServer = (address: string, file: string): Promise<void> =>
  copyGivenServer(address, file, {
    tables: codexTables,
    required: 'series_sharing_tags',
    missing:
      'The database server contains no Codex database. Other programs cannot be imported from a database server',
  });

const toSlashes = (path: string): string => path.replaceAll('\\', '/');

/** Content server users are stored in a separate database, in the library folder or its parent. */
async function readCalibreUsers(folder: string, scratch: string): Promise<ServerUser[]> {
  const file = await findCompanion([folder, dirname(folder)], 'users');
  if (file === undefined) return [];
  return Promise.all(
    await withGivenDatabase(file, scratch, (database) => readUsers(database, basename(folder))),
  );
}

/** Calibre-Web uses the books of calibre's database. */
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
    if (!isCalibre(database)) throw new PeerRefused(`${file} is not a calibre database`);
    const found = dirname(file);
    const [book] = database.read('books', ['path']);
    const isHere = book !== undefined && existsSync(join(found, toText(book.path)));
    return readCalibreWeb(app, database, { root: isHere ? toSlashes(found) : theirs.books, scratch });
  });
}
