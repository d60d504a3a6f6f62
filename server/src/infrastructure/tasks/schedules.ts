// Schedules by cron expressions. Every process with a runner has the same schedules; one acts on each tick.
import { Cron } from 'croner';
import type { Log } from '#infrastructure/log.ts';
import type { TaskStore } from './store.ts';

interface Schedule {
  /** Unique: setting a schedule with the same name replaces it. */
  name: string;
  /** Five fields, or six with seconds first. */
  cron: string;
  /** IANA name. Default: that of the server. */
  timezone?: string | null;
  act(): Promise<void>;
}

export interface Schedules {
  set(schedule: Schedule): void;
  remove(name: string): void;
  stop(): void;
}

export function createSchedules(store: Pick<TaskStore, 'takeTick'>, log: Log): Schedules {
  const jobs = new Map<string, Cron>();

  async function tick({ name, act }: Schedule, dueMs: number): Promise<void> {
    if (await store.takeTick(name, dueMs)) await act();
  }

  const remove = (name: string) => {
    jobs.get(name)?.stop();
    jobs.delete(name);
  };

  return {
    set(schedule) {
      remove(schedule.name);
      const { name, cron, timezone } = schedule;
      const job = new Cron(
        cron,
        { name: undefined, unref: true, ...(timezone && { timezone }) },
        (self: Cron) => {
          // The scheduled time, not the time when the timer fired: it is equal in all processes.
          const dueMs = self.currentRun()?.setMilliseconds(0) ?? Date.now();
          tick(schedule, dueMs).catch((err: unknown) =>
            log.error({ err, schedule: name }, 'a schedule failed'),
          );
        },
      );
      jobs.set(name, job);
    },
    remove,
    stop() {
      for (const name of [...jobs.keys()]) remove(name);
    },
  };
}

/** Returns why a cron expression or time zone is invalid, or undefined. */
export function findScheduleFault(cron: string, timezone?: string | null): string | undefined {
  try {
    new Cron(cron, { paused: true, ...(timezone && { timezone }) }).stop();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
