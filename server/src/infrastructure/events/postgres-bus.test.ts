import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { createLog } from '#infrastructure/log.ts';
import { openTestDatabase } from '../../../test/harness/databases.ts';
import { channel, type EventBus, messagesMissed } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const numbers = channel<{ n: number; text?: string }>('test.numbers');

/** The buses of two processes on one database, each with its own pool. */
async function twoProcesses() {
  const database = await openTestDatabase('postgres');
  cleanups.push(database.drop);
  const url = database.postgres?.url ?? '';
  const logged: string[] = [];
  const log = createLog({ log: { level: 'warn', format: 'json' } }, { write: (line) => logged.push(line) });
  const open = async (): Promise<EventBus> => {
    const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'lectern' });
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const bus = await createPostgresBus({ url, pool, log });
    cleanups.push(async () => {
      await bus.close();
      await pool.end();
    });
    return bus;
  };
  return { one: await open(), other: await open(), name: new URL(url).pathname.slice(1), logged };
}

/** Records the messages of a bus, including `missed`. */
function listen(bus: EventBus): (number | 'missed')[] {
  const heard: (number | 'missed')[] = [];
  bus.subscribe(numbers, ({ n }) => heard.push(n));
  bus.subscribe(messagesMissed, () => heard.push('missed'));
  return heard;
}

/** Runs statements as a superuser on a separate connection. */
async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('delivers messages of one process to the other in order', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  const stated = Array.from({ length: 1_500 }, (_, n) => n);
  // Messages of different lengths: over several connections, the short ones would overtake the long ones.
  for (const n of stated) one.publish(numbers, { n, text: n % 3 === 0 ? 'x'.repeat(7_000) : '' });
  await expect.poll(() => heard.length).toBe(stated.length);
  expect(heard).toEqual(stated);
});

test('reports a message that is too long as missed, in its place', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  one.publish(numbers, { n: 1 });
  one.publish(numbers, { n: 2, text: 'x'.repeat(9_000) });
  one.publish(numbers, { n: 3 });
  await expect.poll(() => heard).toEqual([1, 'missed', 3]);
});

test('reports unsent messages as missed when the connection is restored', async () => {
  const { one, other, name, logged } = await twoProcesses();
  const heard = listen(other);
  one.publish(numbers, { n: 1 });
  await expect.poll(() => heard).toEqual([1]);
  // The listening connections stay open, so they do not detect the failure.
  await administer(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'lectern'`,
  );
  for (let n = 2; n < 200; n++) one.publish(numbers, { n });
  await expect.poll(() => logged.join()).toContain('failed to send messages');
  await administer(`alter database ${name} allow_connections true`);
  await expect.poll(() => heard.at(-1)).toBe('missed');
  one.publish(numbers, { n: 200 });
  await expect.poll(() => heard.at(-1)).toBe(200);
  expect(heard.filter((one) => typeof one === 'number')).toEqual([1, 200]);
});

test('delivers messages sent just before the end', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  for (let n = 0; n < 300; n++) one.publish(numbers, { n });
  await one.close();
  await expect.poll(() => heard.length).toBe(300);
});
