// Sets of rows, remembered by the places that their rows have in an order: a page and the number of rows cost no look
// at the set. They last through writes: rows that may have changed are asked for one by one and put among the others.
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, ReaderThread, RowTeller } from './dialect.ts';
import { mergeMoved, type Ordered, type Put, placeMoved } from './moved-rows.ts';
import type { Window } from './remembered-order.ts';
import { createPlaces, mostMoved, type Places } from './remembered-places.ts';

type RowQuery = RawBuilder<{ row: number }>;

export interface PlacedSet {
  /** Which has a column `id`. */
  table: string;
  /** Tables with rows that name a row of the table. What they hold decides who belongs to the set. */
  tellers: readonly Required<Omit<RowTeller, 'of'>>[];
  /**
   * Every row number of the table in an order that nothing but the table's own rows decides: one column, `row`, and no
   * values bound. With `among`, of those rows alone, whose numbers are bound.
   */
  order(among?: readonly number[]): RowQuery;
  /**
   * Row numbers of the set in any order; those that have no place are passed over. With `among`, of those rows alone
   * and each once.
   */
  set(among?: readonly number[]): RowQuery;
}

/** Row numbers of a part of the set in the order, and how many the whole set has. */
interface PlacedPart {
  rows: readonly number[];
  total: number;
}

export interface PlacedSets {
  /**
   * Undefined while places are not known, or are written to just now; and where the set is not kept and has more rows
   * than `most`. With 0 it is not read.
   */
  find(placed: PlacedSet, window: Window, most?: number): Promise<PlacedPart | undefined>;
  /** It would be good to keep the set. It is read in the background when this is said for the second time. */
  wish(placed: PlacedSet): Promise<void>;
}

/** A set as it was at some moments of its tellers: the places of its rows, ascending. */
interface Kept {
  /** Writes to all other tables that decide. */
  others: number;
  moments: readonly number[];
  sorted: Uint32Array;
  /** What became of it, as of the last look. */
  now?: Now;
}

interface Now {
  stamp: string;
  put: readonly Put[];
  /** Indexes in `sorted` of what is put elsewhere, or nowhere; ascending. */
  gone: readonly number[];
}

interface Look {
  known: Places;
  touched: ReadonlySet<number>;
  stamp: string;
}

type Dependencies = Required<
  Pick<Database, 'db' | 'writes' | 'readerThread' | 'backgroundReader' | 'changed'>
>;

const maxBytes = 16 * 1024 * 1024;

/** Undefined where other processes write, too. */
export function createPlacedSets(
  {
    db,
    writes,
    readerThread,
    backgroundReader: behind,
    changed,
  }: Partial<Dependencies> & Pick<Dependencies, 'db'>,
  /** Milliseconds that only ever grow, unlike the time of day. */
  elapsedMs = () => performance.now(),
): PlacedSets | undefined {
  return (
    writes &&
    readerThread &&
    behind &&
    changed &&
    createFind({ db, writes, readerThread, backgroundReader: behind, changed }, elapsedMs)
  );
}

