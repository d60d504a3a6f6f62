import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresDialect } from '#infrastructure/database/postgres/postgres.ts';
import { silentLog } from '#infrastructure/log.ts';
import { startPostgres } from '../../../test/harness/database-server/postgres-server.ts';
import { until } from '../../../test/harness/until.ts';
import { createGraphileDelivery } from './graphile-delivery.ts';
import type { TaskRow } from './store.ts';

test('a task that ends while PostgreSQL is unavailable affects nothing else, and is removed from the queue afterwards', {
  timeout: 90_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-queue-'));
  const postgres = await startPostgres(folder);
  const pool = new pg.Pool({ connectionString: `${postgres.url}postgres` });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const nobodys = vi.fn<(error: unknown) => void>();
  process.on('unhandledRejection', nobodys);
  onTestFinished(async () => {
    process.off('unhandledRejection', nobodys);
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const delivery = await createGraphileDelivery({
    pool,
    isUnavailable: postgresDialect.isUnavailable,
    clock: Date.now,
    concurrency: 1,
    log: silentLog,
  });
  const running = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  await delivery.start({
    types: [],
    claim: async (id) => ({ id }) as TaskRow,
    async run() {
      running.resolve();
      await over.promise;
    },
  });
  await delivery.deliver({ id: 'one', priority: 0, scheduledFor: 0 });
  await running.promise;
  await postgres.stop();
  const asked = vi.spyOn(pool, 'connect');
  over.resolve();
  await until(() => asked.mock.settledResults.filter(({ type }) => type === 'rejected').length > 1);
  await postgres.start();
  const count = async () =>
    (await pool.query<{ count: string }>('select count(*) from graphile_worker._private_jobs')).rows[0]
      ?.count;
  await vi.waitFor(async () => expect(await count()).toBe('0'), { timeout: 30_000, interval: 50 });
  await delivery.stop();
  expect(nobodys).not.toHaveBeenCalled();
});
