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

/** The buses of two processes on one database, each with a pool of its own. */
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

/** What a bus hears, `missed` among it. */
function listen(bus: EventBus): (number | 'missed')[] {
  const heard: (number | 'missed')[] = [];
  bus.subscribe(numbers, ({ n }) => heard.push(n));
  bus.subscribe(messagesMissed, () => heard.push('missed'));
  return heard;
}

/** From outside, as somebody who may do anything. */
async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('what one process says the other hears, in the order in which it was said', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  const stated = Array.from({ length: 1_500 }, (_, n) => n);
  // Some long, some short: over several connections the short ones would overtake.
  for (const n of stated) one.publish(numbers, { n, text: n % 3 === 0 ? 'x'.repeat(7_000) : '' });
  await expect.poll(() => heard.length).toBe(stated.length);
  expect(heard).toEqual(stated);
});

test('what is too long for a notice is said to be missing, in its place', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  one.publish(numbers, { n: 1 });
  one.publish(numbers, { n: 2, text: 'x'.repeat(9_000) });
  one.publish(numbers, { n: 3 });
  await expect.poll(() => heard).toEqual([1, 'missed', 3]);
});

test('what could not be said is said to be missing, as soon as there is a connection again', async () => {
  const { one, other, name, logged } = await twoProcesses();
  const heard = listen(other);
  one.publish(numbers, { n: 1 });
  await expect.poll(() => heard).toEqual([1]);
  // The connections that listen stay: nobody would notice by them.
  await administer(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'lectern'`,
  );
  for (let n = 2; n < 200; n++) one.publish(numbers, { n });
  await expect.poll(() => logged.join()).toContain('could not be told');
  await administer(`alter database ${name} allow_connections true`);
  await expect.poll(() => heard.at(-1)).toBe('missed');
  one.publish(numbers, { n: 200 });
  await expect.poll(() => heard.at(-1)).toBe(200);
  expect(heard.filter((one) => typeof one === 'number')).toEqual([1, 200]);
});

test('what was said just before the end is still heard', async () => {
  const { one, other } = await twoProcesses();
  const heard = listen(other);
  for (let n = 0; n < 300; n++) one.publish(numbers, { n });
  await one.close();
  await expect.poll(() => heard.length).toBe(300);
});
