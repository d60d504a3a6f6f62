// Time limit of statements of requests. It does not apply to scans, migrations and copies.
import { Problem, reason } from '#infrastructure/errors.ts';

/** Longer than any list of a million books takes on a slow disk. */
export const maxStatementMs = 60_000;

export const tookTooLong = (): Problem =>
  new Problem('unavailable', reason('database_slow'), {
    headers: { 'Retry-After': '60' },
  });
