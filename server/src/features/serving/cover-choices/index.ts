// Records who chose the cover of a book or series, and which ones wait for a provider cover.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import * as store from './store.ts';

export type { Chosen, WantedCover } from './store.ts';

export interface CoverChoices {
  /** Undefined without a choice. */
  find(db: Db, of: store.Pictured): Promise<boolean | undefined>;
  note(tx: Tx, of: store.Pictured, by: store.Chosen): Promise<void>;
  /** Requests a provider cover for these entities, due at `fromMs`. */
  want(type: store.Pictured['type'], ids: readonly string[], fromMs: number): Promise<void>;
  /** Due requests, oldest first. */
  listDue(nowMs: number, limit: number): Promise<store.WantedCover[]>;
  /** Time at which the next request is due. */
  findNext(): Promise<number | undefined>;
  /** Completes a request. Keeps a newer request for the same entity. */
  settle(wanted: store.WantedCover): Promise<void>;
  postpone(wanted: store.WantedCover, until: { wantedAt: number; tries: number }): Promise<void>;
}

export const createCoverChoices = ({ db }: { db: Db }): CoverChoices => ({
  find: store.find,
  note: store.note,
  want: (type, ids, fromMs) => store.want(db, { type, ids, fromMs }),
  listDue: (nowMs, limit) => store.listDue(db, nowMs, limit),
  findNext: () => store.findNext(db),
  settle: (wanted) => store.change(db, wanted, { wantedAt: null, tries: 0 }),
  postpone: (wanted, until) => store.change(db, wanted, until),
});
