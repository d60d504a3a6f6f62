// Prepares imports: reads the source and maps it to local folders.
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportDto, RootMap } from '@lectern/contract/import/imports';
import type { SnapshotImport } from '#features/import/apply/index.ts';
import { isArchive, isServerAddress, maxGivenBytes, showAddress } from '#features/import/sources/index.ts';
import { atMost } from '#features/import/untrusted-files/index.ts';
import { checkPath, type LibraryBounds } from '#features/libraries/libraries/index.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { conflict, invalid, Problem, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { describePlan, listMissing } from './describe.ts';
import {
  isKeptArchive,
  loadSnapshot,
  readFile,
  readUploaded,
  refusing,
  storeServerCopy,
} from './reading/in-worker.ts';
import { findSource } from './reading/source.ts';
import { getOpen, show } from './service.ts';
import { type ImportState, noPlan, writeState } from './state.ts';
import { givenParts, type ImportStorage } from './storage/storage.ts';

interface Planning {
  kept: ImportStorage;
  snapshotImport: Pick<SnapshotImport, 'plan' | 'listKnownUsers'>;
  engine: Pick<TaskEngine, 'queue' | 'store'>;
  clock: Clock;
  /**
   * Milliseconds after which the request is answered. Requests time out after two minutes, and users expect a response
   * earlier.
   */
  answerAfterMs?: number;
}

interface Dependencies extends Planning {
  pool: WorkerPool;
  /** Temporary folder for uploaded files during parsing. */
  scratch: string;
  bounds: LibraryBounds;
}

const defaultAnswerAfterMs = 15_000;

export async function uploadImport(
  deps: Dependencies,
  bytes: Readable,
  fileName: string,
): Promise<ImportDto> {
  const name = toShownName(fileName);
  const id = newId();
  try {
    await deps.kept.write(id, 'database', atMost(bytes, maxGivenBytes));
  } catch (error) {
    await deps.kept.remove(id);
    throw error;
  }
  return begin(deps, id, {
    given: { source: { kind: 'upload', name }, maps: [] },
    read: () => readUploaded(deps, id, { shown: name, maps: [] }),
  });
}

/** `sourceBounds`: folders that may contain the source. */
export async function createImport(
  deps: Dependencies,
  { path, maps }: { path: string; maps: RootMap[] },
  sourceBounds: LibraryBounds = deps.bounds,
): Promise<ImportDto> {
  const checked = await checkMaps(maps, deps.bounds);
  if (isServerAddress(path)) return copyFromServer(deps, path, checked);
  const file = await findSource(path, sourceBounds);
  const id = newId();
  return begin(deps, id, {
    given: { source: { kind: 'path', name: path }, maps: checked },
    read: async () => {
      if (!(await isArchive(file))) return readFile(deps, id, { file, shown: path, maps: checked });
      // The archive is unpacked again during the import, and the original file may change until then.
      await deps.kept.write(id, 'database', atMost(createReadStream(file), maxGivenBytes));
      return readUploaded(deps, id, { shown: path, maps: checked });
    },
  });
}

/** Copies the database like an upload. Only the copy is stored, not the address, which contains a password. */
async function copyFromServer(deps: Dependencies, address: string, maps: RootMap[]): Promise<ImportDto> {
  const name = await refusing(() => showAddress(address));
  const id = newId();
  return begin(deps, id, {
    given: { source: { kind: 'server', name }, maps },
    read: async () => {
      await refusing(() => storeServerCopy(deps, id, address));
      return readUploaded(deps, id, { shown: name, maps });
    },
  });
}

/**
 * Throws `forbidden` for an API key: a failed import can be retried without a session, with the accounts of the log.
 */
export async function addImportLog(
  deps: Dependencies,
  { viewer, id, bytes }: { viewer: Viewer; id: string; bytes: Readable },
): Promise<ImportDto> {
  const { kept } = deps;
  try {
    refuseApiKey(viewer);
    const state = await getOpen(deps, id);
    if (state.source.kind !== 'upload' || (await isKeptArchive(kept, id)))
      throw conflict(reason('import_no_log'));
    await kept.write(id, 'log', atMost(bytes, maxGivenBytes));
    const shown = state.source.name;
    return await readFor(deps, id, {
      state,
      // Restores the state before the upload.
      onRefused: async () => {
        await kept.remove(id, ['log']);
        await kept.write(id, 'state', writeState(state));
      },
      read: async () => {
        const program = await readUploaded(deps, id, { shown, maps: [] });
        return replan(deps, { id, state: { ...state, program, hasLog: true } });
      },
    });
  } finally {
    bytes.destroy();
  }
}

