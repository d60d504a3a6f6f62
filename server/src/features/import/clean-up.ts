// Deletes uploaded data after a day, and results of imports that ended long ago.
import type { Clock } from '#infrastructure/clock.ts';
import type { TaskStore } from '#infrastructure/tasks/store.ts';
import { findTask } from './latest-task.ts';
import { removeScratch } from './reading/in-worker.ts';
import { isActive, keptMs, readState } from './state.ts';
import { givenParts, type ImportStorage } from './storage/storage.ts';

interface Dependencies {
  kept: ImportStorage;
  scratch: string;
  store: Pick<TaskStore, 'list'>;
  keepDays(): number;
  clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum duration of an upload. */
const unfinishedMs = 2 * 60 * 60 * 1000;

export function createCleanUp({ kept, scratch, store, keepDays, clock }: Dependencies): () => Promise<void> {
  async function cleanUpOne(id: string, nowMs: number): Promise<void> {
    const bytes = await kept.read(id, 'state');
    const state = bytes && readState(bytes);
    if (!state) {
      // An upload in progress has no state yet.
      if (toMs(id) < nowMs - unfinishedMs) await kept.remove(id);
      return;
    }
    if (isActive(await findTask(store, id))) return;
    const isTold = state.outcomes !== null || state.backup !== null;
    if (state.createdAtMs < nowMs - (isTold ? keepDays() * dayMs : keptMs)) await kept.remove(id);
    else if (state.outcomes !== null || state.createdAtMs < nowMs - keptMs) await kept.remove(id, givenParts);
  }

  return async () => {
    const nowMs = clock();
    for (const id of await kept.list()) await cleanUpOne(id, nowMs);
    await kept.cleanUp(nowMs - unfinishedMs);
    await removeScratch(scratch, nowMs - unfinishedMs);
  };
}

/** Creation time of an id: the first 48 bits of a UUID version 7 (RFC 9562, 5.7). */
const toMs = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
