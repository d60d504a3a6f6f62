// The error that the program throws on purpose. infrastructure/http/problems.ts turns it into an HTTP response.
import { type ErrorCode, errorStatuses, type Issue } from '@lectern/contract/errors';
import { type Reason, reason } from '@lectern/contract/reasons';

export { type Reason, reason };

export interface ProblemOptions {
  details?: unknown;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error with a code of the contract. The message is one sentence for people, without secrets. */
export class Problem extends Error {
  readonly code: ErrorCode;
  /** What clients say in other languages. */
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

/** What a problem says. Every other error is thrown again. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof Problem && error.reason) return error.reason;
  throw error;
}

/** The requested entity does not exist, or the caller may not know that it does. */
export const notFound = (thing: string) =>
  new Problem('not_found', `This ${thing} does not exist, or you cannot access it.`);

export const conflict = (why: Reason, details?: unknown) => new Problem('conflict', why, { details });

/** A book's file was replaced: its description and its bytes would belong to two files. */
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

/** The 429, which says in whole seconds how long to wait. */
export function tooManyRequests(waitSeconds: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const message = `Too many requests; wait ${seconds} second${seconds === 1 ? '' : 's'}`;
  return new Problem('rate_limit_exceeded', message, { headers: { 'Retry-After': String(seconds) } });
}

export const unauthorized = (why = reason('not_signed_in')) => new Problem('unauthorized', why);

/** An issue of `invalid` that clients can say in another language. */
export const toIssue = (path: string, { reason: code, params, message }: Reason): Issue => ({
  path,
  message,
  code,
  ...(params && { params }),
});

/**
 * A fault of the set-up that an administrator can correct: a wrong flag, a port in use, a folder without permission.
 * Ends the program with one sentence and exit code 1 instead of a stack trace.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The code of an error of the system (`ENOENT`); undefined for what is none. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
