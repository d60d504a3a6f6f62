// Keeps libraries up to date automatically: schedules, watches, scans at the start, purging by age.
import { libraryChanged, libraryShrunk } from '#catalog/libraries.ts';
import type { LibraryScan, ScheduledLibrary } from '#features/libraries/libraries/index.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Log } from '#infrastructure/log.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { ScanningService, ScanningTasks } from '../scanning/index.ts';
import { createWatcher } from './watch.ts';

interface Dependencies {
  engine: TaskEngine;
  libraries: LibraryScan;
  tasks: ScanningTasks;
  events: EventBus;
  log: Log;
  /** Requests scans of a library, and detects whether its folders changed since the last. */
  scans: ScanningService;
}

export interface Schedules {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A scan without changes costs one stat for each file. */
const pollMs = 15 * 60 * 1000;

const scheduleName = (id: string) => `scanning.scan:${id}`;

export function createSchedules({ engine, libraries, tasks, events, log, scans }: Dependencies): Schedules {
  const { requestScan } = scans;
  const scheduled = new Set<string>();
  const stopping = new AbortController();
  let looking = Promise.resolve();
  const ends: (() => void)[] = [];
  const scheduleScan = (libraryId: string) => {
    requestScan(libraryId).catch((err: unknown) =>
      log.error({ err, libraryId }, 'a scan could not be asked for'),
    );
  };
  const watcher = createWatcher({ onChange: scheduleScan, log, quietMs: 5_000, maxMs: 60_000, pollMs });
  let applying = Promise.resolve();

  async function apply(): Promise<void> {
    const active = (await libraries.listScheduled()).filter((library) => library.isActive);
    schedule(active.filter((library) => library.cronSchedule !== null));
    await watcher.set(active.filter((library) => library.watch));
  }

  function schedule(wanted: readonly ScheduledLibrary[]): void {
    for (const id of scheduled)
      if (!wanted.some((library) => library.id === id)) engine.schedules.remove(scheduleName(id));
    scheduled.clear();
    for (const { id, cronSchedule, cronTimezone } of wanted) {
      scheduled.add(id);
      engine.schedules.set({
        name: scheduleName(id),
        cron: cronSchedule ?? '',
        timezone: cronTimezone,
        act: async () => void (await requestScan(id)),
      });
    }
  }

  /** Finds changes made while no process watched. */
  async function checkForChanges(watched: readonly ScheduledLibrary[]): Promise<void> {
    for (const { id: libraryId } of watched) {
      try {
        if (await scans.hasChanged(libraryId, stopping.signal)) await requestScan(libraryId);
      } catch (err) {
        if (stopping.signal.aborted) return;
        log.warn({ err, libraryId }, 'the folders of a library could not be looked at');
      }
    }
  }

  const applySoon = () => {
    applying = applying
      .then(apply)
      .catch((err: unknown) => log.error({ err }, 'schedules and watches could not be set'));
  };
  const softDelete = () =>
    void engine.queue
      .enqueue(tasks.softDelete, {}, { rerun: true })
      .catch((err: unknown) => log.error({ err }, 'removed books could not be put away'));

  return {
    async start() {
      ends.push(events.subscribe(libraryChanged, applySoon), events.subscribe(libraryShrunk, softDelete));
      softDelete();
      engine.schedules.set({
        name: 'scanning.purge_expired',
        cron: '17 4 * * *',
        act: async () => void (await engine.queue.enqueue(tasks.purgeExpired, {})),
      });
      const active = (await libraries.listScheduled()).filter((library) => library.isActive);
      for (const library of active) if (library.scanOnStart) await requestScan(library.id);
      await apply();
      looking = checkForChanges(active.filter((library) => library.watch && !library.scanOnStart));
    },
    async stop() {
      for (const end of ends.splice(0)) end();
      stopping.abort();
      await looking;
      await applying;
      await watcher.stop();
    },
  };
}