export async function updateImport(deps: Dependencies, id: string, maps: RootMap[]): Promise<ImportDto> {
  const state = await getOpen(deps, id);
  const changed = { ...state, maps: await checkMaps(maps, deps.bounds) };
  return readFor(deps, id, {
    state: changed,
    onRefused: () => deps.kept.write(id, 'state', writeState(state)),
    read: () => replan(deps, { id, state: changed }),
  });
}

interface Beginning {
  given: Pick<ImportState, 'source' | 'maps'>;
  /** Returns the name of the program. */
  read(): Promise<string>;
}

/** Creates an import. A source that is rejected immediately leaves nothing behind. */
export function begin(deps: Planning, id: string, { given, read }: Beginning): Promise<ImportDto> {
  const nothing = { backup: null, outcomes: null, endedAtMs: null, takenBackAtMs: null, refused: null };
  const empty = { program: '', plan: noPlan, hasLog: false, readingSinceMs: null };
  const state: ImportState = { ...given, ...nothing, ...empty, createdAtMs: deps.clock() };
  return readFor(deps, id, {
    state,
    onRefused: () => deps.kept.remove(id),
    read: async () => replan(deps, { id, state: { ...state, program: await read() } }),
  });
}

interface Reading {
  state: ImportState;
  /** Stores the parsed data. */
  read(): Promise<ImportState>;
  /** Called if the source is rejected before the response. */
  onRefused(): Promise<void>;
}

/** Responds when reading ends or the time is over. Reading then continues, and its result is stored in the state. */
async function readFor(deps: Planning, id: string, { state, read, onRefused }: Reading): Promise<ImportDto> {
  const { kept, clock, answerAfterMs = defaultAnswerAfterMs } = deps;
  const started: ImportState = { ...state, readingSinceMs: clock() };
  await kept.write(id, 'state', writeState(started));
  let isAnswered = false;
  const reading = read().catch(async (error: unknown) => {
    if (!isAnswered) {
      await onRefused();
      throw error;
    }
    const why = error instanceof Problem ? error.reason : undefined;
    const refused = why ?? reason('task_failed');
    const failed: ImportState = { ...state, readingSinceMs: null, refused };
    await kept.write(id, 'state', writeState(failed));
    await kept.remove(id, givenParts);
    return failed;
  });
  const ended = await Promise.race([reading, wait(answerAfterMs, undefined, { ref: false })]);
  isAnswered = true;
  return show(deps, id, ended ?? started);
}

/** Locates the books on disk and stores the result. */
async function replan(
  { kept, snapshotImport }: Pick<Planning, 'kept' | 'snapshotImport'>,
  { id, state }: { id: string; state: ImportState },
): Promise<ImportState> {
  const snapshot = await loadSnapshot(kept, id);
  if (!snapshot) throw conflict(reason('import_given_gone'));
  const plan = await snapshotImport.plan(snapshot, state.maps);
  const missing = listMissing(
    plan,
    plan.missing.map(({ book }) => book),
  );
  await kept.write(id, 'missing', Buffer.from(JSON.stringify(missing)));
  const planned: ImportState = {
    ...state,
    readingSinceMs: null,
    plan: describePlan(plan, await snapshotImport.listKnownUsers(snapshot)),
  };
  await kept.write(id, 'state', writeState(planned));
  return planned;
}

/** Validates that the folders are allowed for libraries. Throws validation_failed. */
async function checkMaps(maps: RootMap[], bounds: LibraryBounds): Promise<RootMap[]> {
  const checked = await Promise.all(maps.map(({ to }, i) => checkPath(to, `body.maps.${i}.to`, bounds)));
  const issues = checked.flatMap(({ issue }) => issue ?? []);
  if (issues.length > 0) throw invalid(issues);
  return maps.map(({ from, to }, i) => ({ from: from.replaceAll('\\', '/'), to: checked[i]?.path ?? to }));
}

const toShownName = (fileName: string): string =>
  basename(fileName.replaceAll('\\', '/'))
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200) || 'database';
