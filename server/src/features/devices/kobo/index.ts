// Kobo e-readers: tokens, synced books, reading states. The protocol is in protocol/.
import type { Catalog } from '#catalog/catalog.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { CollectionService, ReadListService } from '#features/reading/lists/index.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { CredentialStore } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { KoboDeviceTable } from '#schema/tables/devices/kobo.ts';
import { createKoboDeviceStore } from './device-store.ts';
import { createKoboDevices, type KoboDevices } from './devices.ts';
import * as ledger from './ledger-store.ts';
import { createKoboRoutes } from './routes.ts';
import { createKoboScopes, type KoboScopes } from './scopes.ts';
import { createKoboStates, type KoboStates } from './states.ts';
import { type KoboPage, syncKobo } from './sync.ts';

export { type KoboLocation, type KoboReading, type KoboState, koboStatuses } from './states.ts';
export type { KoboEvent } from './sync.ts';
export type KoboDeviceRow = KoboDeviceTable;

export interface Kobo {
  routes: MountedRoute[];
  credentials: CredentialStore;
  /** The device of a token; undefined for an unknown token. */
  find: KoboDevices['find'];
  sync(viewer: Viewer, device: KoboDeviceRow, token: number | undefined): Promise<KoboPage>;
  states: KoboStates;
  /** Whether a visible book should be on the device or, if its list was deleted, is on it. */
  holds(viewer: Viewer, device: KoboDeviceRow, book: HeldBook): Promise<boolean>;
  /** Whether the book was synced to the device and not removed from it since. */
  has(device: KoboDeviceRow, bookId: string): Promise<boolean>;
  /**
   * Records that the user removed the book from the device permanently. Throws `not_found` for a book that is not on
   * it.
   */
  archive(viewer: Viewer, device: KoboDeviceRow, bookId: string): Promise<void>;
}

type HeldBook = Parameters<KoboScopes['holds']>[2];

interface Dependencies {
  database: Database;
  catalog: Catalog;
  progress: ProgressService;
  lists: { collections: CollectionService; readLists: ReadListService };
  presets: FilterPresetService;
  changes: IdentityChanges;
  clock: Clock;
}

export function createKobo({
  database,
  catalog,
  progress,
  lists,
  presets,
  changes,
  clock,
}: Dependencies): Kobo {
  const store = createKoboDeviceStore(database.db);
  const scopes = createKoboScopes({ catalog, lists, presets });
  const devices = createKoboDevices({ database, store, scopes, changes, clock });
  const has: Kobo['has'] = async ({ id }, bookId) =>
    (await ledger.find(database.db, id, bookId)) !== undefined;
  const holds: Kobo['holds'] = async (viewer, device, book) =>
    (await scopes.holds(viewer, device, book)) ?? has(device, book.id);
  return {
    has,
    holds,
    routes: createKoboRoutes(devices),
    credentials: {
      list: async (on, userId) =>
        (await store.list(userId, on)).map(({ syncedAt, ...row }) => ({ ...row, lastUsedAt: syncedAt })),
      end: store.remove,
    },
    find: devices.find,
    sync: (viewer, device, token) =>
      syncKobo({ database, catalog, store, scopes, clock }, viewer, device, token),
    states: createKoboStates({ catalog, progress, store, db: database.db }),
    async archive(viewer, device, bookId) {
      const { id: deviceId } = device;
      if (!(await has(device, bookId))) {
        const book = await catalog.books.get(viewer, bookId);
        if (!(await holds(viewer, device, book))) throw notFound('book');
      }
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, `kobo ${deviceId}`);
        await ledger.archive(tx, { deviceId, bookId });
      });
    },
  };
}
