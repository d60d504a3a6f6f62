// How long a statement may take that somebody waits for: scans, migrations and copies are not meant.
import { Problem, reason } from '#infrastructure/errors.ts';

/** Longer than any list of a million books takes on a slow disk. */
export const maxStatementMs = 60_000;

export const tookTooLong = (): Problem =>
  new Problem('unavailable', reason('database_slow'), {
    headers: { 'Retry-After': '60' },
  });
