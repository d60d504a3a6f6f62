// Converts the file of one book. The new file is written under a hidden name, compared with the archive and moved next
// to it; the book is updated to it, and the archive is moved to the trash. Any failure leaves the archive unchanged.
import { constants, type Stats } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { type BookFiles, keepReaderHash } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, reason } from '#infrastructure/errors.ts';
import { noRoom, toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { joinNames, toCopyName, toDisplayName, toNativeName } from '#infrastructure/files/names.ts';
import { findNameIn, look } from '#infrastructure/files/writing/moving.ts';
import { toNameKey } from '#infrastructure/files/writing/new-files.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { newId } from '#infrastructure/ids.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { keepAttributes, toRefusal } from '../file-metadata/index.ts';
import type { Importer } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import type { Trash } from '../trash/index.ts';
import type { conversionJobs } from './jobs.ts';
import type { ConvertibleBook } from './store.ts';

export interface ConvertDependencies {
  config: Config;
  database: Database;
  pool: WorkerPool;
  clock: Clock;
  importer: Importer;
  books: Pick<BookFiles, 'findByIds'>;
  folders: TargetFolders;
  trash: Pick<Trash, 'putAway'>;
}

export interface Conversion {
  library: ScanLibrary;
  book: ConvertibleBook;
  /** User recorded as deleting the archive. */
  userId: string;
  signal: AbortSignal;
}

const callJob = callerOf<typeof conversionJobs>();
const timeoutMs = 30 * 60_000;

/** Returns the affected series. Throws a Problem with the reason of a refusal. */
export async function convertBook(deps: ConvertDependencies, one: Conversion): Promise<Set<string>> {
  const { library, book, userId } = one;
  const root = library.roots.find(({ id }) => id === book.rootId);
  const path = toDisplayName(joinNames(book.folder, book.fileName));
  if (!root) throw conflict(reason('trash_file_missing', { path }));
  try {
    const folder = await deps.folders.open(root.path, book.folder);
    const name = `${book.fileName.replace(/\.[^.]*$/, '')}.cbz`;
    const before = await look(`${folder}/${book.fileName}`);
    if (!before?.isFile()) throw conflict(reason('trash_file_missing', { path }));
    const { seriesId, title, seriesTitle } = book;
    const file = { folder: book.folder, name: book.fileName, sizeBytes: before.size };
    const putAway = () =>
      deps.trash.putAway({ library, root, userId, file: { ...file, seriesId, title, seriesTitle } });
    // An archive with the name of the new file must be moved first.
    const isNamedSo = toNameKey(name) === toNameKey(book.fileName);
    const beforehand = isNamedSo ? putAway : undefined;
    await place(deps, one, { root: root.path, folder, name, before, beforehand });
    const touched = await follow(deps, one, { folder, name });
    if (!isNamedSo) await putAway();
    return touched;
  } catch (error) {
    throw toPlaceProblem(toRefusal(error), root);
  }
}

interface Target {
  root: string;
  folder: string;
  name: string;
  before: Stats;
  /** Frees the name, after everything else has succeeded. */
  beforehand: (() => Promise<void>) | undefined;
}

/** Moves the zip next to the archive. */
async function place(
  deps: ConvertDependencies,
  { book, signal }: Conversion,
  { root, folder, name, before, beforehand }: Target,
): Promise<void> {
  const taken = () =>
    conflict(reason('upload_exists', { path: toDisplayName(joinNames(book.folder, name)) }));
  if (!beforehand && (await findNameIn(folder, name)) !== undefined) throw taken();
  const top = await deps.folders.open(root, '');
  const target = `${top}/${toCopyName(newId())}`;
  try {
    await makeEmpty(target);
    const maxBytes = (await findFreeBytes(top)) - deps.config.uploads.keepFree;
    const isWhole = await callJob(deps.pool, 'conversions.to_zip', {
      input: { root, relativePath: joinNames(book.folder, book.fileName), target, maxBytes },
      roots: [root],
      alone: { reads: [root], writes: [target] },
      timeoutMs,
      signal,
    });
    if (!isWhole) throw noRoom(Math.max(0, maxBytes));
    await own(target, before);
    // Saved before the file is replaced: after an interruption, both hashes identify the book.
    const { id: bookId, readerHash: hash } = book;
    if (hash !== null) await keepReaderHash(deps.database.db, { bookId, hash });
    await beforehand?.();
    if (!(await deps.folders.moveInto(target, folder, name))) throw taken();
  } finally {
    await rm(toNativeName(target), { force: true });
  }
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

const makeEmpty = async (path: string): Promise<void> =>
  (await open(toNativeName(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)).close();

async function own(path: string, before: Stats): Promise<void> {
  const file = await open(toNativeName(path), O_WRONLY | O_NOFOLLOW);
  try {
    await keepAttributes(file, before);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Updates the book to the new file. Deletes the new file if this fails. */
async function follow(
  { importer, books }: ConvertDependencies,
  { library, book }: Conversion,
  { folder, name }: { folder: string; name: string },
): Promise<Set<string>> {
  async function* folders() {
    yield [{ rootId: book.rootId, folder: book.folder, books: [{ id: book.id, fileName: name }] }];
  }
  try {
    const touched = await importer.importMoved({
      library,
      assignment: new SeriesAssignment(library),
      folders: folders(),
      // Completes even if the task is canceled meanwhile.
      signal: new AbortController().signal,
      onProgress() {},
    });
    const [row] = await books.findByIds([book.id]);
    if (row?.fileName === name && row.folder === book.folder) return touched;
    throw conflict(reason('conversion_not_read'));
  } catch (error) {
    await rm(toNativeName(`${folder}/${name}`), { force: true });
    throw error;
  }
}
