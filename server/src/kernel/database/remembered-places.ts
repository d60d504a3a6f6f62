// Places of all rows of a table in one of its orders, remembered: then any page of any set of rows is found without
// sorting it by what is in the rows. Eight bytes a row. Rows that were written since are put among the others.
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './dialect.ts';
import { mergeMoved, placeMoved } from './moved-rows.ts';
import { toQuestion } from './remembered.ts';
import type { Window } from './remembered-order.ts';

/** Row numbers in an order, and of each row number the place it has there, from 1; 0 has none. */
interface Places {
  /** Of all that are remembered, these alone have it. */
  id: number;
  /** Rows that were written later may stand elsewhere. */
  moment: number;
  rows: Uint32Array;
  places: Uint32Array;
}

/** A set as it was after so many writes: the places of its rows, ascending, and its rows that have none. */
interface PlacedRows {
  writes: number;
  sorted: Uint32Array;
  others: readonly number[];
}

export interface PlacedSet {
  table: 'book' | 'series';
  /**
   * Every row number of the table in an order that nothing but the table's own rows decides: one column, `row`, and no
   * values bound. With `among`, of those rows alone, whose numbers are bound.
   */
  order(among?: readonly number[]): RawBuilder<{ row: number }>;
  /** Row numbers of the set, each once, in any order; those that have no place are passed over. */
  set: RawBuilder<{ row: number }>;
  /** The part of `set` that says who belongs to it, rows that are there: it stays until its own tables are written. */
  members: RawBuilder<unknown>;
}

/** Row numbers of a part of the set in the order; undefined while places are not known. */
export type FindPlaced = (placed: PlacedSet, window: Window) => Promise<readonly number[] | undefined>;

type Parts = Pick<Database, 'db' | 'writes' | 'apart' | 'changed'>;

const mostOrders = 3;
const mostBytes = 16 * 1024 * 1024;
/** More rows of a set than this are not put among the others one by one. */
const mostMoved = 200;

/**
 * Places are taken in the background when they were missed twice and nothing was written in between: not while a scan
 * writes all the time.
 */
export function createPlaces({ db, writes, apart, changed }: Parts): FindPlaced | undefined {
  return writes && apart && changed && createFind({ db, writes, apart, changed });
}

function createFind({ db, writes, apart, changed }: Required<Parts>): FindPlaced {
  const orders = new LRUCache<string, Places>({ max: mostOrders });
  const missed = new LRUCache<string, number>({ max: 100 });
  const sets = new LRUCache<string, PlacedRows>({
    maxSize: mostBytes,
    sizeCalculation: ({ sorted, others }) => sorted.byteLength + others.length * 8 + 200,
  });
  let lastId = 0;

  const ask = <R>(query: RawBuilder<R>) => toQuestion({ db, writes }, query);
  const askRows = async (query: RawBuilder<{ row: number }>): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ row }) => row);

  function findPlaces({ table, order }: PlacedSet): Places | undefined {
    const { compiled, key, since } = ask(order());
    const known = orders.get(key);
    if (known && changed.since(table, known.moment)) return known;
    if (missed.get(key) !== since) {
      missed.set(key, since);
      return undefined;
    }
    missed.delete(key);
    const moment = changed.moment(table);
    apart.numbers(compiled).then(
      (rows) => orders.set(key, { id: ++lastId, moment, rows, places: toPlaces(rows) }),
      // Whoever misses them next asks again.
      () => {},
    );
    return undefined;
  }

  async function readSet({ set, members }: PlacedSet, known: Places): Promise<PlacedRows> {
    const { compiled, key } = ask(set);
    const { since } = ask(members);
    const wanted = `${known.id}\n${key}`;
    const before = sets.get(wanted);
    if (before?.writes === since) return before;
    const placed = { writes: since, ...toSorted(await apart.numbers(compiled), known.places) };
    sets.set(wanted, placed);
    return placed;
  }

  return async (placed, window) => {
    const { table, order, members } = placed;
    await changed.follow(table);
    const known = findPlaces(placed);
    if (!known) return undefined;
    const moment = changed.moment(table);
    const { writes: since, sorted, others } = await readSet(placed, known);
    const moved = findMoved(changed.since(table, known.moment), { sorted, others, known });
    if (moved.length > mostMoved) return undefined;
    const gone = new Set(moved.map((row) => known.places[row] ?? 0));
    const unmoved = moved.length === 0 ? sorted : sorted.filter((place) => !gone.has(place));
    const rowAt = (index: number) => known.rows[(unmoved[index] ?? 0) - 1] ?? 0;
    const among = (rows: readonly number[]) => askRows(order(rows));
    const put = moved.length === 0 ? [] : await placeMoved(moved, { count: unmoved.length, rowAt, among });
    // What was written while all this was read may have moved rows.
    if (changed.moment(table) !== moment || ask(members).since !== since) return undefined;
    return mergeMoved(put, { count: unmoved.length, rowAt }, window);
  };
}

interface Where {
  sorted: Uint32Array;
  others: readonly number[];
  known: Places;
}

/** Rows of the set among those that were written. */
function findMoved(written: ReadonlySet<number> | undefined, { sorted, others, known }: Where): number[] {
  if (!written || written.size === 0) return [];
  const unplaced = new Set(others);
  return [...written].filter((row) => {
    const place = known.places[row];
    return place ? isIn(sorted, place) : unplaced.has(row);
  });
}

function isIn(sorted: Uint32Array, value: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value;
}

function toPlaces(rows: Uint32Array): Uint32Array {
  let last = 0;
  for (const row of rows) if (row > last) last = row;
  const places = new Uint32Array(last + 1);
  let place = 0;
  for (const row of rows) places[row] = ++place;
  return places;
}

function toSorted(rows: Uint32Array, places: Uint32Array): { sorted: Uint32Array; others: number[] } {
  const found = new Uint32Array(rows.length);
  const others: number[] = [];
  let count = 0;
  for (const row of rows) {
    const place = places[row];
    if (place) found[count++] = place;
    else others.push(row);
  }
  return { sorted: found.slice(0, count).sort(), others };
}
