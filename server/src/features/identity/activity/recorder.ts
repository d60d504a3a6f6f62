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

export interface Recorder {
  /** Resolves with undefined if nothing has to be recorded. */
  add(row: Promise<ActivityTable | undefined>): void;
  /** Resolves when all added entries are written. */
  flush(): Promise<void>;
}

export function createRecorder(store: ActivityStore, log: Log): Recorder {
  let waiting: Promise<ActivityTable | undefined>[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const next = waiting.slice(0, perStatement);
      waiting = waiting.slice(perStatement);
      const rows = await Promise.all(next.map((row) => row.catch(toNothing)));
      const known = rows.filter((row) => row !== undefined);
      if (known.length > 0) await store.insert(known).catch((error: unknown) => logLost(known, error));
    }
    writing = undefined;
  }

  const toNothing = (err: unknown): undefined => {
    log.error({ err }, 'failed to prepare an entry of the activity log');
  };

  function logLost(rows: readonly ActivityTable[], err: unknown): void {
    for (const { kind, action, userId, entityId } of rows)
      log.error({ err, kind, action, userId, entityId }, 'failed to write an entry of the activity log');
  }

  return {
    add(row) {
      if (waiting.length >= maxWaiting) {
        row.catch(() => {});
        log.error({}, 'activity log entry dropped: too many entries are waiting');
        return;
      }
      waiting.push(row);
      // In the next microtask, so that rows added together are written together.
      writing ??= Promise.resolve().then(write);
    },
    async flush() {
      while (writing) await writing;
    },
  };
}
