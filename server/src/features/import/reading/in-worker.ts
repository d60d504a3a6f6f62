// Reads import files in a worker process that can access nothing else.

import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RootMap } from '@lectern/contract/import/imports';
import {
  copyPeerServer,
  describedFile,
  GivenDatabaseRefused,
  isArchiveStart,
  isExport,
  readDescribed,
  readSnapshot,
  type Snapshot,
  type TheirDescription,
} from '#features/import/sources/index.ts';
import type { LibraryBounds } from '#features/libraries/libraries/index.ts';
import { Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { JobError, type LossReason, WorkerLost } from '#infrastructure/workers/protocol.ts';
import type { ImportStorage } from '../storage/storage.ts';
import { needsArchive, withUnpacked } from './confined-paths.ts';
import { type ImportReading, type importJobs, snapshotFile } from './jobs.ts';

export interface Unpacking {
  kept: ImportStorage;
  pool: WorkerPool;
  /** Temporary folder for uploaded files during parsing. */
  scratch: string;
}

interface Dependencies extends Unpacking {
  bounds: LibraryBounds;
}

const callJob = callerOf<typeof importJobs>();
const timeoutMs = 20 * 60 * 1000;
const scratchPrefix = 'reading-';

interface ReadOptions {
  /** File name for messages. */
  shown: string;
  maps: readonly RootMap[];
}

/** Stores the snapshot of the database at this path. Returns the program name. Throws import_refused. */
export async function readFile(
  deps: Dependencies,
  id: string,
  given: ReadOptions & { file: string },
): Promise<string> {
  return withScratch(deps.scratch, (folder) => readInto(deps, id, { ...given, folder, isUploaded: false }));
}

/** Stores the snapshot of an upload: a database or an archive. */
export async function readUploaded(deps: Dependencies, id: string, given: ReadOptions): Promise<string> {
  return withScratch(deps.scratch, async (folder) => {
    const file = await layOut(deps, id, folder);
    await deps.kept.copyTo(id, 'log', `${file}-wal`);
    return readInto(deps, id, { ...given, file, folder, isUploaded: true });
  });
}

/** Stores a copy of the database at this address like an upload. */
export async function storeServerCopy(
  { kept, scratch }: Pick<Dependencies, 'kept' | 'scratch'>,
  id: string,
  address: string,
): Promise<void> {
  await withScratch(scratch, async (folder) => {
    const file = join(folder, 'copy');
    await copyPeerServer(address, file);
    await kept.write(id, 'database', createReadStream(file));
  });
}

/** Copies the upload into a new folder below `folder`. */
async function layOut({ kept }: Pick<Dependencies, 'kept'>, id: string, folder: string): Promise<string> {
  const place = join(folder, 'given');
  await mkdir(place, { mode: 0o700 });
  const file = join(place, 'database');
  await kept.copyTo(id, 'database', file);
  return file;
}

/** Whether the stored upload is an archive. */
export async function isKeptArchive(kept: ImportStorage, id: string): Promise<boolean> {
  for await (const bytes of (await kept.open(id, 'database')) ?? []) return isArchiveStart(bytes);
  return false;
}

/** Calls `use` with the snapshot and its files, which are unpacked for the duration of the call. */
export async function withSnapshotFiles<T>(
  deps: Unpacking,
  id: string,
  { snapshot, use }: { snapshot: Snapshot; use(snapshot: Snapshot): Promise<T> },
): Promise<T> {
  if (!needsArchive(snapshot)) return use(snapshot);
  return withScratch(deps.scratch, async (folder) => {
    const input = { file: await layOut(deps, id, folder), folder };
    const alone = { reads: [dirname(input.file)], writes: [folder] };
    const done = await callJob(deps.pool, 'imports.unpack', { input, timeoutMs, roots: [], alone }).catch(
      failAsProblem,
    );
    if ('refused' in done) throw toRefusal(done.refused);
    return use(withUnpacked(snapshot, done.unpacked));
  });
}

export async function loadSnapshot(kept: ImportStorage, id: string): Promise<Snapshot | undefined> {
  const bytes = await kept.open(id, 'snapshot');
  const snapshot = bytes && (await readSnapshot(bytes));
  if (!snapshot || !(await kept.has(id, 'described'))) return snapshot;
  return { ...snapshot, described: () => readMappedEntry(kept, id) };
}

async function* readMappedEntry(kept: ImportStorage, id: string): AsyncGenerator<TheirDescription> {
  const bytes = await kept.open(id, 'described');
  if (bytes) yield* readDescribed(bytes);
}

async function readInto(
  { kept, pool, bounds }: Dependencies,
  id: string,
  input: ImportReading,
): Promise<string> {
  const { file, shown, folder, maps, isUploaded } = input;
  // The calibre library of a Calibre-Web database may be in any allowed library folder.
  const elsewhere = isUploaded ? [] : [...bounds.allowedRoots, ...maps.map(({ to }) => to)];
  const alone = { reads: [(await isExport(file)) ? file : dirname(file), ...elsewhere], writes: [folder] };
  const read = await callJob(pool, 'imports.read', { input, timeoutMs, roots: [], alone }).catch(
    failAsProblem,
  );
  if ('refused' in read) throw toRefusal(withName(read.refused, file, shown));
  const described = join(folder, describedFile);
  if (await isThere(described)) await kept.write(id, 'described', createReadStream(described));
  else await kept.remove(id, ['described']);
  await kept.write(id, 'snapshot', createReadStream(join(folder, snapshotFile)));
  return read.program;
}

const isThere = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

async function withScratch<T>(scratch: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, scratchPrefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes files of killed processes that are older than this time. */
export async function removeScratch(scratch: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    const path = join(scratch, name);
    const found = name.startsWith(scratchPrefix) ? await stat(path).catch(() => undefined) : undefined;
    if (found && found.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}

/** Replaces the temporary path in messages with the name that the user knows. */
function withName(why: Reason, file: string, shown: string): Reason {
  if (why.params?.file !== file) return why;
  return { ...why, params: { ...why.params, file: shown }, message: why.message.replaceAll(file, shown) };
}

const toRefusal = (why: Reason): Problem => (why.reason === 'data_disk_full' ? full() : refused(why));

export const refused = (why: Reason): Problem => new Problem('import_refused', why);

/** Converts GivenDatabaseRefused to import_refused. */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GivenDatabaseRefused ? refused(error.reason) : error;
  }
}

const full = (cause?: unknown) => new Problem('insufficient_storage', reason('data_disk_full'), { cause });

const losses: Partial<Record<LossReason, Reason>> = {
  crashed: reason('file_crashed'),
  timeout: reason('file_timeout'),
  memory: reason('file_memory'),
};

function failAsProblem(error: unknown): never {
  const refusal = error instanceof WorkerLost ? losses[error.reason] : undefined;
  if (refusal) throw refused(refusal);
  const isFull =
    error instanceof JobError && ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(error.data.fields.code));
  if (isFull) throw full(error);
  throw error;
}
