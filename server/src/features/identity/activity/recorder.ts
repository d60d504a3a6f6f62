// Queues entries of the activity log: requests do not wait for them, and a burst is one statement. Entries that cannot
// be written are logged.
import type { Log } from '#infrastructure/log.ts';
import type { ActivityTable } from '#schema/tables/activity.ts';
import type { ActivityStore } from './store.ts';

/** Beyond this many the database has been unavailable for long: lost entries are logged. */
const maxWaiting = 10_000;
const perStatement = 200;

export interface Recorder {
  /** Resolves with undefined when there is nothing to record after all. */
  add(row: Promise<ActivityTable | undefined>): void;
  /** Resolves when everything that was added is written. */
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
    log.error({ err }, 'what was done could not be recorded');
  };

  function logLost(rows: readonly ActivityTable[], err: unknown): void {
    for (const { kind, action, userId, entityId } of rows)
      log.error({ err, kind, action, userId, entityId }, 'what was done could not be recorded');
  }

  return {
    add(row) {
      if (waiting.length >= maxWaiting) {
        row.catch(() => {});
        log.error({}, 'what was done is not recorded: too much waits to be written');
        return;
      }
      waiting.push(row);
      // After this turn of the event loop, so that rows added together are written together.
      writing ??= Promise.resolve().then(write);
    },
    async flush() {
      while (writing) await writing;
    },
  };
}
