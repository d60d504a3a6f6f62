// The state of the server on one page: disks, backups, damaged books, active readers, and what needs attention. Each part
// only for viewers with its permission.

import { type AttentionKind, attentionKinds } from '@lectern/contract/system/administration-values';
import { overview as contract, type Overview as OverviewDto } from '@lectern/contract/system/overview';
import type { Permission } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookErrorCounts } from '#features/libraries/book-errors/index.ts';
import { holds, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import type { BackupState } from '../backup/index.ts';
import { toVisibleTasks } from '../tasks/index.ts';
import { type Disk, Disks, type Folder } from './disks.ts';
import { countFailedTasks, listReaders } from './store.ts';

export interface OverviewDependencies {
  config: Config;
  database: { db: Db };
  catalog: Catalog;
  clock: Clock;
  storage: Pick<StorageWatch, 'state'>;
  backup: { state(): Promise<BackupState>; taskType: string };
  countDamaged(viewer: Viewer): Promise<BookErrorCounts>;
  /** Files of the drop folder that wait. */
  countDropped(viewer: Viewer): Promise<number>;
  /** Whether a newer version is known. */
  hasUpdate(): Promise<boolean>;
}

const activeMs = 15 * 60 * 1000;

export class Overview {
  readonly #deps: OverviewDependencies;
  readonly #disks: Disks;
  readonly routes: MountedRoute[];

  constructor(deps: OverviewDependencies) {
    this.#deps = deps;
    this.#disks = new Disks(deps.clock);
    this.routes = implement(contract, { get: ({ viewer }) => this.#read(viewer) });
  }

  async #read(viewer: Viewer): Promise<OverviewDto> {
    const { backup: backups, countDamaged, countDropped, hasUpdate } = this.#deps;
    const whenAllowed = <T>(read: () => Promise<T>, ...needs: Permission[]): Promise<T> | null =>
      holds(viewer, needs) ? read() : null;
    const [disks, backup, damagedBooks, readers, failedTasks, droppedFiles, isOutdated] = await Promise.all([
      whenAllowed(() => this.#listDisks(viewer), 'system:health'),
      whenAllowed(() => backups.state(), 'system:admin'),
      whenAllowed(() => countDamaged(viewer), 'books:write'),
      whenAllowed(() => this.#listReaders(), 'users:read'),
      whenAllowed(() => this.#countFailed(viewer), 'tasks:read', 'system:admin'),
      whenAllowed(() => countDropped(viewer), 'files:upload'),
      whenAllowed(hasUpdate, 'system:admin'),
    ]);
    const counts: Record<AttentionKind, number> = {
      disk_low: disks?.filter(({ isLow }) => isLow).length ?? 0,
      backup_failed: Number(backup?.hasFailed ?? false),
      backup_missing: Number(backup?.isMissing ?? false),
      failed_tasks: failedTasks ?? 0,
      damaged_books: damagedBooks?.total ?? 0,
      dropped_files: droppedFiles ?? 0,
      update_available: Number(isOutdated ?? false),
    };
    const attention = attentionKinds.flatMap((kind) =>
      counts[kind] > 0 ? [{ kind, count: counts[kind] }] : [],
    );
    return { attention, disks, backup, damagedBooks, readers };
  }

  async #listDisks(viewer: Viewer): Promise<Disk[]> {
    const { config, catalog, storage } = this.#deps;
    const visible = await catalog.libraries.visibleIds(viewer);
    const known = await catalog.libraries.all();
    const folders: Folder[] = [{ path: config.dataDir, libraryId: null }];
    for (const libraryId of visible)
      for (const { path } of known.get(libraryId)?.roots ?? []) folders.push({ path, libraryId });
    const disks = await this.#disks.list(folders);
    const hasFailed = storage.state !== 'ok';
    return disks.map((disk) => ({ ...disk, isLow: disk.isLow || (disk.hasServerData && hasFailed) }));
  }

  async #listReaders() {
    const { database, clock } = this.#deps;
    const rows = await listReaders(database.db, clock() - activeMs);
    return rows.map(({ lastReadAt, ...user }) => ({ ...user, lastReadAt: toTime(lastReadAt) }));
  }

  async #countFailed(viewer: Viewer): Promise<number> {
    const { database, catalog, backup } = this.#deps;
    return countFailedTasks(database.db, await toVisibleTasks(catalog, viewer), backup.taskType);
  }
}
