// Writes the metadata of a book to its file or sidecar file.
import { rm } from 'node:fs/promises';
import type { FileMetadataChanges } from '@lectern/contract/ingest/file-metadata';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { BookField } from '@lectern/contract/libraries/metadata-fields';
import { isReasonKey, toReason } from '@lectern/contract/reasons';
import type { Catalog } from '#catalog/catalog.ts';
import {
  type BookMetadataService,
  type BookValues,
  keepReaderHash,
  toEmbedded,
} from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, type Reason, reason, reasonOf } from '#infrastructure/errors.ts';
import { toPlaceProblem } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toDisplayName, toNativeName, toTemporaryName } from '#infrastructure/files/names.ts';
import type { TargetFolders } from '#infrastructure/files/writing/target-folders.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import { toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { chooseTarget, type Target, toChangedFields, toShownChanges, toWrittenFields } from './changes.ts';
import { put, statPlain, type Writing } from './files.ts';
import type { Comparison, fileMetadataJobs } from './jobs.ts';
import type * as store from './store.ts';

export interface WriteDependencies {
  config: Config;
  database: Database;
  catalog: Catalog;
  metadata: Pick<BookMetadataService, 'listWithFiles'>;
  pool: WorkerPool;
  clock: Clock;
  folders: TargetFolders;
}

export interface Planned {
  book: store.WritableBook;
  target: Target;
  said: { metadata: BookMetadata; files: BookValues };
  fields: BookField[];
}

export const callJob = callerOf<typeof fileMetadataJobs>();

/** Plans the writes for these books. Omits books without changes. */
export async function plan(
  { catalog, metadata }: Pick<WriteDependencies, 'catalog' | 'metadata'>,
  library: ScanLibrary,
  books: readonly store.WritableBook[],
): Promise<(Planned | { book: store.WritableBook; refused: Reason })[]> {
  const rows = await catalog.books.listByIds(
    system,
    books.map(({ id }) => id),
  );
  const known = await metadata.listWithFiles(rows);
  return books.flatMap((book): (Planned | { book: store.WritableBook; refused: Reason })[] => {
    const said = known.get(book.id);
    if (!said) return [];
    const target = chooseTarget(book, library, said);
    if (!target) {
      const fields = toChangedFields(
        { kind: 'comic_info', name: '', isSidecar: true, isNew: true },
        said,
        library,
      );
      return fields.length === 0 ? [] : [{ book, refused: reason('metadata_not_writable') }];
    }
    const fields = toChangedFields(target, said, library);
    return fields.length === 0 ? [] : [{ book, target, said, fields }];
  });
}

export const toShown = (
  one: Planned | { book: store.WritableBook; refused: Reason },
): FileMetadataChanges => {
  const { id, title, folder, fileName } = one.book;
  const isRefused = 'refused' in one;
  return {
    bookId: id,
    seriesId: one.book.seriesId,
    title,
    path: toDisplayName(joinNames(folder, isRefused ? fileName : one.target.name)),
    changes: isRefused ? [] : toShownChanges(one.fields, one.said),
    refused: isRefused ? one.refused : null,
  };
};

export const minutesMs = 60_000;

interface WriteOne {
  library: ScanLibrary;
  planned: Planned;
  /** Part of the temporary file name, because another task may write the same book. */
  taskId: string;
  signal: AbortSignal;
}

/**
 * Returns false if the file already has the values as far as it can hold them. Throws a Problem with the reason of a
 * refusal; the file is then unchanged.
 */
export async function writeBook(
  deps: WriteDependencies,
  { library, planned, taskId, signal }: WriteOne,
): Promise<boolean> {
  const { book, target } = planned;
  const root = library.roots.find(({ id }) => id === book.rootId);
  if (!root) throw conflict(reason('metadata_file_missing'));
  try {
    const { folder, before, edited } = await edit(deps, root.path, planned, signal);
    if (!edited) return false;
    const writing: Writing = {
      folder,
      name: target.name,
      before,
      parts: edited.parts,
      temporaryName: toTemporaryName(taskId),
      keepFreeBytes: deps.config.uploads.keepFree,
    };
    const { comparison } = edited;
    const check = { root: root.path, book, signal };
    const compare = comparison && (() => checkWritten(deps, writing, { ...check, comparison }));
    await put(writing, compare ?? undefined);
    return true;
  } catch (error) {
    throw toPlaceProblem(toRefusal(error), root);
  }
}

