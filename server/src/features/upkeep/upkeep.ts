// What keeps libraries up to date without being asked: schedules, watches, scans at the start, purging by age.
import { libraryChanged, libraryShrunk } from '#catalog/libraries.ts';
import type { EventBus } from '#kernel/events/bus.ts';
import type { Log } from '#kernel/log.ts';
import type { TaskEngine } from '#kernel/tasks/engine.ts';
import type { LibraryScan, UpkeepLibrary } from '../libraries/index.ts';
import type { ScanningTasks } from '../scanning/index.ts';
import { createWatcher } from './watch.ts';

interface Parts {
  engine: Pick<TaskEngine, 'queue' | 'schedules'>;
  libraries: LibraryScan;
  tasks: ScanningTasks;
  events: EventBus;
  log: Log;
  /** Asks for a scan of a library. */
  ask(libraryId: string): Promise<unknown>;
}

export interface Upkeep {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A scan without changes costs one look at each file. */
const pollMs = 15 * 60 * 1000;

const scheduleName = (id: string) => `scanning.scan:${id}`;

export function createUpkeep({ engine, libraries, tasks, events, log, ask }: Parts): Upkeep {
  const scheduled = new Set<string>();
  const ends: (() => void)[] = [];
  const askSoon = (libraryId: string) => {
    ask(libraryId).catch((err: unknown) => log.error({ err, libraryId }, 'a scan could not be asked for'));
  };
  const watcher = createWatcher({ onChange: askSoon, log, quietMs: 5_000, longestMs: 60_000, pollMs });
  let applying = Promise.resolve();

  async function apply(): Promise<void> {
    const active = (await libraries.listUpkeep()).filter((library) => library.isActive);
    schedule(active.filter((library) => library.cronSchedule !== null));
    await watcher.set(active.filter((library) => library.watch));
  }

  function schedule(wanted: readonly UpkeepLibrary[]): void {
    for (const id of scheduled)
      if (!wanted.some((library) => library.id === id)) engine.schedules.remove(scheduleName(id));
    scheduled.clear();
    for (const { id, cronSchedule, cronTimezone } of wanted) {
      scheduled.add(id);
      engine.schedules.set({
        name: scheduleName(id),
        cron: cronSchedule ?? '',
        timezone: cronTimezone,
        act: async () => void (await ask(id)),
      });
    }
  }

  const applySoon = () => {
    applying = applying
      .then(apply)
      .catch((err: unknown) => log.error({ err }, 'schedules and watches could not be set'));
  };
  const putAway = () =>
    void engine.queue
      .enqueue(tasks.putAway, {}, { rerun: true })
      .catch((err: unknown) => log.error({ err }, 'removed books could not be put away'));

  return {
    async start() {
      ends.push(events.subscribe(libraryChanged, applySoon), events.subscribe(libraryShrunk, putAway));
      putAway();
      engine.schedules.set({
        name: 'scanning.purge_expired',
        cron: '17 4 * * *',
        act: async () => void (await engine.queue.enqueue(tasks.purgeExpired, {})),
      });
      for (const library of await libraries.listUpkeep())
        if (library.isActive && library.scanOnStart) await ask(library.id);
      await apply();
    },
    async stop() {
      for (const end of ends.splice(0)) end();
      await applying;
      await watcher.stop();
    },
  };
}
