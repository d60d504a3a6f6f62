// Lists of books or series: which rows, in which order, how many. A page costs two statements whatever its number of
// rows: ids in order, and the total where it is not kept.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import { type Ask, createAsking, createRemembering } from '#infrastructure/database/remembered.ts';
import { createOrderMemory, type Window } from '#infrastructure/database/remembered-order.ts';
import type { SearchTerms } from '#infrastructure/text/search-text.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { PreparedCondition } from './conditions/prepare.ts';
import { type Look, toCount } from './conditions/sets.ts';
import {
  chooseWay,
  createPlacedPages,
  type ListedDatabase,
  type PlacedPage,
  toWhere,
  type Way,
} from './looks.ts';
import { goneWord } from './search-words.ts';

type Sql = RawBuilder<unknown>;

export interface Listing {
  table: 'book' | 'series';
  /** What must hold of a row, all of it. */
  filters: readonly Sql[];
  /** What must hold, too. */
  condition?: PreparedCondition | undefined;
  search?: SearchTerms | undefined;
  /** `filters` says nothing but that the row is there: then indexes that do not know more can count. */
  isOpen?: boolean;
  /** How many rows `filters` leaves; about so many where a rule hides some. */
  outOf?(): Promise<number>;
  /** An index holds the rows in the order that is asked for. */
  isOrderIndexed?: boolean;
  /** Rows that are gone are wanted, too. */
  includeDeleted?: boolean;
  /** Undefined: by relevance. */
  order: Sql | undefined;
  page: PageRequest;
}

/** Longer orders are not remembered. */
const mostOrdered = 100_000;
/** So many rows are gathered at once instead of being counted first. */
const mostFew = 5_000;
/** From so many rows on a page is far behind. */
const usuallyFar = 5_000;
/** So many rows of a set are read for a page far behind before anybody knows how many they are. */
const usuallyUncounted = 150_000;
/** Libraries up to so many rows are gone through in no time. */
const usuallyShort = 10_000;
/** What takes longer, in microseconds, is worth knowing the places of all rows. */
const usuallyUnplacedUs = 5_000;
/** More hits than this are not ranked one by one: those whose title begins with the text come first. */
const usuallyRanked = 2_000;
/** Above every sign that a sort key can hold. */
const lastKey = '\ud7ff\ud7ff';

const toId = ({ table }: Pick<Listing, 'table'>): Sql => sql.ref(`${table}.id`);

const toWindow = ({ page, pageSize }: PageRequest): Window => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
});

export interface ListerOptions {
  /** Hits beyond which they are not ranked one by one. */
  mostRanked?: number | undefined;
  /** Rows up to which nothing that is asked of a library takes long. */
  mostShort?: number | undefined;
  /** Microseconds up to which a page is found without knowing the places of all rows. */
  mostUnplacedUs?: number | undefined;
  /** Rows before a page from which on it is far behind. */
  leastFar?: number | undefined;
  /** Rows up to which a set is read for such a page without being counted. */
  mostUncounted?: number | undefined;
}

