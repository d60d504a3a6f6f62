import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../../../test/harness/databases.ts';
import { inBackground } from '../background.ts';
import { openPostgres } from './postgres.ts';

async function open(options: { poolSize: number; limitMs?: number }) {
  const { environment, drop } = await createEmptyDatabase('postgres');
  const url = environment.LECTERN_DATABASE_POSTGRES ?? '';
  const database = await openPostgres({ url, onError() {}, ...options });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

test('serves tasks while requests wait for each of their connections', async () => {
  const { db, readerThread, transaction } = await open({ poolSize: 1 });
  const one = () => sql`select 1`.execute(db);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = transaction(async () => {
    held.resolve();
    await released;
  });
  await held.promise;
  let isServed = false;
  const request = one().then(() => {
    isServed = true;
  });
  await inBackground(async () => {
    await one();
    await transaction((tx) => sql`select 1`.execute(tx));
    await readerThread.rows(sql`select 1`.compile(db));
  });
  expect(isServed).toBe(false);
  release();
  await Promise.all([request, holding]);
});

test('cancels a long query of the reader pool, and its connection remains usable', async () => {
  const { db, readerThread } = await open({ poolSize: 1, limitMs: 50 });
  const runQuery = (query = sql<{ n: number }>`select n from generate_series(1, ${3}::int) n`) =>
    readerThread.rows(query.compile(db));
  await expect(runQuery(sql`select pg_sleep(600)`)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await runQuery()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await expect(runQuery(sql`create table t (n int)`)).rejects.toMatchObject({ code: '25006' });
  // Queries outside of the reader pool, such as those of scans and migrations, have no limit.
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});
