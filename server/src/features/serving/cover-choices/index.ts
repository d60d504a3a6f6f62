// Records who chose the cover of a book or series, and which ones wait for a provider cover.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import * as store from './store.ts';

export type { Chosen, WantedCover } from './store.ts';

interface Dependencies {
  db: Db;
}

export class CoverChoices {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
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
    return store.want(this.#deps.db, { type, ids, fromMs });
  }

  /** Due requests, oldest first. */
  listDue(nowMs: number, limit: number): Promise<store.WantedCover[]> {
    return store.listDue(this.#deps.db, nowMs, limit);
  }

  /** Time at which the next request is due. */
  findNext(): Promise<number | undefined> {
    return store.findNext(this.#deps.db);
  }

  /** Completes a request. Keeps a newer request for the same entity. */
  settle(wanted: store.WantedCover): Promise<void> {
    return store.change(this.#deps.db, wanted, { wantedAt: null, tries: 0 });
  }

  postpone(wanted: store.WantedCover, until: { wantedAt: number; tries: number }): Promise<void> {
    return store.change(this.#deps.db, wanted, until);
  }
}
