// The messages between the server and its worker processes.

/** Parent to child. */
export interface JobMessage {
  id: number;
  name: string;
  input: unknown;
}

/** Child to parent. */
export type ReplyMessage =
  | { kind: 'ready' }
  | { id: number; kind: 'partial'; value: unknown }
  | { id: number; kind: 'done'; value: unknown }
  | { id: number; kind: 'failed'; error: ErrorData };

/** A serialized error: its name, message and properties. */
export interface ErrorData {
  name: string;
  message: string;
  stack: string | undefined;
  fields: Record<string, unknown>;
}

export function toErrorData(error: unknown): ErrorData {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, fields: {} };
  const plain = Object.entries(error).filter(([key, value]) => key !== 'name' && isPlain(value));
  return { name: error.name, message: error.message, stack: error.stack, fields: Object.fromEntries(plain) };
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** An error that a job has thrown in its worker process. */
export class JobError extends Error {
  readonly data: ErrorData;

  constructor(data: ErrorData) {
    super(data.message);
    this.name = 'JobError';
    this.data = data;
  }
}

/** `preempted`: the process was ended to free memory, and its job restarts. */
export type LossReason = 'crashed' | 'timeout' | 'memory' | 'closed' | 'preempted';

/** The worker process of a job has died: it crashed, or exceeded its time or memory limit. */
export class WorkerLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason, detail: string) {
    super(detail);
    this.name = 'WorkerLost';
    this.reason = reason;
  }
}
