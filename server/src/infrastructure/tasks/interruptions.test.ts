// Tasks whose process was killed.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '#infrastructure/config/load.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';
import { administration, defineTask, type TaskContext } from './define.ts';
import { createTaskEngine } from './engine.ts';
import type { TaskRow } from './store.ts';
import { maxInterruptions, TaskSweeper } from './sweeper.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const aTask = (run: (context: TaskContext<object>) => Promise<unknown>, attempts = 1) =>
  defineTask({
    type: 'test.run',
    payload: z.object({}),
    key: () => 'one',
    subject: administration,
    priority: 50,
    attempts,
    timeoutSeconds: 60,
    run,
  });

describe.each(databaseKinds)('interrupted tasks on %s', (kind) => {
  async function setUp() {
    const database = await openTestDatabase(kind);
    cleanups.push(() => database.drop());
    const { config } = loadConfig({ environment: {}, cwd: '/' });
    const events = new LocalBus(silentLog);
    const engine = await createTaskEngine({ database, events, config, clock: Date.now, log: silentLog });
    cleanups.push(async () => {
      await engine.stop();
      await events.close();
    });
    /** The state that a killed process leaves: the task is running, and its lease has expired. */
    const interrupt = (id: string, change: Partial<TaskRow> = {}) =>
      database.db
        .updateTable('task')
        .set({ status: 'running', workerId: 'gone', leaseUntil: Date.now() - 1, attempts: 1, ...change })
        .where('id', '=', id)
        .execute();
    const inState = (id: string, status: string) =>
      vi.waitFor(
        async () => {
          const task = await engine.store.find(id);
          expect(task?.status).toBe(status);
          return task;
        },
        { timeout: 15_000, interval: 20 },
      );
    return { engine, interrupt, inState };
  }

  test('a task interrupted by killed processes runs again and does not fail', async () => {
    const { engine, interrupt, inState } = await setUp();
    const runs: boolean[] = [];
    const task = aTask(async ({ attempt, hasRunBefore }) => void runs.push(attempt === 1 && hasRunBefore));
    const { task: row } = await engine.queue.enqueue(task, {});
    const { store } = engine;
    const delivery = { async deliver() {}, async start() {}, async stop() {} };
    const options = { store, delivery, clock: Date.now, log: silentLog, keepDays: () => 1 };
    // Each kill interrupts the only attempt.
    for (let kill = 1; kill <= 12; kill++) {
      await interrupt(row.id);
      const sweeper = new TaskSweeper(options);
      await sweeper.start();
      sweeper.stop();
      expect(await store.find(row.id)).toMatchObject({ status: 'pending', attempts: 0, interruptions: kill });
    }
    await engine.start([task]);
    expect(await inState(row.id, 'completed')).toMatchObject({
      attempts: 1,
      interruptions: 12,
      lastError: null,
    });
    expect(runs).toEqual([true]);
  });

  test('interruptions end a task at their limit, regardless of remaining attempts, until it is retried', async () => {
    const { engine, interrupt, inState } = await setUp();
    let runs = 0;
    const task = aTask(async () => void runs++, 3);
    const { task: row } = await engine.queue.enqueue(task, {});
    // Below the limit the task runs again, also after its last attempt.
    await interrupt(row.id, { interruptions: maxInterruptions - 2, attempts: 3 });
    await engine.start([task]);
    expect(await inState(row.id, 'completed')).toMatchObject({ interruptions: maxInterruptions - 1 });
    await engine.stop();

    // At the limit the task fails without a run, also at its first attempt.
    await interrupt(row.id, { interruptions: maxInterruptions - 1, attempts: 1 });
    await engine.start([task]);
    expect(await inState(row.id, 'failed')).toMatchObject({
      attempts: 0,
      interruptions: maxInterruptions,
      lastError: expect.stringContaining('"process_ended"'),
    });
    expect(runs).toBe(1);
    await engine.queue.retry(row.id);
    expect(await inState(row.id, 'completed')).toMatchObject({ interruptions: 0 });
  });

  test('a task that was being stopped when its process died is cancelled', async () => {
    const { engine, interrupt, inState } = await setUp();
    const task = aTask(async () => {});
    const { task: row } = await engine.queue.enqueue(task, {});
    await interrupt(row.id, { cancelRequested: 1 });
    await engine.start([task]);
    await inState(row.id, 'cancelled');
  });
});
