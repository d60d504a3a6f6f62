// Shows, starts and ends imports. Stateless, so that any server can handle the next request.

import type { ImportDto } from '@lectern/contract/import/imports';
import type { Restore } from '@lectern/contract/system/backup';
import type { BackupService } from '#features/system/backup/index.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { conflict, notFound, Problem, reason } from '#infrastructure/errors.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { Missing } from './describe.ts';
import { findTask } from './latest-task.ts';
import { type ImportState, isActive, isReading, readState, toDto, writeState } from './state.ts';
import type { ImportStorage } from './storage/storage.ts';
import type { ImportTask } from './task.ts';

export interface Dependencies {
  kept: ImportStorage;
  engine: Pick<TaskEngine, 'queue' | 'store'>;
  task: ImportTask;
  /** Undefined for PostgreSQL, which has separate backup tools. */
  backups: BackupService | undefined;
  clock: Clock;
}

type Seen = Pick<Dependencies, 'kept' | 'engine' | 'clock'>;

/** Throws not_found. */
async function getState({ kept }: Pick<Seen, 'kept'>, id: string): Promise<ImportState> {
  const bytes = await kept.read(id, 'state');
  const state = bytes && readState(bytes);
  if (!state) throw notFound('import');
  return state;
}

export async function show(
  { kept, engine, clock }: Seen,
  id: string,
  state: ImportState,
): Promise<ImportDto> {
  const [task, isThere] = await Promise.all([findTask(engine.store, id), kept.has(id, 'snapshot')]);
  return toDto(id, state, { task, isThere, nowMs: clock() });
}

async function refuseRunning({ engine }: Pick<Seen, 'engine'>, id: string): Promise<void> {
  if (isActive(await findTask(engine.store, id))) throw conflict(reason('import_running'));
}

function refuseReading({ clock }: Pick<Seen, 'clock'>, state: ImportState): void {
  if (isReading(state, clock())) throw conflict(reason('import_reading'));
}

/** Throws conflict if the import runs, has ended, or its uploaded data was deleted. */
export async function getOpen(deps: Seen, id: string): Promise<ImportState> {
  const state = await getState(deps, id);
  refuseReading(deps, state);
  await refuseRunning(deps, id);
  if (state.outcomes) throw conflict(reason('import_ended'));
  if (!(await deps.kept.has(id, 'snapshot'))) throw conflict(reason('import_given_gone'));
  return state;
}

export const getImport = async (deps: Seen, id: string): Promise<ImportDto> =>
  show(deps, id, await getState(deps, id));

/** Sorted newest first. */
export async function listImports(deps: Seen): Promise<ImportDto[]> {
  const found: ImportDto[] = [];
  for (const id of (await deps.kept.list()).toSorted().toReversed()) {
    const bytes = await deps.kept.read(id, 'state');
    const state = bytes && readState(bytes);
    if (state) found.push(await show(deps, id, state));
  }
  return found;
}

export async function listMissing(
  deps: Pick<Seen, 'kept'>,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: Missing[]; total: number }> {
  await getState(deps, id);
  const bytes = await deps.kept.read(id, 'missing');
  const all: Missing[] = bytes ? JSON.parse(Buffer.from(bytes).toString('utf8')) : [];
  return { rows: all.slice((page - 1) * pageSize, page * pageSize), total: all.length };
}

/** Throws `forbidden` for an API key: imported passwords would outlive the key. */
export async function startImport(deps: Dependencies, viewer: Viewer, id: string): Promise<ImportDto> {
  refuseApiKey(viewer);
  const { kept, engine, backups, clock, task: definition } = deps;
  const state = await getOpen(deps, id);
  if (state.plan.obstacle) throw conflict(reason('import_no_books'));
  const active = await engine.store.listActive(definition.type);
  if (active.length > 0) throw conflict(reason('import_running'));
  // Keeps the backup from before the first attempt. A restored backup must not contain a running task, so the task
  // starts after the backup.
  const isMade = state.takenBackAtMs === null && state.backup !== null;
  const backup = isMade ? state.backup : ((await backups?.make())?.name ?? null);
  const started: ImportState = { ...state, backup, takenBackAtMs: null };
  await kept.write(id, 'state', writeState(started));
  const { task, isNew } = await engine.queue.enqueue(definition, { importId: id });
  if (!isNew) throw conflict(reason('import_running'));
  return toDto(id, started, { task, isThere: true, nowMs: clock() });
}

export async function cancelImport(deps: Seen, id: string): Promise<ImportDto> {
  const state = await getState(deps, id);
  const task = await findTask(deps.engine.store, id);
  const cancelled = task && isActive(task) ? await deps.engine.queue.cancel(task.id) : undefined;
  if (!cancelled) throw conflict(reason('import_not_running'));
  return toDto(id, state, { task: cancelled, isThere: true, nowMs: deps.clock() });
}

export async function takeImportBack(
  deps: Dependencies,
  id: string,
  by: { viewer: Viewer; address: string },
): Promise<Restore> {
  const state = await getState(deps, id);
  await refuseRunning(deps, id);
  if (!deps.backups) throw conflict(reason('backup_database_server'));
  const { backup, takenBackAtMs } = state;
  if (backup === null || takenBackAtMs !== null) throw conflict(reason('import_backup_missing'));
  const restored = await deps.backups.restore(by.viewer, backup, by.address).catch((error: unknown) => {
    const isGone = error instanceof Problem && error.code === 'not_found';
    throw isGone ? conflict(reason('import_backup_missing')) : error;
  });
  await deps.kept.write(id, 'state', writeState({ ...state, takenBackAtMs: deps.clock() }));
  return restored;
}

export async function removeImport(deps: Seen, id: string): Promise<void> {
  refuseReading(deps, await getState(deps, id));
  await refuseRunning(deps, id);
  await deps.kept.remove(id);
}
