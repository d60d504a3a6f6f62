// Places of all rows of a table in one of its orders, remembered: then any page of any set of rows is found without
// sorting it by what is in the rows. Eight bytes a row.
import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, RowTeller } from './dialect.ts';

/** Row numbers in an order, and of each row number the place it has there, from 1; 0 has none. */
export interface Places {
  /** Of all that are remembered, these alone have it. */
  id: number;
  /** Rows that were written later may stand elsewhere. */
  moment: number;
  rows: Uint32Array;
  places: Uint32Array;
}

type Dependencies = Required<Pick<Database, 'backgroundReader' | 'changed'>> & { elapsedMs(): number };

const mostOrders = 3;
/** Beyond so many rows that were written since, places are of no use: each is put among the others by itself. */
export const mostMoved = 200;
/** Places are taken anew when more rows were written since. */
const mostWritten = 50;
/** A scan writes all the time: places are not taken again at once. */
const pauseMs = 10_000;

/** Places are taken in the background, the first time when they were missed twice. */
export function createPlaces({ backgroundReader: behind, changed, elapsedMs }: Dependencies) {
  const orders = new LRUCache<string, Places>({ max: mostOrders });
  const missed = new LRUCache<string, true>({ max: 100 });
  const taken = new LRUCache<string, number>({ max: 100 });
  let lastId = 0;

  function take(key: string, order: CompiledQuery, itself: RowTeller): void {
    const nowMs = elapsedMs();
    if (nowMs - (taken.get(key) ?? -pauseMs) < pauseMs) return;
    taken.set(key, nowMs);
    const moment = changed.moment(itself);
    behind.numbers(order).then(
      (rows) => orders.set(key, { id: ++lastId, moment, rows, places: toPlaces(rows) }),
      // Whoever misses them next asks again.
      () => taken.delete(key),
    );
  }

  /** Undefined while they are not known, or too many rows were written since. `itself` is followed. */
  return (order: CompiledQuery, itself: RowTeller): Places | undefined => {
    const key = `${order.sql}\n${JSON.stringify(order.parameters)}`;
    const known = orders.get(key);
    const written = known && changed.since(itself, known.moment);
    if (known && written) {
      if (written.size > mostWritten) take(key, order, itself);
      return written.size > mostMoved ? undefined : known;
    }
    if (known || missed.get(key)) take(key, order, itself);
    missed.set(key, true);
    return undefined;
  };
}

function toPlaces(rows: Uint32Array): Uint32Array {
  let last = 0;
  for (const row of rows) if (row > last) last = row;
  const places = new Uint32Array(last + 1);
  let place = 0;
  for (const row of rows) places[row] = ++place;
  return places;
}