/** Computes the new file without writing it. */
async function edit(
  deps: Pick<WriteDependencies, 'folders' | 'pool' | 'clock'>,
  root: string,
  planned: Planned,
  signal: AbortSignal,
) {
  const { book, target } = planned;
  const folder = await deps.folders.open(root, book.folder);
  await refuseChanged(folder, book);
  const before = await statPlain(`${folder}/${target.name}`);
  if (before === undefined && !target.isNew) throw conflict(reason('metadata_file_changed'));
  const edited = await callJob(deps.pool, 'file_metadata.edit', {
    input: toEditJob(planned, { root, isNew: before === undefined, nowMs: deps.clock() }),
    roots: [root],
    timeoutMs: 2 * minutesMs,
    signal,
  });
  return { folder, before, edited };
}

/** Returns whether the book would be written, or the reason why its file cannot be written. */
export async function tryOut(
  deps: WriteDependencies,
  library: ScanLibrary,
  planned: Planned,
  signal: AbortSignal,
): Promise<boolean | Reason> {
  const root = library.roots.find(({ id }) => id === planned.book.rootId);
  if (!root) return reason('metadata_file_missing');
  try {
    const { edited } = await edit(deps, root.path, planned, signal);
    return edited !== null;
  } catch (error) {
    const refused = reasonOf(toPlaceProblem(toRefusal(error), root));
    // The task reads a changed file again before it writes.
    return refused.reason === 'metadata_file_changed' || refused;
  }
}

/** Converts a file that cannot be read to a refusal. Returns all other errors unchanged. */
export function toRefusal(error: unknown): unknown {
  const failure = toReadFailure(error);
  if (!failure) return error;
  const key = `file_${failure.reason}`;
  return conflict(
    isReasonKey(key)
      ? toReason({ reason: key, params: { entry: failure.entry ?? '' } })
      : reason('metadata_refused', { problem: failure.message }),
  );
}

const toEditJob = (
  { book, target, said, fields }: Planned,
  { root, isNew, nowMs }: { root: string; isNew: boolean; nowMs: number },
) => ({
  root,
  relativePath: joinNames(book.folder, target.name),
  isNew,
  kind: target.kind,
  isSidecar: target.isSidecar,
  modifiedAtMs: nowMs,
  metadata: toEmbedded(said.metadata),
  fields: toWrittenFields(fields),
});

/** Removes temporary files that an interrupted attempt of this task left next to the book. */
export async function removeLeft(
  { folders }: Pick<WriteDependencies, 'folders'>,
  library: ScanLibrary,
  { rootId, folder }: { rootId: string; folder: string },
  taskId: string,
): Promise<void> {
  const root = library.roots.find(({ id }) => id === rootId);
  const path = root && (await folders.open(root.path, folder).catch(() => undefined));
  if (path !== undefined)
    await rm(toNativeName(`${path}/${toTemporaryName(taskId)}`), { force: true }).catch(() => {});
}

/** Throws if the file differs from the scanned one. */
async function refuseChanged(folder: string, book: store.WritableBook): Promise<void> {
  const facts = await statPlain(`${folder}/${book.fileName}`);
  if (!facts) throw conflict(reason('metadata_file_missing'));
  if (facts.size !== book.fileSize || Math.round(facts.mtimeMs * 1000) !== book.fileModifiedUs)
    throw conflict(reason('metadata_file_changed'));
}

interface Check {
  root: string;
  book: store.WritableBook;
  comparison: Comparison;
  signal: AbortSignal;
}

async function checkWritten(
  { pool, database }: WriteDependencies,
  { name, temporaryName }: Writing,
  { root, book, comparison, signal }: Check,
): Promise<void> {
  await callJob(pool, 'file_metadata.check', {
    input: {
      root,
      comparison,
      relativePath: joinNames(book.folder, name),
      writtenPath: joinNames(book.folder, temporaryName),
    },
    roots: [root],
    timeoutMs: 2 * minutesMs,
    signal,
  });
  // Saved before the file is replaced: after an interruption, both hashes identify the book.
  const { id: bookId, readerHash: hash } = book;
  if (hash !== null) await keepReaderHash(database.db, { bookId, hash });
}
