// What a kind of task is: declared once in the feature that owns it, known to the engine only through this.

import type { z } from 'zod';
import { type Reason, reason } from '#infrastructure/errors.ts';
import type { Log } from '#infrastructure/log.ts';

export interface TaskContext<P> {
  id: string;
  params: P;
  /** Counts from 1. */
  attempt: number;
  /** Aborted when the task is cancelled, takes too long, or the program ends. */
  signal: AbortSignal;
  log: Log;
  /** Tells people how far it is; written at most once a second. */
  progress(current: number, total: number, message?: string): void;
  /** The handler's own account of its progress, kept with the task. */
  saveState(state: unknown): void;
  /** What an earlier attempt of this task saved last. */
  state: unknown;
}

export interface TaskDefinition<P> {
  /** `<feature>.<verb>`: 'scanning.scan'. */
  type: string;
  payload: z.ZodType<P>;
  /** Tasks that wait or run never share type and key. */
  key(params: P): string;
  /** Higher goes first: 100 someone waits, 50 ordinary, 10 in the background. */
  priority: number;
  /** How often it is tried before it counts as failed. */
  attempts: number;
  timeoutSeconds: number;
  /** What it is about, so that it can be found. */
  about?(params: P): { libraryId?: string; seriesId?: string; bookId?: string };
  /** Idempotent: it may run again after a crash. What it returns is kept with the task. */
  run(context: TaskContext<P>): Promise<unknown>;
}

/** A task of any kind, as the engine keeps it. */
export interface AnyTaskDefinition extends Omit<TaskDefinition<never>, 'payload'> {
  payload: z.ZodType;
}

export const defineTask = <P>(definition: TaskDefinition<P>): TaskDefinition<P> => definition;

/** A failure that another attempt cannot mend. */
export class PermanentFailure extends Error {
  readonly reason: Reason | undefined;

  constructor(message: string | Reason, options?: ErrorOptions) {
    const known = typeof message === 'string' ? undefined : message;
    super(known?.message ?? String(message), options);
    this.reason = known;
    this.name = 'PermanentFailure';
  }
}

/** Characters of a sentence that are kept. */
const maxLength = 2_000;

/** Why a task failed, as its row keeps it: JSON of a reason. */
export const writeLastError = ({ message, ...rest }: Reason): string =>
  JSON.stringify({ ...rest, message: message.slice(0, maxLength) });

export const readLastError = (text: string | null): Reason | null =>
  text === null ? null : JSON.parse(text);

/** That of the error, else that something failed, in the words of the error. */
export function toReason(error: unknown): Reason {
  const known = error instanceof Error && 'reason' in error ? error.reason : undefined;
  if (typeof known === 'object' && known !== null) return known as Reason;
  return { ...reason('task_failed'), message: error instanceof Error ? error.message : String(error) };
}
