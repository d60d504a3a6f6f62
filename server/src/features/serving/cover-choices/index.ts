// Who chose the cover of a book or series, and whether one of its providers is looked for.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import * as store from './store.ts';

export type { Chosen, WantedCover } from './store.ts';

export interface CoverChoices {
  /** Undefined where nothing is known of it. */
  find(db: Db, of: store.Pictured): Promise<boolean | undefined>;
  note(tx: Tx, of: store.Pictured, by: store.Chosen): Promise<void>;
  /** A cover of its providers is to be looked for from this time on. */
  want(type: store.Pictured['type'], ids: readonly string[], fromMs: number): Promise<void>;
  /** Those that are due, the longest first. */
  listDue(nowMs: number, limit: number): Promise<store.WantedCover[]>;
  /** When the next is due. */
  findNext(): Promise<number | undefined>;
  /** It was found, or there is none; something that was wanted since then stays so. */
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
