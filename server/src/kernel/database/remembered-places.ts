// Places of all rows of a table in one of its orders, remembered until something is written that it reads: then any
// page of any set of rows is found without sorting it by what is in the rows. Eight bytes a row.
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './dialect.ts';
import { toQuestion } from './remembered.ts';
import type { Window } from './remembered-order.ts';

/** Row numbers in an order, and of each row number the place it has there, from 1; 0 has none. */
interface Places {
  writes: number;
  rows: Uint32Array;
  places: Uint32Array;
}

export interface PlacedSet {
  /** Every row number of a table in an order: one column, `row`, and no values bound. */
  order: RawBuilder<{ row: number }>;
  /** Row numbers of the set, each once, in any order; those that have no place are passed over. */
  set: RawBuilder<{ row: number }>;
}

/** Row numbers of a part of the set in the order; undefined while places are not known. */
export type FindPlaced = (placed: PlacedSet, window: Window) => Promise<readonly number[] | undefined>;

const mostOrders = 3;
const mostBytes = 16 * 1024 * 1024;

/**
 * Places are taken in the background when they were missed twice and nothing was written in between: not while a scan
 * writes all the time.
 */
export function createPlaces({
  db,
  writes,
  apart,
}: Pick<Database, 'db' | 'writes' | 'apart'>): FindPlaced | undefined {
  return writes && apart && createFind({ db, writes, apart });
}

function createFind({ db, writes, apart }: Required<Pick<Database, 'db' | 'writes' | 'apart'>>): FindPlaced {
  const orders = new LRUCache<string, Places>({ max: mostOrders });
  const missed = new LRUCache<string, number>({ max: 100 });
  const sets = new LRUCache<string, { writes: number; sorted: Uint32Array }>({
    maxSize: mostBytes,
    sizeCalculation: ({ sorted }) => sorted.byteLength + 200,
  });

  const ask = <R>(query: RawBuilder<R>) => toQuestion({ db, writes }, query);

  function findPlaces({ compiled, key, since }: ReturnType<typeof ask<{ row: number }>>): Places | undefined {
    const known = orders.get(key);
    if (known?.writes === since) return known;
    if (missed.get(key) !== since) {
      missed.set(key, since);
      return undefined;
    }
    missed.delete(key);
    apart.numbers(compiled).then(
      (rows) => orders.set(key, { writes: since, rows, places: toPlaces(rows) }),
      // Whoever misses them next asks again.
      () => {},
    );
    return undefined;
  }

  return async ({ order, set }, { limit, offset }) => {
    const known = findPlaces(ask(order));
    if (!known) return undefined;
    const { compiled, key, since } = ask(set);
    const wanted = `${known.writes}\n${ask(order).key}\n${key}`;
    let placed = sets.get(wanted);
    if (placed?.writes !== since) {
      placed = { writes: since, sorted: toSorted(await apart.numbers(compiled), known.places) };
      sets.set(wanted, placed);
    }
    // What was written while the set was read may have moved its rows.
    if (ask(order).since !== known.writes || ask(set).since !== since) return undefined;
    return Array.from(placed.sorted.subarray(offset, offset + limit), (place) => known.rows[place - 1] ?? 0);
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

function toSorted(rows: Uint32Array, places: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) {
    const place = places[row];
    if (place) found[count++] = place;
  }
  return found.slice(0, count).sort();
}
