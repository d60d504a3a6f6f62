// The definition of a kind of task, declared by its feature and used by the engine.
import type { z } from 'zod';
import { messageOf, Problem, type Reason, reason } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';

export interface TaskContext<P> {
  id: string;
  params: P;
  /** Counts from 1. Interrupted and postponed runs do not count. */
  attempt: number;
  /** An earlier run failed or was interrupted by the end of its process, and may have left unfinished files. */
  hasRunBefore: boolean;
  /** Aborted when the task is cancelled, takes too long, or the program ends. */
  signal: AbortSignal;
  log: Log;
  /** Reports progress; written at most once a second. */
  progress(current: number, total: number, message?: string): void;
  /** Stores the handler's own state with the task. */
  saveState(state: unknown): void;
  /** The last state that an earlier attempt of this task stored. */
  state: unknown;
}

/** The object of a task. A task of a user is visible only to that user, one of the administration to administrators. */
export type TaskSubject =
  | { kind: 'library'; libraryId: string }
  | { kind: 'series'; libraryId: string; seriesId: string }
  | { kind: 'book'; libraryId: string; bookId: string }
  | { kind: 'user'; userId: string }
  | { kind: 'administration' };

export const administration = (): TaskSubject => ({ kind: 'administration' });

export interface TaskDefinition<P> {
  /** `<feature>.<verb>`: 'scanning.scan'. */
  type: string;
  payload: z.ZodType<P>;
  /** Unique among the waiting and running tasks of a type. */
  key(params: P): string;
  /** Higher priorities run first: 100 for interactive work, 50 by default, 10 for background work. */
  priority: number;
  /** Failed attempts before the task counts as failed. */
  attempts: number;
  timeoutSeconds: number;
  /** Decides who may see and control the task (features/system/tasks/store.ts). */
  subject(params: P): TaskSubject;
  /**
   * Must be idempotent, because it may run again after a crash. The result is stored with the task; it contains ids and
   * no titles.
   */
  run(context: TaskContext<P>): Promise<unknown>;
}

/** The definition of any kind of task. */
export interface AnyTaskDefinition extends Omit<TaskDefinition<never>, 'payload'> {
  payload: z.ZodType;
}

export const defineTask = <P>(definition: TaskDefinition<P>): TaskDefinition<P> => definition;

/** A failure that is not retried. */
export class PermanentFailure extends Error {
  readonly reason: Reason | undefined;

  constructor(message: string | Reason, options?: ErrorOptions) {
    const known = typeof message === 'string' ? undefined : message;
    super(known?.message ?? String(message), options);
    this.reason = known;
    this.name = 'PermanentFailure';
  }
}

/** Not a failure: the task waits for others, frees its slot meanwhile, and starts again later. */
export class Postponed extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`Postponed by ${waitMs} ms`);
    this.name = 'Postponed';
    this.waitMs = waitMs;
  }
}

/** Maximum length of a stored message. */
const maxLength = 2_000;

/** Returns the reason of a failure as stored in the row: JSON. */
export const writeLastError = ({ message, ...rest }: Reason): string =>
  JSON.stringify({ ...rest, message: message.slice(0, maxLength) });

export const readLastError = (text: string | null): Reason | null =>
  text === null ? null : JSON.parse(text);

/** Returns the reason of the error, otherwise a general reason with the error's message. */
export function toReason(error: unknown): Reason {
  const known = error instanceof Problem || error instanceof PermanentFailure ? error.reason : undefined;
  return known ?? { ...reason('task_failed'), message: messageOf(error) };
}
