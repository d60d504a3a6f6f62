// Waits until one of two concurrent transactions is blocked by the other, so that a test can then continue the other.
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';

/** Waits until a transaction on PostgreSQL is blocked by locked rows. */
export async function waitForWaiting({ db }: OpenedDatabase): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return Number(rows[0]?.waiting) > 0;
  });
}
