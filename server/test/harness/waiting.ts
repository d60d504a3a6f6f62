// Two who do something at the same moment, one of whom has to wait: for tests that let the other one go on then.
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';

/** On PostgreSQL: somebody waits for rows that somebody else holds. */
export async function waitForWaiting({ db }: OpenedDatabase): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return Number(rows[0]?.waiting) > 0;
  });
}
