// The error for expected failures. infrastructure/http/problems.ts converts it to an HTTP response.
import { type ErrorCode, errorStatuses, type Issue } from '@lectern/contract/errors';
import { type Reason, reason } from '@lectern/contract/reasons';

export { type Reason, reason };

export interface ProblemOptions {
  details?: unknown;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error with a code of the contract. The message is one sentence for users, without secrets. */
export class Problem extends Error {
  readonly code: ErrorCode;
  /** Reason that clients translate. */
  readonly reason: Reason | undefined;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string | Reason, options: ProblemOptions = {}) {
    const known = typeof message === 'string' ? undefined : message;
    super(
      known?.message ?? String(message),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.reason = known;
    this.name = 'Problem';
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatuses[this.code];
  }
}

/** Returns the reason of a problem. Rethrows any other error. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Problem && error.reason) return error.reason;
  throw error;
}

/** The requested entity does not exist, or the caller may not know that it does. */
export const notFound = (thing: string) =>
  new Problem('not_found', `This ${thing} does not exist, or you cannot access it.`);

export const conflict = (why: Reason, details?: unknown) => new Problem('conflict', why, { details });

/** A book's file was replaced, so that its metadata and its bytes would belong to two files. */
export const replacedNow = () => conflict(reason('file_replaced'));

export const forbidden = (why: Reason) => new Problem('forbidden', why);

export const needsPermission = (permission: string) => forbidden(reason('needs_permission', { permission }));

/** Invalid input. Each issue has a path: `body.name`, `query.page`. */
export function invalid(issues: readonly Issue[] | Issue): Problem {
  const list = 'path' in issues ? [issues] : issues;
  const message = list
    .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
    .join('; ');
  return new Problem('validation_failed', message, { details: { issues: list } });
}

/** The 429 error with the waiting time in whole seconds. */
export function tooManyRequests(waitSeconds: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const message = `Too many requests; wait ${seconds} second${seconds === 1 ? '' : 's'}`;
  return new Problem('rate_limit_exceeded', message, { headers: { 'Retry-After': String(seconds) } });
}

export const unauthorized = (why = reason('not_signed_in')) => new Problem('unauthorized', why);

/** An issue of `invalid` that clients can translate. */
export const toIssue = (path: string, { reason: code, params, message }: Reason): Issue => ({
  path,
  message,
  code,
  ...(params && { params }),
});

/**
 * A configuration or environment error that an administrator can correct: a wrong flag, a port in use, a folder without
 * permission. Ends the program with one sentence and exit code 1 instead of a stack trace.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the code of a system error (`ENOENT`); undefined for other errors. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
