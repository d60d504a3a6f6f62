// Kobo e-readers: tokens, synced books, reading states. The protocol is in protocol/.

import { kobo } from '@lectern/contract/devices/kobo';
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
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { KoboDeviceTable } from '#schema/tables/devices/kobo.ts';
import { createKoboDeviceStore } from './device-store.ts';
import { createKoboDevices, type KoboDevices } from './devices.ts';
import * as ledger from './ledger-store.ts';
import { KoboScopes } from './scopes.ts';
import { createKoboStates, type KoboStates } from './states.ts';
import { type KoboPage, KoboSync } from './sync.ts';

export { type KoboLocation, type KoboReading, type KoboState, koboStatuses } from './states.ts';
export type { KoboEvent } from './sync.ts';
export type KoboDeviceRow = KoboDeviceTable;

/** Only this response contains the token, so proxies must not cache it. */
const once = { status: 201, headers: { 'Cache-Control': 'no-store' } };

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

export class Kobo {
  readonly #deps: Dependencies;
  readonly #store;
  readonly #scopes: KoboScopes;
  readonly #sync: KoboSync;
  readonly routes: MountedRoute[];
  readonly credentials: CredentialStore;
  /** The device of a token; undefined for an unknown token. */
  readonly find: KoboDevices['find'];
  readonly states: KoboStates;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#store = createKoboDeviceStore(deps.database.db);
    this.#scopes = new KoboScopes(deps.catalog, deps.lists, deps.presets);
    this.#sync = new KoboSync(deps.database, deps.catalog, this.#store, this.#scopes, deps.clock);
    const devices = createKoboDevices({
      database: deps.database,
      store: this.#store,
      scopes: this.#scopes,
      changes: deps.changes,
      clock: deps.clock,
    });
    this.routes = implement(kobo, {
      list: ({ viewer }) => devices.list(viewer),
      create: async ({ viewer, body, request }) =>
        answer(await devices.create(viewer, body, request.root()), once),
      remove: ({ viewer, params }) => devices.remove(viewer, params.id),
      resync: ({ viewer, params }) => devices.resync(viewer, params.id),
    });
    this.credentials = {
      list: async (on, userId) =>
        (await this.#store.list(userId, on)).map(({ syncedAt, ...row }) => ({
          ...row,
          lastUsedAt: syncedAt,
        })),
      end: this.#store.remove,
    };
    this.find = devices.find;
    this.states = createKoboStates(deps.catalog, deps.progress, this.#store, deps.database.db);
  }

  sync(viewer: Viewer, device: KoboDeviceRow, token: number | undefined): Promise<KoboPage> {
    return this.#sync.sync(viewer, device, token);
  }

  /** Whether a visible book should be on the device or, if its list was deleted, is on it. */
  async holds(viewer: Viewer, device: KoboDeviceRow, book: HeldBook): Promise<boolean> {
    return (await this.#scopes.holds(viewer, device, book)) ?? this.has(device, book.id);
  }

  /** Whether the book was synced to the device and not removed from it since. */
  async has({ id }: KoboDeviceRow, bookId: string): Promise<boolean> {
    return (await ledger.find(this.#deps.database.db, id, bookId)) !== undefined;
  }

  /**
   * Records that the user removed the book from the device permanently. Throws `not_found` for a book that is not on
   * it.
   */
  async archive(viewer: Viewer, device: KoboDeviceRow, bookId: string): Promise<void> {
    const { id: deviceId } = device;
    if (!(await this.has(device, bookId))) {
      const book = await this.#deps.catalog.books.get(viewer, bookId);
      if (!(await this.holds(viewer, device, book))) throw notFound('book');
    }
    await this.#deps.database.transaction(async (tx) => {
      await this.#deps.database.dialect.lock(tx, `kobo ${deviceId}`);
      await ledger.archive(tx, { deviceId, bookId });
    });
  }
}
