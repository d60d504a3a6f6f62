// Queues entries of the activity log: requests do not wait for them, and a burst is one statement. Entries that cannot
// be written are logged.
import type { Log } from '#infrastructure/log.ts';
import type { ActivityTable } from '#schema/tables/identity/activity.ts';
import type { ActivityStore } from './store.ts';

/**
 * More waiting entries mean that the database has been unavailable for long. Further entries are dropped and logged.
 */
const maxWaiting = 10_000;
const perStatement = 200;

export class Recorder {
  readonly #store: ActivityStore;
  readonly #log: Log;
  #waiting: Promise<ActivityTable | undefined>[] = [];
  #writing: Promise<void> | undefined;
  readonly #write = async (): Promise<void> => {
    while (this.#waiting.length > 0) {
      const next = this.#waiting.slice(0, perStatement);
      this.#waiting = this.#waiting.slice(perStatement);
      const rows = await Promise.all(next.map((row) => row.catch(this.#toNothing)));
      const known = rows.filter((row) => row !== undefined);
      if (known.length > 0)
        await this.#store.insert(known).catch((error: unknown) => this.#logLost(known, error));
    }
    this.#writing = undefined;
  };
  readonly #toNothing = (err: unknown): undefined => {
    this.#log.error({ err }, 'failed to prepare an entry of the activity log');
  };

  constructor(store: ActivityStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Resolves with undefined if nothing has to be recorded. */
  add(row: Promise<ActivityTable | undefined>): void {
    if (this.#waiting.length >= maxWaiting) {
      row.catch(() => {});
      this.#log.error({}, 'activity log entry dropped: too many entries are waiting');
      return;
    }
    this.#waiting.push(row);
    // In the next microtask, so that rows added together are written together.
    this.#writing ??= Promise.resolve().then(this.#write);
  }

  /** Resolves when all added entries are written. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  #logLost(rows: readonly ActivityTable[], err: unknown): void {
    for (const { kind, action, userId, entityId } of rows)
      this.#log.error(
        { err, kind, action, userId, entityId },
        'failed to write an entry of the activity log',
      );
  }
}