export function createLister(
  database: ListedDatabase,
  {
    mostRanked = usuallyRanked,
    mostShort = usuallyShort,
    mostUnplacedUs = usuallyUnplacedUs,
    leastFar = usuallyFar,
    mostUncounted = usuallyUncounted,
  }: ListerOptions = {},
) {
  const { dialect } = database;
  const { textSearch } = dialect;
  const remembering = createRemembering(database);
  const askOrder = createOrderMemory(database, remembering);
  const placedPages = createPlacedPages(database);
  const asking = createAsking(database);
  /** Ids of all rows of a listing in its order, where they are few and were gathered. */
  const few = new WeakMap<Listing, readonly string[]>();
  /** Ids of the page of a listing, where they were found by their places together with the total. */
  const placed = new WeakMap<Listing, readonly string[]>();
  /** What costs little is asked anew: it needs no place in memory. */
  const toAsk = ({ condition, search }: Listing): Ask => (condition || search ? remembering : asking);

  /** `from … where …` of everything that the listing holds. */
  function toFrom(
    listing: Listing,
    extra: readonly Sql[] = [],
    look: Look = 'gather',
  ): { from: Sql; arrival: Sql } {
    const { table, search, condition } = listing;
    const met = condition ? [condition.toFilter(look)] : [];
    const filters = [...listing.filters, ...met];
    const id = sql.ref(`${table}.id`);
    if (!search) {
      return { from: sql`from ${sql.table(table)} ${toWhere([...filters, ...extra])}`, arrival: id };
    }
    const conditions = [...filters, ...extra];
    if (search.wanted.length === 0) {
      const without = search.unwanted.map(
        (phrase) => sql`not (${textSearch.isFound(table, { wanted: [phrase], unwanted: [] })})`,
      );
      return { from: sql`from ${sql.table(table)} ${toWhere([...conditions, ...without])}`, arrival: id };
    }
    const { from, where, arrival } = textSearch.match(table, search);
    return { from: sql`from ${from} ${toWhere([where, ...conditions])}`, arrival };
  }

  /** The same in its order; rows are found by what finds them soonest and then sorted, not looked for along it. */
  function toGathered(listing: Listing): Sql {
    const { table, condition, search, order } = listing;
    const id = toId(listing);
    const { from } = toFrom(listing);
    if (!condition || search) return sql`${from} order by ${order ?? id}`;
    if (condition.set && !condition.set.negated)
      return sql`${from} order by ${dialect.unindexed(order ?? id)}`;
    return sql`from ${sql.table(table)} where ${id} in (select ${id} ${from}) order by ${order ?? id}`;
  }

  async function selectIds(ask: Ask, query: Sql, { limit, offset }: Window): Promise<string[]> {
    const rows = await ask(sql<{ id: string }>`${query} limit ${limit} offset ${offset}`);
    return rows.map((row) => row.id);
  }

  async function count(listing: Listing, extra: readonly Sql[] = []): Promise<number> {
    const { table, search, isOpen, includeDeleted, condition } = listing;
    if (search && isOpen && !condition && extra.length === 0 && search.wanted.length > 0) {
      const excluded = includeDeleted ? search.unwanted : [...search.unwanted, goneWord];
      return countFound(table, search.wanted, excluded);
    }
    if (extra.length === 0) {
      const total = (await countPlaced(listing)) ?? (await countSet(listing)) ?? (await countFew(listing));
      if (total !== undefined) return total;
    }
    const query = sql<{ total: number }>`select count(*) as total ${toFrom(listing, extra).from}`;
    const rows = await toAsk(listing)(query, await isLong(listing));
    return Number(rows[0]?.total ?? 0);
  }

  /** Whether every row of a large library has to be looked at: no set of the condition and no index helps. */
  async function isLong({ condition, search, includeDeleted, outOf }: Listing): Promise<boolean> {
    const isUnaided = !search && (condition ? !condition.set : includeDeleted === true);
    return isUnaided && ((await outOf?.()) ?? 0) > mostShort;
  }

  /** Few rows are gathered once: their number and their ids, for the page that is read next. */
  async function countFew(listing: Listing): Promise<number | undefined> {
    const { table, condition, search, order } = listing;
    if (!condition || search) return undefined;
    const id = toId(listing);
    const found = sql`select ${id} ${toFrom(listing).from} limit ${mostFew + 1}`;
    const query = sql<{ id: string }>`
      select ${id} from ${sql.table(table)} where ${id} in (${found}) order by ${order ?? id}`;
    const rows = await toAsk(listing)(query, await isLong(listing));
    if (rows.length > mostFew) return undefined;
    few.set(
      listing,
      rows.map((row) => row.id),
    );
    return rows.length;
  }

  /** Of a condition that is a set of ids, by the indexes of the set; undefined when it is none. */
  async function countSet(listing: Listing): Promise<number | undefined> {
    const { table, condition, search, isOpen, includeDeleted, outOf } = listing;
    if (!condition?.set || !isOpen || includeDeleted || search || !outOf || table !== 'book')
      return undefined;
    const { source, negated } = condition.set;
    const ask = toAsk(listing);
    const gone = sql`from book gone where gone."deletedAt" is not null`;
    const [isAnyGone] = await ask(sql`select 1 ${gone} limit 1`);
    const rows = await ask(sql<{ total: number }>`
      select ${toCount(source)} as total ${source.rows}
      ${isAnyGone ? sql`and ${source.column} not in (select gone.id ${gone})` : sql``}`);
    const total = Number(rows[0]?.total ?? 0);
    return negated ? (await outOf()) - total : total;
  }

  async function chooseWayOf(listing: Listing, total: number, { limit, offset }: Window): Promise<Way> {
    const { condition, search, outOf, isOrderIndexed, includeDeleted } = listing;
    const isWalkable = isOrderIndexed === true && !includeDeleted && !search;
    // The order itself is walked.
    if (!condition && isWalkable) return { ...chooseWay({ total: 0, steps: 0 }), look: 'gather' };
    const out = condition && isWalkable && outOf ? await outOf() : Infinity;
    const way = chooseWay({ total, steps: ((offset + limit) * out) / Math.max(1, total) });
    return { ...way, isLong: way.isLong || (await isLong(listing)) };
  }

  /** Where nothing but a condition limits a long list in an indexed order, and it is not met by nearly all. */
  async function toPlacedPage(listing: Listing): Promise<PlacedPage | undefined> {
    const { table, condition, filters, order, isOpen, isOrderIndexed, includeDeleted, search, outOf } =
      listing;
    if (!condition || condition.set?.negated || !order || !isOpen || !isOrderIndexed) return undefined;
    if (!placedPages || includeDeleted || search || ((await outOf?.()) ?? 0) <= mostShort) return undefined;
    return { table, filters, order, condition, window: toWindow(listing.page) };
  }

  /** Together with the page: the first pages of a set are found sooner in other ways unless the set is kept. */
  async function countPlaced(listing: Listing): Promise<number | undefined> {
    const page = await toPlacedPage(listing);
    if (!page) return undefined;
    const found = await placedPages?.find(page, toMostUncounted(page));
    if (found) placed.set(listing, found.ids);
    return found?.total;
  }

  /** What is filed under a name is rarely much: to count it first would take a fifth of what it takes to read it. */
  function toMostUncounted({ condition: { set }, window }: PlacedPage): number {
    if (!set) return Infinity;
    return set.source.size === 'filed' && window.offset >= leastFar ? mostUncounted : 0;
  }

  /** By the index alone, without a look at the rows. */
  async function countFound(
    table: Listing['table'],
    wanted: SearchTerms['wanted'],
    unwanted: SearchTerms['unwanted'],
  ): Promise<number> {
    const rows = await remembering(sql<{ total: number }>`
      select ${textSearch.count(table, { wanted, unwanted })} as total`);
    return Number(rows[0]?.total ?? 0);
  }

  /** Titles that are the text, begin with it, hold all its words; then the rest. Equal ones by title. */
  function toRank(table: Listing['table'], search: SearchTerms): Sql {
    const title = sql.ref(`${table}.titleFolded`);
    const plain = search.folded.replace(/[\\%_]/g, '\\$&');
    const inTitle = textSearch.isInTitle(table, search.wanted);
    return sql`case when ${title} = ${search.folded} then 0
        when ${title} like ${`${plain}%`} escape '\\' then 1
        when ${inTitle} then 2
        else 3 end, ${sql.ref(`${table}.titleKey`)}, ${sql.ref(`${table}.id`)}`;
  }

  async function byRelevance(listing: Listing, search: SearchTerms, total: number): Promise<string[]> {
    const { table, page } = listing;
    const window = toWindow(page);
    const { limit, offset } = window;
    const ask = toAsk(listing);
    const id = sql.ref(`${table}.id`);
    const title = sql.ref(`${table}.titleKey`);
    const byTitle = sql`${title}, ${id}`;
    if (search.wanted.length === 0)
      return selectIds(ask, sql`select ${id} ${toFrom(listing).from} order by ${byTitle}`, window);
    if (total <= mostRanked) {
      const { from } = toFrom(listing);
      return selectIds(ask, sql`select ${id} ${from} order by ${toRank(table, search)}`, window);
    }
    const { first, head } = await readHead(listing, search, window);
    if (head.length === limit) return head;
    const { from, arrival } = toFrom(listing, isPlain(search) ? [sql`not (${toBegins(table, search)})`] : []);
    const tail = await selectIds(ask, sql`select ${id} ${from} order by ${arrival}`, {
      limit: limit - head.length,
      offset: Math.max(0, offset - first),
    });
    return [...head, ...tail];
  }

  /**
   * Those whose titles begin with the text, read off the index of titles: of plain words every such title is a hit,
   * so that the search index need not be asked.
   */
  async function readHead(listing: Listing, search: SearchTerms, window: Window) {
    if (!isPlain(search)) return { first: 0, head: [] };
    const { table } = listing;
    const begins = { ...listing, search: undefined, filters: [...listing.filters, toBegins(table, search)] };
    const first = await count(begins);
    if (window.offset >= first) return { first, head: [] };
    const id = sql.ref(`${table}.id`);
    const order = sql`${sql.ref(`${table}.titleKey`)}, ${id}`;
    const query = sql`select ${id} ${toFrom(begins).from} order by ${order}`;
    return { first, head: await selectIds(toAsk(listing), query, window) };
  }

  return {
    count: (listing: Listing) => count(listing),

    /** Ids of the page in order. `total` is the listing's. */
    async ids(listing: Listing, total: number): Promise<string[]> {
      const { order, page, search } = listing;
      if (!order && search) return byRelevance(listing, search, total);
      const window = toWindow(page);
      const known = placed.get(listing);
      if (known) return [...known];
      const gathered = few.get(listing);
      if (gathered) return gathered.slice(window.offset, window.offset + window.limit);
      const { look, leastUs, isLong, isSoonerByPlaces } = await chooseWayOf(listing, total, window);
      const wanted = await toPlacedPage(listing);
      if (wanted && isSoonerByPlaces && leastUs > mostUnplacedUs) {
        const found = await placedPages?.find(wanted);
        if (found) return found.ids;
      } else if (wanted) {
        await placedPages?.wish(wanted);
      }
      const id = toId(listing);
      const walked = () => sql`${toFrom(listing, [], look).from} order by ${order ?? id}`;
      const query = sql<{ id: string }>`select ${id} ${look === 'gather' ? toGathered(listing) : walked()}`;
      if (look === 'probe' || !listing.condition || total > mostOrdered)
        return selectIds((one) => toAsk(listing)(one, isLong), query, window);
      return [...(await askOrder(query, window, isLong))];
    },

    /** `from … where …`, for counts by group. */
    from: (listing: Listing) => toFrom(listing).from,
  };
}

/** Nothing but words, the last of which may go on: no quotation, no exclusion, no article that titles leave out. */
const isPlain = ({ unwanted, wanted, folded }: SearchTerms): boolean =>
  unwanted.length === 0 &&
  !folded.includes('"') &&
  wanted.every(({ words }) => words.length === 1) &&
  toSortKey(folded) === toSortKey(folded, { articles: [] });

function toBegins(table: Listing['table'], { folded }: SearchTerms): Sql {
  const title = sql.ref(`${table}.titleKey`);
  const key = toSortKey(folded);
  return sql`${title} >= ${key} and ${title} < ${key + lastKey}`;
}