function createFind(
  { db, writes, readerThread, backgroundReader: behind, changed }: Dependencies,
  elapsedMs: () => number,
): PlacedSets {
  const findPlaces = createPlaces({ backgroundReader: behind, changed, elapsedMs });
  const sets = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ sorted }) => sorted.byteLength + 500,
  });
  const reading = new Map<string, Promise<Kept | undefined>>();
  const wished = new LRUCache<string, true>({ max: 100 });

  const askRows = async (query: RowQuery): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ row }) => row);

  /** What is asked of a set in an order, by which it is kept. */
  function toQuestion({ table, tellers, set }: PlacedSet, { id }: Places) {
    const query = set();
    const compiled = query.compile(db);
    const passedOver = new Set([table, ...tellers.map((teller) => teller.table)]);
    return {
      toQuery: (most: number) => (most === Infinity ? compiled : sql`${query} limit ${most + 1}`.compile(db)),
      key: `${id}\n${compiled.sql}\n${JSON.stringify(compiled.parameters)}`,
      itself: toItself(table),
      told: tellers
        .filter((teller) => compiled.sql.includes(`"${teller.table}"`))
        .map((teller): RowTeller => ({ of: table, ...teller })),
      others: () => writes(compiled.sql, passedOver),
    };
  }
  type Question = ReturnType<typeof toQuestion>;

  async function findKnown({ table, order }: PlacedSet): Promise<Places | undefined> {
    const itself = toItself(table);
    await changed.follow(itself);
    return findPlaces(order().compile(db), itself);
  }

  async function follow({ told }: Question): Promise<void> {
    for (const teller of told) await changed.follow(teller);
  }

  /** Reads the set; whoever asks for it meanwhile waits, too. */
  function readSet(
    { key, toQuery, told, others }: Question,
    { places }: Places,
    { most = Infinity, on = readerThread }: { most?: number; on?: ReaderThread } = {},
  ): Promise<Kept | undefined> {
    const name = `${most} ${key}`;
    const begun = reading.get(name);
    if (begun) return begun;
    // Taken before the set is read: what is written meanwhile is asked for once more.
    const asOf = { others: others(), moments: told.map(changed.moment) };
    const read = on
      .numbers(toQuery(most))
      .then((rows) => {
        if (rows.length > most) return undefined;
        const kept: Kept = { ...asOf, sorted: toSorted(rows, places) };
        sets.set(key, kept);
        return kept;
      })
      .finally(() => reading.delete(name));
    reading.set(name, read);
    return read;
  }

  /** The rows that may not be in it any more, or are in it now, or elsewhere. Undefined when they are too many. */
  function findTouched(kept: Kept, { itself, told, others }: Question, { moment }: Places) {
    if (kept.others !== others()) return undefined;
    const touched = new Set<number>();
    for (const [i, teller] of [itself, ...told].entries()) {
      const rows = changed.since(teller, i === 0 ? moment : (kept.moments[i - 1] ?? 0));
      if (!rows) return undefined;
      for (const row of rows) touched.add(row);
    }
    return touched.size > mostMoved ? undefined : touched;
  }

  async function look(placed: PlacedSet, kept: Kept, { known, touched, stamp }: Look): Promise<Now> {
    if (kept.now?.stamp === stamp) return kept.now;
    const moved = [...touched];
    const gone = findIndexes(
      kept.sorted,
      moved.map((row) => known.places[row] ?? 0),
    );
    const among = (rows: readonly number[]) => askRows(placed.order(rows));
    const members = moved.length === 0 ? [] : await askRows(placed.set(moved));
    const ordered = toOrdered(kept.sorted, gone, known);
    const put = members.length === 0 ? [] : await placeMoved(members, { ...ordered, among });
    return { stamp, put, gone };
  }

  async function find(placed: PlacedSet, window: Window, most: number): Promise<PlacedPart | undefined> {
    const known = await findKnown(placed);
    if (!known) return undefined;
    const question = toQuestion(placed, known);
    await follow(question);
    const before = sets.get(question.key);
    let kept = before;
    let touched = before && findTouched(before, question, known);
    if (!touched && most === 0) return undefined;
    if (!touched) {
      kept = await readSet(question, known, { most });
      touched = kept && findTouched(kept, question, known);
    }
    if (!kept || !touched) return undefined;
    const toStamp = () =>
      [question.others(), ...[question.itself, ...question.told].map(changed.moment)].join();
    const stamp = toStamp();
    const now = await look(placed, kept, { known, touched, stamp });
    // What was written while all this was read may have moved rows.
    if (toStamp() !== stamp) return undefined;
    kept.now = now;
    const ordered = toOrdered(kept.sorted, now.gone, known);
    return { rows: mergeMoved(now.put, ordered, window), total: ordered.count + now.put.length };
  }

  return {
    find: (placed, window, most = Infinity) => find(placed, window, most),
    async wish(placed) {
      const known = await findKnown(placed);
      if (!known) return;
      const question = toQuestion(placed, known);
      const kept = sets.get(question.key);
      if (kept && findTouched(kept, question, known)) return;
      if (wished.get(question.key)) {
        await follow(question);
        // Whoever wishes it next asks again.
        readSet(question, known, { on: behind }).catch(() => {});
      }
      wished.set(question.key, true);
    },
  };
}

const toItself = (table: string): RowTeller => ({ of: table, table });

/** A bit for each place: sooner than to sort them, and each is there once. */
function toSorted(rows: Uint32Array, places: Uint32Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil((places.length + 1) / 32));
  for (const row of rows) {
    const place = places[row] ?? 0;
    bits[place >>> 5] = (bits[place >>> 5] ?? 0) | (1 << (place & 31));
  }
  // Zero is no place.
  bits[0] = (bits[0] ?? 0) & ~1;
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let left = bits[i] ?? 0; left !== 0; left &= left - 1)
      found[count++] = i * 32 + 31 - Math.clz32(left & -left);
  }
  return found.slice(0, count);
}

/** Of those of the values that are there. */
function findIndexes(sorted: Uint32Array, values: readonly number[]): number[] {
  const indexes: number[] = [];
  for (const value of values) {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((sorted[middle] ?? 0) < value) from = middle + 1;
      else to = middle;
    }
    if (value > 0 && sorted[from] === value) indexes.push(from);
  }
  return indexes.sort((a, b) => a - b);
}

/** What is left of a set in the order of its places. */
function toOrdered(sorted: Uint32Array, gone: readonly number[], { rows }: Places): Ordered {
  return {
    count: sorted.length - gone.length,
    rowAt(index) {
      let at = index;
      for (const one of gone) {
        if (one > at) break;
        at++;
      }
      return rows[(sorted[at] ?? 0) - 1] ?? 0;
    },
  };
}
