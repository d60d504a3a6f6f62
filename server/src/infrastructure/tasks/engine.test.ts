import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '#infrastructure/config/load.ts';
import { isInBackground } from '#infrastructure/database/background.ts';
import { type EventBus, LocalBus } from '#infrastructure/events/bus.ts';
import { createPostgresBus } from '#infrastructure/events/postgres-bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';
import {
  administration,
  defineTask,
  PermanentFailure,
  type TaskContext,
  type TaskDefinition,
} from './define.ts';
import { createTaskEngine, type TaskEngine } from './engine.ts';
import { taskChanged } from './queue.ts';
import { backOffMs } from './runner.ts';
import type { TaskRow } from './store.ts';

const cleanups: (() => Promise<void>)[] = [];
/** Milliseconds that the clock is ahead. */
let aheadMs = 0;
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000;
afterEach(async () => {
  aheadMs = 0;
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const params = z.object({ name: z.string() });
type Params = z.infer<typeof params>;

const aTask = (
  run: (context: TaskContext<Params>) => Promise<unknown>,
  extra: Partial<TaskDefinition<Params>> = {},
) =>
  defineTask<Params>({
    type: 'test.run',
    payload: params,
    key: ({ name }) => name,
    subject: administration,
    priority: 50,
    attempts: 3,
    timeoutSeconds: 60,
    run,
    ...extra,
  });

/** Ends when the task is stopped. */
const untilStopped = ({ signal }: TaskContext<Params>) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  return vi.waitFor(
    async () => {
      const found = await look();
      if (!found) throw new Error('not yet');
      return found;
    },
    { timeout: 15_000, interval: 20 },
  );
}

describe.each(databaseKinds)('tasks on %s', (kind) => {
  async function setUp({ workers = 2 } = {}) {
    const database = await openTestDatabase(kind);
    cleanups.push(() => database.drop());
    const { config } = loadConfig({ environment: { LECTERN_TASKS_WORKERS: String(workers) }, cwd: '/' });
    const boot = async (): Promise<{ engine: TaskEngine; events: EventBus }> => {
      const events = database.postgres
        ? await createPostgresBus({ ...database.postgres, log: silentLog })
        : new LocalBus(silentLog);
      const engine = await createTaskEngine({
        database,
        events,
        config,
        clock: () => Date.now() + aheadMs,
        log: silentLog,
      });
      cleanups.push(async () => {
        await engine.stop();
        await events.close();
      });
      return { engine, events };
    };
    const { engine, events } = await boot();
    const get = async (id: string) => (await engine.store.find(id)) as TaskRow;
    const inState = (id: string, status: string) =>
      until(async () => {
        const task = await get(id);
        return task.status === status && task;
      });
    return { database, engine, events, boot, get, inState };
  }

  test('a task runs, reports its progress and stores its result', async () => {
    const { engine, inState } = await setUp();
    const task = aTask(async ({ params: { name }, progress }) => {
      progress(3, 7, `at ${name}`);
      await Promise.resolve();
      return { done: name, isInBackground: isInBackground() };
    });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    const done = await inState(row.id, 'completed');
    expect(JSON.parse(done.result ?? '')).toEqual({ done: 'a', isInBackground: true });
    expect(done).toMatchObject({
      progressCurrent: 3,
      progressTotal: 7,
      progressMessage: 'at a',
      attempts: 1,
      workerId: null,
    });
    expect(done.completedAt).toBeGreaterThanOrEqual(done.startedAt ?? Number.POSITIVE_INFINITY);
  });

  test('a waiting or running task is not enqueued twice, and can be enqueued again afterwards', async () => {
    const { engine, inState } = await setUp();
    const task = aTask(async () => {});
    const [first, ...others] = await Promise.all(
      Array.from({ length: 8 }, () => engine.queue.enqueue(task, { name: 'same' })),
    );
    expect(new Set([first, ...others].map((one) => one?.task.id)).size).toBe(1);
    expect([first, ...others].filter((one) => one?.isNew)).toHaveLength(1);
    expect((await engine.queue.enqueue(task, { name: 'other' })).isNew).toBe(true);
    await engine.start([task]);
    await inState(first?.task.id ?? '', 'completed');
    expect((await engine.queue.enqueue(task, { name: 'same' })).isNew).toBe(true);
  });

  test('higher priority runs first', async () => {
    // One worker: with two, the order of their starts would be undefined.
    const { engine } = await setUp({ workers: 1 });
    const order: string[] = [];
    const run = async ({ params: { name } }: TaskContext<Params>) => void order.push(name);
    const low = aTask(run, { type: 'test.low', priority: 10 });
    const high = aTask(run, { type: 'test.high', priority: 100 });
    for (const name of ['l1', 'l2', 'l3', 'l4']) await engine.queue.enqueue(low, { name });
    await engine.queue.enqueue(high, { name: 'h' });
    await engine.start([low, high]);
    await until(async () => order.length === 5);
    expect(order).toEqual(['h', 'l1', 'l2', 'l3', 'l4']);
  });

  test('a failed task is retried with increasing delays, and given up after its attempts', async () => {
    const { engine, database, inState, get } = await setUp();
    let runs = 0;
    const task = aTask(
      async () => {
        runs++;
        throw new Error(`fault ${runs}`);
      },
      { attempts: 2 },
    );
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    const waiting = await until(async () => {
      const now = await get(row.id);
      return now.lastError !== null && now;
    });
    expect(waiting).toMatchObject({
      status: 'pending',
      lastError: expect.stringContaining('"message":"fault 1"'),
      attempts: 1,
    });
    expect(waiting.scheduledFor - Date.now()).toBeGreaterThan(backOffMs(1) - 5_000);
    expect(backOffMs(2)).toBeGreaterThan(backOffMs(1));
    // Makes the task due.
    await database.db
      .updateTable('task')
      .set({ scheduledFor: Date.now() - 60_000 })
      .where('id', '=', row.id)
      .execute();
    if (database.postgres)
      await database.postgres.pool.query(
        `select graphile_worker.add_job('lectern.task', json_build_object('id', $1::text), job_key := $1::text)`,
        [row.id],
      );
    else await engine.queue.enqueue(task, { name: 'wake up' });
    expect(await inState(row.id, 'failed')).toMatchObject({
      lastError: expect.stringContaining('"task_failed"'),
      attempts: 2,
    });
  });

  test('a permanent failure is final immediately, and can be retried manually', async () => {
    const { engine, inState } = await setUp();
    let works = false;
    const task = aTask(async () => {
      if (!works) throw new PermanentFailure('no such folder');
    });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    expect(await inState(row.id, 'failed')).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('no such folder'),
    });
    works = true;
    await engine.queue.retry(row.id);
    expect(await inState(row.id, 'completed')).toMatchObject({ lastError: null });
    expect(await engine.queue.retry(row.id)).toBeUndefined();
  });

  test('a waiting task is cancelled immediately, a running one is stopped', async () => {
    const { engine, inState } = await setUp();
    const task = aTask(untilStopped);
    const waiting = await engine.queue.enqueue(task, { name: 'later' });
    expect((await engine.queue.cancel(waiting.task.id))?.status).toBe('cancelled');
    await engine.start([task]);
    const running = await engine.queue.enqueue(task, { name: 'now' });
    await inState(running.task.id, 'running');
    await engine.queue.cancel(running.task.id);
    expect(await inState(running.task.id, 'cancelled')).toMatchObject({ lastError: null });
    expect(await engine.queue.cancel(running.task.id)).toBeUndefined();
  });

  test('a task that takes too long is stopped and counts as failed', async () => {
    const { engine, inState } = await setUp();
    const task = aTask(untilStopped, { timeoutSeconds: 0.1, attempts: 1 });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    expect(await inState(row.id, 'failed')).toMatchObject({
      lastError: expect.stringContaining('"task_timeout"'),
    });
  });

  test('the end of the program puts running tasks back, and the next start completes them from their saved state', async () => {
    const { engine, boot, inState } = await setUp();
    const seen: unknown[] = [];
    const task = aTask(async (context) => {
      seen.push(context.state);
      context.saveState({ page: 41 });
      if (seen.length === 1) await untilStopped(context);
    });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    await until(async () => seen.length === 1);
    await engine.stop();
    expect(await inState(row.id, 'pending')).toMatchObject({ attempts: 0 });
    const next = await boot();
    await next.engine.start([task]);
    expect(await inState(row.id, 'completed')).toMatchObject({ attempts: 1 });
    expect(seen).toEqual([undefined, { page: 41 }]);
  });

  test('a task that is claimed at the moment of the end is also put back', async () => {
    const { engine, events, inState } = await setUp();
    const task = aTask(untilStopped);
    await engine.start([task]);
    const ended = Promise.withResolvers<void>();
    let told = 0;
    // One event when it is enqueued, and one when it is claimed.
    events.subscribe(taskChanged, () => {
      if (++told === 2) ended.resolve(engine.stop());
    });
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    await ended.promise;
    expect(await inState(row.id, 'pending')).toMatchObject({ attempts: 0 });
  });

  test('a task that is enqueued again while it runs is run once more', async () => {
    const { engine, inState } = await setUp();
    let runs = 0;
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const task = aTask(async () => {
      runs++;
      if (runs === 1) await gate;
    });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    await inState(row.id, 'running');
    const again = await engine.queue.enqueue(task, { name: 'a' }, { rerun: true });
    expect(again).toMatchObject({ isNew: false, task: { id: row.id } });
    release();
    await until(async () => runs === 2);
    await inState(row.id, 'completed');
  });

  test('a task that is enqueued again at the moment it ends is run once more', async () => {
    const { engine } = await setUp();
    let starts = 0;
    const task = aTask(async () => {
      starts++;
    });
    await engine.start([task]);
    for (let n = 0; n < 60; n++) {
      await engine.queue.enqueue(task, { name: 'a' });
      for (let turn = 0; turn < n % 12; turn++) await new Promise(setImmediate);
      const before = starts;
      await engine.queue.enqueue(task, { name: 'a' }, { rerun: true });
      await until(async () => starts > before);
    }
  });

  test('a permanently failed task runs again if it was enqueued meanwhile', async () => {
    const { engine, inState } = await setUp();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let runs = 0;
    const task = aTask(async () => {
      runs++;
      if (runs > 1) return;
      await gate;
      throw new PermanentFailure('no such folder');
    });
    await engine.start([task]);
    const { task: row } = await engine.queue.enqueue(task, { name: 'a' });
    await inState(row.id, 'running');
    await engine.queue.enqueue(task, { name: 'a' }, { rerun: true });
    release();
    expect(await inState(row.id, 'completed')).toMatchObject({ lastError: null });
  });

  test('one of several processes acts on a tick of a schedule', async () => {
    const { engine, boot } = await setUp();
    const other = await boot();
    const taken = await Promise.all(
      [engine, other.engine, engine, other.engine].map(({ store }) => store.takeTick('nightly', 1_000)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await engine.store.takeTick('nightly', 999)).toBe(false);
    expect(await other.engine.store.takeTick('nightly', 2_000)).toBe(true);
  });

  test('a tick while the clock was ahead does not stop a schedule, and is still handled by one process', async () => {
    const { engine } = await setUp();
    const nowMs = Date.now();
    expect(await engine.store.takeTick('ahead', nowMs + twoYearsMs)).toBe(true);
    const takes = [1, 2, 3].map(() => engine.store.takeTick('ahead', nowMs));
    expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(1);
    expect(await engine.store.takeTick('ahead', nowMs + 60_000)).toBe(true);
  });

  test('a task enqueued while the clock was ahead runs after it is set back', async () => {
    const { engine, boot, inState } = await setUp();
    const task = aTask(async () => 'done');
    aheadMs = twoYearsMs;
    const { task: asked } = await engine.queue.enqueue(task, { name: 'ahead' });
    await engine.stop();
    aheadMs = 0;
    const next = await boot();
    await next.engine.start([task]);
    const { completedAt, createdAt } = await inState(asked.id, 'completed');
    expect([completedAt, createdAt].every((ms) => Number(ms) <= Date.now())).toBe(true);
  });

  test('a lease granted while the clock was ahead expires like any other', async () => {
    const { engine } = await setUp();
    const { store } = engine;
    const task = aTask(async () => 'never');
    const { task: asked } = await engine.queue.enqueue(task, { name: 'lease' });
    const nowMs = Date.now();
    await store.claim(asked.id, { workerId: 'gone', nowMs: nowMs + 1_000, leaseUntil: nowMs + twoYearsMs });
    await store.repairTimes({ nowMs, maxWaitMs: 0, maxLeaseMs: 60_000, isWhole: true });
    expect(await store.listAbandoned(nowMs)).toEqual([]);
    expect(await store.listAbandoned(nowMs + 61_000)).toMatchObject([{ id: asked.id }]);
  });
});
