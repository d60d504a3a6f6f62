import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../../test/harness/databases.ts';
import { openPostgres } from './postgres.ts';

test('a statement that is asked apart and takes too long is ended, and its connection serves on', async () => {
  const { environment, drop } = await createEmptyDatabase('postgres');
  const url = environment.LECTERN_DATABASE_POSTGRES ?? '';
  const { db, readerThread, close } = await openPostgres({ url, poolSize: 1, limitMs: 50, onError() {} });
  onTestFinished(async () => {
    await close();
    await drop();
  });
  const runQuery = (query = sql<{ n: number }>`select n from generate_series(1, ${3}::int) n`) =>
    readerThread.rows(query.compile(db));
  await expect(runQuery(sql`select pg_sleep(600)`)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await runQuery()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await expect(runQuery(sql`create table t (n int)`)).rejects.toMatchObject({ code: '25006' });
  // What is not asked apart, as scans and migrations are not, has no limit.
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});
