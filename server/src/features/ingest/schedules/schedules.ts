// Keeps libraries up to date automatically: schedules, watching, scans at startup, purging by age.
import { libraryChanged, libraryShrunk } from '#catalog/libraries.ts';
import type { LibraryScan, ScheduledLibrary } from '#features/libraries/libraries/index.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Log } from '#infrastructure/log.ts';
import type { TaskEngine } from '#infrastructure/tasks/engine.ts';
import type { ScanningService, ScanningTasks } from '../scanning/index.ts';
import { Watcher } from './watch.ts';

interface Dependencies {
  engine: TaskEngine;
  libraries: LibraryScan;
  tasks: ScanningTasks;
  events: EventBus;
  log: Log;
  /** Requests scans of a library, and detects folder changes since the last scan. */
  scans: ScanningService;
}

/** A scan without changes costs one stat per file. */
const pollMs = 15 * 60 * 1000;

const scheduleName = (id: string) => `scanning.scan:${id}`;

export class Schedules {
  readonly #deps: Dependencies;
  readonly #scheduled = new Set<string>();
  readonly #stopping = new AbortController();
  #looking = Promise.resolve();
  readonly #ends: (() => void)[] = [];
  readonly #watcher: Watcher;
  #applying = Promise.resolve();
  readonly #scheduleScan = (libraryId: string) => {
    this.#deps.scans
      .requestScan(libraryId)
      .catch((err: unknown) => this.#deps.log.error({ err, libraryId }, 'failed to request a scan'));
  };
  readonly #apply = async (): Promise<void> => {
    const active = (await this.#deps.libraries.listScheduled()).filter((library) => library.isActive);
    this.#schedule(active.filter((library) => library.cronSchedule !== null));
    await this.#watcher.set(active.filter((library) => library.watch));
  };
  readonly #applySoon = () => {
    this.#applying = this.#applying
      .then(this.#apply)
      .catch((err: unknown) => this.#deps.log.error({ err }, 'failed to update schedules and watches'));
  };
  readonly #softDelete = () =>
    void this.#deps.engine.queue
      .enqueue(this.#deps.tasks.softDelete, {}, { rerun: true })
      .catch((err: unknown) => this.#deps.log.error({ err }, 'failed to delete books of removed libraries'));

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#watcher = new Watcher({
      onChange: this.#scheduleScan,
      log: deps.log,
      quietMs: 5_000,
      maxMs: 60_000,
      pollMs,
    });
  }

  async start(): Promise<void> {
    this.#ends.push(
      this.#deps.events.subscribe(libraryChanged, this.#applySoon),
      this.#deps.events.subscribe(libraryShrunk, this.#softDelete),
    );
    this.#softDelete();
    this.#deps.engine.schedules.set({
      name: 'scanning.purge_expired',
      cron: '17 4 * * *',
      act: async () => void (await this.#deps.engine.queue.enqueue(this.#deps.tasks.purgeExpired, {})),
    });
    const active = (await this.#deps.libraries.listScheduled()).filter((library) => library.isActive);
    for (const library of active) if (library.scanOnStart) await this.#deps.scans.requestScan(library.id);
    await this.#apply();
    this.#looking = this.#checkForChanges(active.filter((library) => library.watch && !library.scanOnStart));
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    this.#stopping.abort();
    await this.#looking;
    await this.#applying;
    await this.#watcher.stop();
  }

  #schedule(wanted: readonly ScheduledLibrary[]): void {
    for (const id of this.#scheduled)
      if (!wanted.some((library) => library.id === id)) this.#deps.engine.schedules.remove(scheduleName(id));
    this.#scheduled.clear();
    for (const { id, cronSchedule, cronTimezone } of wanted) {
      this.#scheduled.add(id);
      this.#deps.engine.schedules.set({
        name: scheduleName(id),
        cron: cronSchedule ?? '',
        timezone: cronTimezone,
        act: async () => void (await this.#deps.scans.requestScan(id)),
      });
    }
  }

  /** Finds changes made while no process was watching. */
  async #checkForChanges(watched: readonly ScheduledLibrary[]): Promise<void> {
    for (const { id: libraryId } of watched) {
      try {
        if (await this.#deps.scans.hasChanged(libraryId, this.#stopping.signal))
          await this.#deps.scans.requestScan(libraryId);
      } catch (err) {
        if (this.#stopping.signal.aborted) return;
        this.#deps.log.warn({ err, libraryId }, 'failed to check the folders of a library for changes');
      }
    }
  }
}
