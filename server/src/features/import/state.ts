// The stored state of an import, and its conversion for the API.

import { reasonSchema } from '@lectern/contract/errors';
import {
  type ImportDto,
  type ImportOutcome,
  type ImportPlan,
  importOutcomeSchema,
  importPlanSchema,
  importSchema,
  importStages,
  type RootMap,
  rootMapSchema,
} from '@lectern/contract/import/imports';
import { reason } from '@lectern/contract/reasons';
import { z } from 'zod';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { readLastError } from '#infrastructure/tasks/define.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';

const stateSchema = z.object({
  createdAtMs: z.number(),
  /** `name`: the path, for a source on the server. */
  source: importSchema.shape.source,
  program: z.string(),
  hasLog: z.boolean(),
  maps: z.array(rootMapSchema),
  plan: importPlanSchema,
  /** Start of reading the source. Null when reading has ended. */
  readingSinceMs: z.number().nullable(),
  /** Why the source was rejected. */
  refused: reasonSchema.nullable(),
  /** Name of the backup created before the import. */
  backup: z.string().nullable(),
  outcomes: z.array(importOutcomeSchema).nullable(),
  endedAtMs: z.number().nullable(),
  takenBackAtMs: z.number().nullable(),
});

export interface ImportState {
  createdAtMs: number;
  source: ImportDto['source'];
  program: string;
  hasLog: boolean;
  maps: RootMap[];
  plan: ImportPlan;
  readingSinceMs: number | null;
  refused: ImportDto['failure'];
  backup: string | null;
  outcomes: ImportOutcome[] | null;
  endedAtMs: number | null;
  takenBackAtMs: number | null;
}

/** Returns undefined for a state written by another version in another format. */
export function readState(bytes: Uint8Array): ImportState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

export const writeState = (state: ImportState): Uint8Array => Buffer.from(JSON.stringify(state));

/** Reading never takes longer. A process that has been reading longer than this has ended. */
const maxReadingMs = 40 * 60 * 1000;

export const isReading = ({ readingSinceMs }: ImportState, nowMs: number): boolean =>
  readingSinceMs !== null && nowMs - readingSinceMs < maxReadingMs;

/** The plan of a source that has not been read yet. */
export const noPlan: ImportPlan = {
  libraries: [],
  users: [],
  counts: {},
  leftOut: [],
  obstacle: null,
  books: 0,
  booksFound: 0,
  booksRewritten: 0,
  places: 0,
  placesFound: 0,
};

/** Time for which uploaded data is stored. */
export const keptMs = 24 * 60 * 60 * 1000;

export const isActive = (task: TaskRow | undefined): boolean =>
  task?.status === 'pending' || task?.status === 'running';

export function toDto(
  id: string,
  state: ImportState,
  { task, isThere, nowMs }: { task: TaskRow | undefined; isThere: boolean; nowMs: number },
): ImportDto {
  const { createdAtMs, endedAtMs, takenBackAtMs, readingSinceMs, refused, ...rest } = state;
  const status = toStatus(state, task, nowMs);
  const isCutOff = readingSinceMs !== null && status === 'failed';
  return {
    ...rest,
    id,
    status,
    createdAt: toTime(createdAtMs),
    expiresAt: isThere ? toTime(createdAtMs + keptMs) : null,
    taskId: task?.id ?? null,
    progress: status === 'running' ? toProgress(task) : null,
    failure:
      status === 'failed'
        ? (refused ?? (isCutOff ? reason('process_ended') : readLastError(task?.lastError ?? null)))
        : null,
    endedAt: toTimeOrNull(endedAtMs),
    takenBackAt: toTimeOrNull(takenBackAtMs),
  };
}

function toStatus(state: ImportState, task: TaskRow | undefined, nowMs: number): ImportDto['status'] {
  if (isReading(state, nowMs)) return 'reading';
  if (state.readingSinceMs !== null || state.refused) return 'failed';
  if (state.takenBackAtMs !== null) return 'taken_back';
  if (state.outcomes) return 'completed';
  if (isActive(task)) return 'running';
  return task?.status === 'failed' || task?.status === 'cancelled' ? task.status : 'ready';
}

function toProgress(task: TaskRow | undefined): ImportDto['progress'] {
  const stage = importStages.find((one) => one === task?.progressMessage) ?? 'preparing';
  return { stage, current: task?.progressCurrent ?? 0, total: task?.progressTotal ?? 0 };
}
