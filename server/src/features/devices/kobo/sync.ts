// Syncs a Kobo. The changes are planned once and numbered; the sync token is the number of the last change sent. A
// returned token confirms all changes up to it. Only then are they recorded as synced, so that a lost response loses
// nothing. After all changes are sent, the next request plans again, and includes changes made while the device was
// paging.
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { KoboBookTable, KoboChangeTable, KoboDeviceTable } from '#schema/tables/devices/kobo.ts';
import type { KoboDeviceStore } from './device-store.ts';
import * as ledger from './ledger-store.ts';
import { type ChangeKind, changeKinds, planChanges, type SyncedState, toKnown } from './plan.ts';
import type { KoboScopes } from './scopes.ts';

/** Undefined for a removed book without a row. */
export type KoboEvent =
  | { kind: 'removed'; bookId: string }
  | { kind: Exclude<ChangeKind, 'removed'>; book: BookRow };

export interface KoboPage {
  events: KoboEvent[];
  /** Value of the token. Grows with every page that contains an event. */
  position: number;
  hasMore: boolean;
}

/** Items per response. */
const pageSize = 100;
const rowsAtOnce = 500;

export class KoboSync {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #store: KoboDeviceStore;
  readonly #scopes: KoboScopes;
  readonly #clock: Clock;

  constructor(
    database: Database,
    catalog: Catalog,
    store: KoboDeviceStore,
    scopes: KoboScopes,
    clock: Clock,
  ) {
    this.#database = database;
    this.#catalog = catalog;
    this.#store = store;
    this.#scopes = scopes;
    this.#clock = clock;
  }

  /** `token` is from the device's last response; undefined without a token of this server. */
  async sync(viewer: Viewer, device: KoboDeviceTable, token: number | undefined): Promise<KoboPage> {
    let position = await this.#arrive(device.id, token);
    const read = () =>
      ledger.listPlanned(this.#database.db, device.id, { after: position, limit: pageSize + 1 });
    let changes = await read();
    if (changes.length === 0) {
      await this.#plan(viewer, device);
      changes = await read();
    }
    for (;;) {
      const page = changes.slice(0, pageSize);
      const hasMore = changes.length > pageSize;
      position = page.at(-1)?.position ?? position;
      const events = await this.#toEvents(viewer, page);
      if (events.length > 0 || !hasMore) return { events, position, hasMore };
      changes = await read();
    }
  }

  #locked<T>(deviceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (tx) => {
      await this.#database.dialect.lock(tx, `kobo ${deviceId}`);
      return work(tx);
    });
  }

  /** The number to continue from. After an invalid token, the device receives everything again. */
  #arrive(deviceId: string, token: number | undefined): Promise<number> {
    return this.#locked(deviceId, async (tx) => {
      const { acknowledged = 0, planned = 0 } = (await this.#store.find(tx, deviceId)) ?? {};
      const isGood = token !== undefined && token >= acknowledged && token <= planned;
      if (isGood) {
        await settle(tx, { deviceId, token });
        await this.#store.update(tx, deviceId, { acknowledged: token, syncedAt: this.#clock() });
        return token;
      }
      await ledger.forget(tx, deviceId, { keepArchived: true });
      const next = planned + 1;
      await this.#store.update(tx, deviceId, { acknowledged: next, planned: next, syncedAt: this.#clock() });
      return next;
    });
  }

  async #listWanted(viewer: Viewer, device: KoboDeviceTable): Promise<Map<string, SyncedState>> {
    const ids = (await this.#scopes.list(viewer, device)) ?? (await this.#listPresent(device.id));
    const wanted = new Map<string, SyncedState>();
    for (const part of chunks(ids, rowsAtOnce))
      for (const book of await this.#catalog.books.listByIds(viewer, part))
        if (isFileThere(book)) wanted.set(book.id, toKnown(book));
    return wanted;
  }

  /** The books on the device. Used if its list was deleted, so that the device is not emptied. */
  async #listPresent(deviceId: string) {
    return (await ledger.list(this.#database.db, deviceId)).map(({ bookId }) => bookId);
  }

  async #plan(viewer: Viewer, device: KoboDeviceTable): Promise<void> {
    const wanted = await this.#listWanted(viewer, device);
    await this.#locked(device.id, async (tx) => {
      const { acknowledged = 0, planned = 0 } = (await this.#store.find(tx, device.id)) ?? {};
      const [waiting] = await ledger.listPlanned(tx, device.id, { after: acknowledged, limit: 1 });
      if (waiting) return;
      const changes = planChanges(await ledger.list(tx, device.id), wanted);
      await ledger.plan(
        tx,
        changes.map((change, i) => ({ deviceId: device.id, position: planned + 1 + i, ...change })),
      );
      if (changes.length > 0) await this.#store.update(tx, device.id, { planned: planned + changes.length });
    });
  }

  /** Omits books that became hidden after planning. The next plan removes them from the device. */
  async #toEvents(viewer: Viewer, changes: readonly KoboChangeTable[]): Promise<KoboEvent[]> {
    const ids = changes.filter(({ kind }) => kind !== 'removed').map(({ bookId }) => bookId);
    const rows = await this.#catalog.books.listByIds(viewer, [...new Set(ids)]);
    const bookOf = new Map(rows.filter(isFileThere).map((row) => [row.id, row]));
    const invisible: number[] = [];
    const events = changes.flatMap(({ kind: name, bookId, position }): KoboEvent[] => {
      const kind = changeKinds.find((one) => one === name);
      if (kind === 'removed') return [{ kind, bookId }];
      const book = bookOf.get(bookId);
      if (book && kind) return [{ kind, book }];
      invisible.push(position);
      return [];
    });
    const [first] = changes;
    if (first) await ledger.drop(this.#database.db, first.deviceId, invisible);
    return events;
  }
}

async function settle(tx: Tx, { deviceId, token }: { deviceId: string; token: number }): Promise<void> {
  const arrived = await ledger.listUpTo(tx, deviceId, token);
  if (arrived.length === 0) return;
  const removed = arrived.filter(({ kind }) => kind === 'removed').map(({ bookId }) => bookId);
  const last = new Map(
    arrived.filter(({ kind }) => kind !== 'removed').map((change) => [change.bookId, toRow(change)]),
  );
  await ledger.know(tx, [...last.values()]);
  await ledger.forgetBooks(tx, deviceId, removed);
  await ledger.removeUpTo(tx, deviceId, token);
}

const toRow = ({ deviceId, bookId, stamp, progressAt }: KoboChangeTable): KoboBookTable => ({
  deviceId,
  bookId,
  stamp,
  progressAt,
  isArchived: 0,
});
