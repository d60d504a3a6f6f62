// Fetches provider covers in the background. Failed downloads are retried several times with increasing delays.
import { z } from 'zod';
import type { CoverChoices, WantedCover } from '#features/serving/cover-choices/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import { administration, defineTask, Postponed, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { type SettleDependencies, settle } from './automatic.ts';

interface Dependencies extends SettleDependencies {
  choices: CoverChoices;
  queue: TaskQueue;
}

/** `isAgain`: retry of failed downloads. */
interface Payload {
  isAgain: boolean;
}

const chunkSize = 50;
const maxTries = 5;
const firstWaitMs = 60_000;
/** Interval for checking whether Internet access is turned on again. */
const offlineMs = 5 * 60_000;

export function defineCoverTask(deps: Dependencies): TaskDefinition<Payload> {
  const { choices, queue, clock } = deps;
  const task: TaskDefinition<Payload> = defineTask({
    type: 'covers.fetch',
    payload: z.object({ isAgain: z.boolean() }),
    key: ({ isAgain }) => (isAgain ? 'again' : 'now'),
    subject: administration,
    priority: 10,
    attempts: 10,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run({ params: { isAgain }, signal, progress }) {
      let done = 0;
      for (;;) {
        const due = await choices.listDue(clock(), chunkSize);
        if (due.length === 0) break;
        for (const wanted of due) {
          signal.throwIfAborted();
          await settleOne(deps, wanted, signal);
          progress(++done, done);
        }
      }
      const next = await choices.findNext();
      if (next === undefined) return { done };
      if (isAgain) throw new Postponed(Math.max(1_000, next - clock()));
      await queue.enqueue(task, { isAgain: true }, { scheduledFor: next });
      return { done };
    },
  });
  return task;
}

async function settleOne(deps: Dependencies, wanted: WantedCover, signal: AbortSignal): Promise<void> {
  const { choices, clock } = deps;
  const { tries } = wanted;
  try {
    if ((await settle(deps, wanted, signal)) === 'done' || tries + 1 >= maxTries)
      await choices.settle(wanted);
    else await choices.postpone(wanted, { wantedAt: clock() + firstWaitMs * 4 ** tries, tries: tries + 1 });
  } catch (error) {
    if (!(error instanceof Problem) || error.reason?.reason !== 'plugin_offline') throw error;
    await choices.postpone(wanted, { wantedAt: clock() + offlineMs, tries });
  }
}
