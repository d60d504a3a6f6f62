// How long a statement may take that somebody waits for: scans, migrations and copies are not meant.
import { Problem } from '#infrastructure/errors.ts';

/** Longer than any list of a million books takes on a slow disk. */
export const maxStatementMs = 60_000;

export const tookTooLong = (): Problem =>
  new Problem('unavailable', 'The database takes too long to answer this', {
    headers: { 'Retry-After': '60' },
  });
