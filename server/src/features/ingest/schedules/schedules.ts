// Keeps libraries up to date automatically: schedules, watching, scans at startup, purging by age.
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
  /** Requests scans of a library, and detects folder changes since the last scan. */
  scans: ScanningService;
}

export interface Schedules {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A scan without changes costs one stat per file. */
const pollMs = 15 * 60 * 1000;

const scheduleName = (id: string) => `scanning.scan:${id}`;

export function createSchedules({ engine, libraries, tasks, events, log, scans }: Dependencies): Schedules {
  const { requestScan } = scans;
  const scheduled = new Set<string>();
  const stopping = new AbortController();
  let looking = Promise.resolve();
  const ends: (() => void)[] = [];
  const scheduleScan = (libraryId: string) => {
    requestScan(libraryId).catch((err: unknown) => log.error({ err, libraryId }, 'failed to request a scan'));
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

  /** Finds changes made while no process was watching. */
  async function checkForChanges(watched: readonly ScheduledLibrary[]): Promise<void> {
    for (const { id: libraryId } of watched) {
      try {
        if (await scans.hasChanged(libraryId, stopping.signal)) await requestScan(libraryId);
      } catch (err) {
        if (stopping.signal.aborted) return;
        log.warn({ err, libraryId }, 'failed to check the folders of a library for changes');
      }
    }
  }

  const applySoon = () => {
    applying = applying
      .then(apply)
      .catch((err: unknown) => log.error({ err }, 'failed to update schedules and watches'));
  };
  const softDelete = () =>
    void engine.queue
      .enqueue(tasks.softDelete, {}, { rerun: true })
      .catch((err: unknown) => log.error({ err }, 'failed to delete books of removed libraries'));

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
