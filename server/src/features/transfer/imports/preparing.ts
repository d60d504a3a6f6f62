// Imports before they begin: what is given is read, and laid over the folders here.
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ImportDto, RootMap } from '@lectern/contract/imports';
import { checkPath, type LibraryBounds } from '#features/libraries/libraries/index.ts';
import type { MovingIn } from '#features/transfer/moving-in/index.ts';
import { maxGivenBytes } from '#features/transfer/peer-databases/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { conflict, invalid, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { describePlan, listMissing } from './describe.ts';
import { atMost } from './given/at-most.ts';
import { loadSnapshot, readFile, readUploaded } from './given/reading.ts';
import { findSource } from './given/source.ts';
import type { Kept } from './kept/kept.ts';
import { getOpen, show } from './service.ts';
import { type ImportState, writeState } from './state.ts';

interface Dependencies {
  kept: Kept;
  pool: WorkerPool;
  /** Where what was given lies while it is read. */
  scratch: string;
  movingIn: MovingIn;
  bounds: LibraryBounds;
  engine: Pick<TaskEngine, 'queue' | 'store'>;
  clock: Clock;
}

export async function uploadImport(
  deps: Dependencies,
  bytes: Readable,
  fileName: string,
): Promise<ImportDto> {
  const name = toShownName(fileName);
  return begin(deps, { source: { kind: 'upload', name }, maps: [] }, async (id) => {
    await deps.kept.write(id, 'database', atMost(bytes, maxGivenBytes));
    return readUploaded(deps, id, { shown: name, maps: [] });
  });
}

export async function createImport(deps: Dependencies, path: string, maps: RootMap[]): Promise<ImportDto> {
  const file = await findSource(path, deps.bounds);
  const source = { kind: 'path' as const, name: path };
  const checked = await checkMaps(maps, deps.bounds);
  return begin(deps, { source, maps: checked }, (id) =>
    readFile(deps, id, { file, shown: path, maps: checked }),
  );
}

export async function addImportLog(deps: Dependencies, id: string, bytes: Readable): Promise<ImportDto> {
  const { kept } = deps;
  try {
    const state = await getOpen(deps, id);
    if (state.source.kind !== 'upload') throw conflict(reason('import_no_log'));
    await kept.write(id, 'log', atMost(bytes, maxGivenBytes));
    const program = await readUploaded(deps, id, { shown: state.source.name, maps: [] }).catch(
      async (error: unknown) => {
        await kept.remove(id, ['log']);
        throw error;
      },
    );
    return await replan(deps, id, { ...state, program, hasLog: true });
  } finally {
    bytes.destroy();
  }
}

export async function updateImport(deps: Dependencies, id: string, maps: RootMap[]): Promise<ImportDto> {
  const state = await getOpen(deps, id);
  return replan(deps, id, { ...state, maps: await checkMaps(maps, deps.bounds) });
}

/** A new import. Nothing is left of one that is refused. */
async function begin(
  deps: Dependencies,
  given: Pick<ImportState, 'source' | 'maps'>,
  read: (id: string) => Promise<string>,
): Promise<ImportDto> {
  const id = newId();
  try {
    const program = await read(id);
    const nothing = { backup: null, outcomes: null, endedAtMs: null, takenBackAtMs: null };
    const state = { ...given, ...nothing, program, createdAtMs: deps.clock(), hasLog: false };
    return await replan(deps, id, state);
  } catch (error) {
    await deps.kept.remove(id);
    throw error;
  }
}

/** Looks for their books, and keeps what was found. */
async function replan(deps: Dependencies, id: string, state: Omit<ImportState, 'plan'>): Promise<ImportDto> {
  const { kept, movingIn } = deps;
  const snapshot = await loadSnapshot(kept, id);
  if (!snapshot) throw conflict(reason('import_given_gone'));
  const plan = await movingIn.plan(snapshot, state.maps);
  const missing = listMissing(
    plan,
    plan.missing.map(({ book }) => book),
  );
  await kept.write(id, 'missing', Buffer.from(JSON.stringify(missing)));
  const planned: ImportState = {
    ...state,
    plan: describePlan(plan, await movingIn.listKnownUsers(snapshot)),
  };
  await kept.write(id, 'state', writeState(planned));
  return show(deps, id, planned);
}

/** Folders that libraries may have. Throws validation_failed. */
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
