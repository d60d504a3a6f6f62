import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inBackground } from '../background.ts';
import type { Database } from '../dialect.ts';
import { createReadingThread, type ReadingThread } from './reading-thread.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let database: Database;
let thread: ReadingThread;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-thread-'));
  const file = join(folder, 'test.db');
  database = openSqlite(file);
  thread = createReadingThread(file);
  await sql`create table book (id text primary key, size integer, data blob)`.execute(database.db);
});
afterEach(async () => {
  await thread.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const add = (id: string, size: number | null = null) =>
  sql`insert into book values (${id}, ${size}, null)`.execute(database.db);
const runQuery = (query = sql<{ id: string }>`select id from book order by id`, on = thread) =>
  on.rows(query.compile(database.db));
/** A query that keeps the thread busy for about a second. */
const slow = sql<{
  id: string;
}>`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
  select count(*) as id from n`;

test('a long query sees everything that was committed before it was requested', async () => {
  for (let n = 0; n < 20; n++) {
    await add(`book ${n}`);
    expect(await runQuery()).toHaveLength(n + 1);
  }
});

test('no request waits for a long query of a task', async () => {
  const { rows } = database.readerThread;
  const answered: string[] = [];
  const note = (who: string) => () => void answered.push(who);
  await Promise.all([
    inBackground(() => rows(slow.compile(database.db))).then(note('task')),
    rows(sql`select 1`.compile(database.db)).then(note('request')),
  ]);
  expect(answered).toEqual(['request', 'task']);
});

test('rows are returned unchanged, including empty results and null values', async () => {
  expect(await runQuery(sql`select id, size from book`)).toEqual([]);
  await add('é', 2 ** 40);
  await add('z');
  const rows = await runQuery(
    sql`select id, size, ${'bound'} as text from book where id >= ${'a'} order by id desc`,
  );
  expect(rows).toEqual([
    { id: 'é', size: 2 ** 40, text: 'bound' },
    { id: 'z', size: null, text: 'bound' },
  ]);
  const shuffled = sql<{ hash: number }>`select shuffled(id, ${7}) as hash from book order by id`;
  expect(await thread.rows(shuffled.compile(database.db))).toEqual(
    (await shuffled.execute(database.db)).rows,
  );
});

test("an invalid query fails alone with the database's error code, and nothing is written", async () => {
  const [wrong, right] = await Promise.allSettled([runQuery(sql`select nothing from nowhere`), runQuery()]);
  expect(wrong).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_ERROR' } });
  expect(right).toMatchObject({ status: 'fulfilled' });
  await expect(runQuery(sql`delete from book returning id`)).rejects.toMatchObject({
    code: 'SQLITE_READONLY',
  });
});

test('other requests are served during a long query', async () => {
  await runQuery();
  let isAnswered = false;
  const long = runQuery(slow).then(() => {
    isAnswered = true;
  });
  for (let n = 0; n < 5; n++) await add(`${n}`);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isAnswered).toBe(false);
  await long;
});

test('an ended thread is replaced, and its pending queries fail', async () => {
  const unanswered = runQuery(slow);
  const [ended] = await Promise.allSettled([unanswered, thread.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('ended') } });
  await add('a');
  expect(await runQuery()).toEqual([{ id: 'a' }]);
});

test('queries that are requested while a thread ends run in the next', async () => {
  await runQuery();
  const closing = thread.close();
  const answer = runQuery();
  await closing;
  expect(await answer).toEqual([]);
});

test('an idle thread ends, and the next query starts another one', async () => {
  const hasty = createReadingThread(join(folder, 'test.db'), { idleMs: 0 });
  for (let n = 0; n < 3; n++) {
    expect(await runQuery(undefined, hasty)).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [first, second] = await Promise.all([runQuery(undefined, hasty), runQuery(undefined, hasty)]);
  expect([first, second]).toEqual([[], []]);
  await hasty.close();
});

/** Makes the time limit expire immediately, on any machine. */
function passLimit() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return () => vi.advanceTimersByTime(60_000);
}
const refused = { status: 'rejected', reason: { code: 'unavailable' } };

test('a query that takes too long is rejected, and those waiting behind it run in another thread', async () => {
  const pass = passLimit();
  await add('a');
  await runQuery();
  const pending = [runQuery(slow), runQuery(), runQuery()];
  pass();
  expect(await Promise.allSettled(pending)).toMatchObject([
    refused,
    { status: 'fulfilled', value: [{ id: 'a' }] },
    { status: 'fulfilled', value: [{ id: 'a' }] },
  ]);
});

test('the number of abandoned threads is limited', async () => {
  const pass = passLimit();
  const first = runQuery(slow);
  pass();
  const second = runQuery(slow);
  const behind = runQuery();
  pass();
  expect(await Promise.allSettled([first, second, behind])).toMatchObject([refused, refused, refused]);
  await thread.close();
  expect(await runQuery()).toEqual([]);
});

test('a thread that is stopped while it loads the database is terminated afterwards', async () => {
  const emit = vi.spyOn(Worker.prototype, 'emit');
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  onTestFinished(() => void vi.restoreAllMocks());
  const starting = createReadingThread(join(folder, 'test.db'));
  const asked = Promise.allSettled([runQuery(undefined, starting)]);
  await starting.close();
  await asked;
  const messages = emit.mock.invocationCallOrder.filter(
    (_, call) => emit.mock.calls[call]?.[0] === 'message',
  );
  expect(messages).not.toEqual([]);
  expect(messages[0]).toBeLessThan(terminate.mock.invocationCallOrder[0] ?? 0);
});
