import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '#infrastructure/config/load.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import { databaseKinds, openTestDatabase } from '../../../test/harness/databases.ts';
import { administration, defineTask, Postponed } from './define.ts';
import { createTaskEngine } from './engine.ts';

test.each(databaseKinds)(
  'a postponed task frees its slot for others, and starts again with its saved state, on %s',
  async (kind) => {
    const database = await openTestDatabase(kind);
    // One worker for both.
    const { config } = loadConfig({ environment: { LECTERN_TASKS_WORKERS: '1' }, cwd: '/' });
    const events = new LocalBus(silentLog);
    const engine = await createTaskEngine({ database, events, config, clock: Date.now, log: silentLog });
    try {
      const common = {
        payload: z.object({}),
        key: () => 'one',
        subject: administration,
        attempts: 1,
        timeoutSeconds: 60,
      };
      let isOver = false;
      const waiting = defineTask({
        ...common,
        type: 'test.waiting',
        priority: 100,
        async run({ state, saveState }) {
          if (isOver) return { saved: state };
          saveState('kept');
          throw new Postponed(50);
        },
      });
      const other = defineTask({
        ...common,
        type: 'test.other',
        priority: 10,
        async run() {
          isOver = true;
        },
      });
      const { task } = await engine.queue.enqueue(waiting, {});
      await engine.queue.enqueue(other, {});
      await engine.start([waiting, other]);
      const done = await vi.waitFor(
        async () => {
          const now = await engine.store.find(task.id);
          expect(now?.status).toBe('completed');
          return now;
        },
        { timeout: 15_000, interval: 20 },
      );
      expect(JSON.parse(done?.result ?? '')).toEqual({ saved: 'kept' });
      // It has waited without a failure.
      expect(done).toMatchObject({ attempts: 1, lastError: null });
    } finally {
      await engine.stop();
      await events.close();
      await database.drop();
    }
  },
);
