// Deletes expired items of the trash, and reconciles the database with the folders: after an interruption, after
// restoring a backup, and when a folder is added to a library again.

import { isFileThere } from '#catalog/books/presence.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import { inTime } from '#infrastructure/timeout.ts';
import {
  complete,
  discard,
  discardUnused,
  type Info,
  leavePlace,
  listItems,
  locate,
  type Root,
  readInfo,
} from './items.ts';
import { dayMs, type TrashDependencies, type TrashedFiles, toLocation } from './service.ts';
import * as store from './store.ts';

const chunk = 500;
/** A folder whose disk does not respond must not block other folders or the startup; it continues in the background. */
const patienceMs = 10_000;

/** Items without a file may belong to a running request. */
const youngMs = 60 * 60 * 1000;

export function createCleanUp(deps: TrashDependencies, files: TrashedFiles): () => Promise<void> {
  const { config, database, catalog, libraries, clock, log } = deps;

  async function expire(): Promise<void> {
    const { keepDays } = config.trash;
    if (keepDays === 0) return;
    for (;;) {
      const rows = await store.listDeletedBefore(database.db, clock() - keepDays * dayMs, chunk);
      let removed = 0;
      for (const row of rows) {
        await files.removeForGood(row).then(
          () => removed++,
          (err: unknown) => log.warn({ err, file: row.id }, 'failed to delete a file from the trash'),
        );
      }
      if (rows.length < chunk || removed === 0) return;
    }
  }

  return async () => {
    await store.removeOfOtherRoots(database.db);
    for (const id of await catalog.libraries.visibleIds(system)) {
      const library = await libraries.findLibrary(id);
      for (const root of library ? library.roots : []) {
        if (library)
          await inTime(
            reconcile(deps, files, library, root).catch((err: unknown) =>
              log.warn({ err, path: root.path }, 'failed to check the trash of a folder'),
            ),
            patienceMs,
          );
      }
    }
    await expire();
  };
}

async function reconcile(
  deps: TrashDependencies,
  files: TrashedFiles,
  library: ScanLibrary,
  root: Root,
): Promise<void> {
  const known = await store.listOfRoot(deps.database.db, root.id);
  const items = await listItems(deps.folders, root);
  for (const row of known) await settle(deps, files, { row, library, root });
  const ids = new Set(known.map(({ id }) => id));
  for (const { id, isGoing } of items) {
    if (isGoing) await discard(deps.folders, root, id);
    else if (!ids.has(id)) await adopt(deps, { id, library, root });
  }
}

/** Reconciles a file that is recorded as deleted. */
async function settle(
  deps: TrashDependencies,
  files: TrashedFiles,
  { row, library, root }: { row: store.TrashedRow; library: ScanLibrary; root: Root },
): Promise<void> {
  const found = await locate(deps.folders, root, row.id, toLocation(row));
  if (found === 'trash') {
    const [book] = await deps.books.findByIds(row.bookId === null ? [] : [row.bookId]);
    const isHere = book?.rootId === row.rootId && book.folder === row.folder && book.fileName === row.name;
    if (book && isHere && isFileThere(book)) await deps.scans.softDelete(library, [book.id]);
  } else if (found === 'nowhere') {
    // A user has emptied the trash manually.
    await store.remove(deps.database.db, row.id);
    await discardUnused(deps.folders, root, row.id);
  } else {
    await files.finishRestoring({ row, library, root });
    await deps.scans.request(library.id);
  }
}

/** Adopts a file in the trash without a row. */
async function adopt(
  deps: TrashDependencies,
  { id, library, root }: { id: string; library: ScanLibrary; root: Root },
): Promise<void> {
  const info = await readInfo(deps.folders, root, id);
  if (!info) return;
  const found = await locate(deps.folders, root, id, info);
  if (found === 'place' || found === 'nowhere') {
    if (deps.clock() - info.deletedAt > youngMs) await discardUnused(deps.folders, root, id);
    return;
  }
  if (found === 'both') await leavePlace(deps.folders, root, info);
  await complete(deps.folders, root, id, info);
  const book = await findBook(deps, info, root);
  await store.insert(deps.database.db, {
    id,
    libraryId: library.id,
    rootId: root.id,
    folder: info.folder,
    name: info.name,
    title: info.title,
    seriesTitle: info.seriesTitle,
    sizeBytes: info.sizeBytes,
    bookId: book?.id ?? null,
    seriesId: book?.seriesId ?? null,
    isFolder: info.isFolder ? 1 : 0,
    companions: JSON.stringify(info.companions),
    userId: null,
    deletedAt: Math.min(info.deletedAt, deps.clock()),
  });
  if (book && isFileThere(book)) await deps.scans.softDelete(library, [book.id]);
}

/** The book of the file, according to its info file, if the database has the book at that location. */
async function findBook({ books }: TrashDependencies, { bookId, folder, name }: Info, root: Root) {
  const [book] = bookId === null ? [] : await books.findByIds([bookId]);
  const isIts = book?.rootId === root.id && book.folder === folder && book.fileName === name;
  return isIts ? book : undefined;
}
