// The import task. It can be interrupted at any time and resumes, because existing data is kept.

import { reasonSchema } from '@lectern/contract/errors';
import { importKinds } from '@lectern/contract/import/imports';
import { reasonKeys } from '@lectern/contract/reasons';
import { z } from 'zod';
import type { Prepared, SnapshotImport } from '#features/import/apply/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import { messageOf, Problem, reason, systemCodeOf } from '#infrastructure/errors.ts';
import {
  administration,
  defineTask,
  PermanentFailure,
  Postponed,
  type TaskContext,
  type TaskDefinition,
} from '#infrastructure/tasks/define.ts';
import { describeOutcome, listMissing } from './describe.ts';
import { taskType } from './latest-task.ts';
import { loadSnapshot, type Unpacking, withSnapshotFiles } from './reading/in-worker.ts';
import { readState, writeState } from './state.ts';
import { givenParts } from './storage/storage.ts';

interface Dependencies extends Unpacking {
  snapshotImport: SnapshotImport;
  dialect: DatabaseDialect;
  clock: Clock;
}

interface Params {
  importId: string;
}

export type ImportTask = TaskDefinition<Params>;

const day = 24 * 60 * 60;
/** Interval for checking the scans, which use the task slots meanwhile. */
const scanWaitMs = 1_000;

export const defineImportTask = (deps: Dependencies): ImportTask =>
  defineTask<Params>({
    type: taskType,
    payload: z.object({ importId: z.uuid() }),
    // One import at a time.
    key: () => 'all',
    subject: administration,
    priority: 55,
    attempts: 20,
    timeoutSeconds: 7 * day,
    run: (context) => run(deps, context).catch((error: unknown) => fail(deps, context, error)),
  });

const ourReasonSchema = reasonSchema.extend({ reason: z.enum(reasonKeys) });

/** Result of the preparation, from an earlier attempt. */
const preparedSchema = z.object({
  knownUsers: z.array(z.string()),
  libraries: z.array(z.tuple([z.string(), z.string()])),
  scans: z.array(z.object({ libraryId: z.string(), taskId: z.string() })),
  outcome: z.object({
    kind: z.enum(importKinds),
    what: z.string(),
    taken: z.number(),
    known: z.number(),
    lost: z.number(),
    notes: z.array(ourReasonSchema.extend({ cause: ourReasonSchema.optional() })),
  }),
});

async function run(deps: Dependencies, context: TaskContext<Params>): Promise<unknown> {
  const { kept, snapshotImport, clock } = deps;
  const { importId } = context.params;
  const gone = () => new PermanentFailure(reason('import_given_gone'));
  const bytes = await kept.read(importId, 'state');
  const state = bytes && readState(bytes);
  if (!state) throw gone();
  // An earlier attempt completed the import but was interrupted before the task ended.
  if (state.outcomes) return toResult(state.outcomes);
  const load = async () => {
    const snapshot = await loadSnapshot(kept, importId);
    if (!snapshot) throw gone();
    return snapshot;
  };
  let prepared: Prepared | undefined = preparedSchema.safeParse(context.state).data;
  if (!prepared) {
    context.progress(0, 0, 'preparing');
    prepared = await snapshotImport.prepare(await snapshotImport.plan(await load(), state.maps));
    context.saveState(prepared);
  }
  const scanned = await snapshotImport.countScanned(prepared);
  if (scanned < prepared.scans.length) {
    context.progress(scanned, prepared.scans.length, 'scanning');
    throw new Postponed(scanWaitMs);
  }
  const ready = prepared;
  const { told, missing } = await withSnapshotFiles(deps, importId, {
    snapshot: await load(),
    use: async (snapshot) => {
      const plan = await snapshotImport.plan(snapshot, state.maps);
      const outcomes = await snapshotImport.apply(plan, ready, (stage, done, total) => {
        context.signal.throwIfAborted();
        context.progress(done, total, stage);
      });
      const gaps = outcomes.flatMap((one) => one.missing ?? []);
      return { told: outcomes.map(describeOutcome), missing: listMissing(plan, gaps) };
    },
  });
  await kept.write(importId, 'missing', Buffer.from(JSON.stringify(missing)));
  await kept.write(importId, 'state', writeState({ ...state, outcomes: told, endedAtMs: clock() }));
  await kept.remove(importId, givenParts);
  return toResult(told);
}

/** Number of new items per kind. */
const toResult = (outcomes: readonly { kind: string; taken: number }[]) =>
  Object.fromEntries(outcomes.map(({ kind, taken }) => [kind, taken]));

/** Permanent errors fail the task without a retry. An administrator can start the import again. */
function fail({ dialect }: Dependencies, { signal }: TaskContext<Params>, error: unknown): never {
  const isKnown = error instanceof Postponed || error instanceof Problem || error instanceof PermanentFailure;
  if (signal.aborted || isKnown || dialect.isUnavailable(error)) throw error;
  const isFull = dialect.isOutOfSpace(error) || ['ENOSPC', 'EDQUOT'].includes(systemCodeOf(error) ?? '');
  throw new PermanentFailure(isFull ? reason('data_disk_full') : messageOf(error), { cause: error });
}
