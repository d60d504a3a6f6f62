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

export class Schedules {
  readonly #store: Pick<TaskStore, 'takeTick'>;
  readonly #log: Log;
  readonly #jobs = new Map<string, Cron>();

  constructor(store: Pick<TaskStore, 'takeTick'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  set(schedule: Schedule): void {
    this.remove(schedule.name);
    const { name, cron, timezone } = schedule;
    const job = new Cron(
      cron,
      { name: undefined, unref: true, ...(timezone && { timezone }) },
      (self: Cron) => {
        // The scheduled time, not the time when the timer fired: it is equal in all processes.
        const dueMs = self.currentRun()?.setMilliseconds(0) ?? Date.now();
        this.#tick(schedule, dueMs).catch((err: unknown) =>
          this.#log.error({ err, schedule: name }, 'a schedule failed'),
        );
      },
    );
    this.#jobs.set(name, job);
  }

  remove(name: string): void {
    this.#jobs.get(name)?.stop();
    this.#jobs.delete(name);
  }

  stop(): void {
    for (const name of [...this.#jobs.keys()]) this.remove(name);
  }

  async #tick({ name, act }: Schedule, dueMs: number): Promise<void> {
    if (await this.#store.takeTick(name, dueMs)) await act();
  }
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
