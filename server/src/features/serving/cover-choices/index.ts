// Records who chose the cover of a book or series, and which ones wait for a provider cover.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import * as store from './store.ts';

export type { Chosen, WantedCover } from './store.ts';

export class CoverChoices {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Undefined without a choice. */
  find(db: Db, of: store.Pictured): Promise<boolean | undefined> {
    return store.find(db, of);
  }

  note(tx: Tx, of: store.Pictured, by: store.Chosen): Promise<void> {
    return store.note(tx, of, by);
  }

  /** Requests a provider cover for these entities, due at `fromMs`. */
  want(type: store.Pictured['type'], ids: readonly string[], fromMs: number): Promise<void> {
    return store.want(this.#db, { type, ids, fromMs });
  }

  /** Due requests, oldest first. */
  listDue(nowMs: number, limit: number): Promise<store.WantedCover[]> {
    return store.listDue(this.#db, nowMs, limit);
  }

  /** Time at which the next request is due. */
  findNext(): Promise<number | undefined> {
    return store.findNext(this.#db);
  }

  /** Completes a request. Keeps a newer request for the same entity. */
  settle(wanted: store.WantedCover): Promise<void> {
    return store.change(this.#db, wanted, { wantedAt: null, tries: 0 });
  }

  postpone(wanted: store.WantedCover, until: { wantedAt: number; tries: number }): Promise<void> {
    return store.change(this.#db, wanted, until);
  }
}
