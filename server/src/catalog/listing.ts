// Lists of books or series: which rows, in which order, how many. A page costs two statements whatever its number of
// rows: ids in order, and the total where it is not kept.
import type { PageRequest } from '@lectern/contract/pagination';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/database/dialect.ts';
import type { SearchTerms } from '#kernel/text/search-text.ts';
import { toSortKey } from '#kernel/text/sort-key.ts';
import { goneWord } from './search-words.ts';

type Sql = RawBuilder<unknown>;

export interface Listing {
  table: 'book' | 'series';
  /** What must hold of a row, all of it. */
  filters: readonly Sql[];
  search?: SearchTerms | undefined;
  /** `filters` says nothing but that the row is there: then the search index alone can count. */
  isOpen?: boolean;
  /** Rows that are gone are wanted, too. */
  includeDeleted?: boolean;
  /** Undefined: by relevance. */
  order: Sql | undefined;
  page: PageRequest;
}

/** More hits than this are not ranked one by one: those whose title begins with the text come first. */
const usuallyRanked = 2_000;
/** Above every sign that a sort key can hold. */
const lastKey = '\ud7ff\ud7ff';

export type Lister = ReturnType<typeof createLister>;

interface Options {
  /** Hits beyond which they are not ranked one by one. */
  mostRanked?: number | undefined;
}

export function createLister(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { mostRanked = usuallyRanked }: Options = {},
) {
  const { textSearch } = dialect;

  /** `from … where …` of everything that the listing holds. */
  function toFrom(listing: Listing, extra: readonly Sql[] = []): { from: Sql; arrival: Sql } {
    const { table, search, filters } = listing;
    const id = sql.ref(`${table}.id`);
    if (!search) {
      return { from: sql`from ${sql.table(table)} ${toWhere([...filters, ...extra])}`, arrival: id };
    }
    const index = `${table}Search` as const;
    const conditions = [...filters, ...extra];
    if (search.wanted.length === 0) {
      const without = search.unwanted.map((phrase) => {
        const unwanted = textSearch.match(index, { wanted: [phrase], unwanted: [] });
        return sql`${id} not in (select found."entityId" from ${unwanted.from} where ${unwanted.where})`;
      });
      return { from: sql`from ${sql.table(table)} ${toWhere([...conditions, ...without])}`, arrival: id };
    }
    const { from, where, arrival } = textSearch.match(index, search);
    return {
      from: sql`from ${from} join ${sql.table(table)} on ${id} = found."entityId" ${toWhere([where, ...conditions])}`,
      arrival,
    };
  }

  async function selectIds(from: Sql, order: Sql, { limit, offset }: { limit: number; offset: number }) {
    const { rows } = await sql<{ id: string }>`
      select ${from} order by ${order} limit ${limit} offset ${offset}`.execute(db);
    return rows.map((row) => row.id);
  }

  async function count(listing: Listing, extra: readonly Sql[] = []): Promise<number> {
    const { table, search, isOpen, includeDeleted } = listing;
    if (search && isOpen && extra.length === 0 && search.wanted.length > 0) {
      const excluded = includeDeleted ? search.unwanted : [...search.unwanted, goneWord];
      return countFound(table, search.wanted, excluded);
    }
    const { rows } = await sql<{ total: number }>`
      select count(*) as total ${toFrom(listing, extra).from}`.execute(db);
    return Number(rows[0]?.total ?? 0);
  }

  /** By the index alone, without a look at the rows. */
  async function countFound(
    table: Listing['table'],
    wanted: SearchTerms['wanted'],
    unwanted: SearchTerms['unwanted'],
  ): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select ${textSearch.count(`${table}Search`, { wanted, unwanted })} as total`.execute(db);
    return Number(rows[0]?.total ?? 0);
  }

  /** Titles that are the text, begin with it, hold all its words; then the rest. Equal ones by title. */
  function toRank(table: Listing['table'], search: SearchTerms): Sql {
    const title = sql.ref(`${table}.titleFolded`);
    const plain = search.folded.replace(/[\\%_]/g, '\\$&');
    const inTitle = textSearch.match(
      `${table}Search`,
      { wanted: search.wanted, unwanted: [] },
      { inTitle: true },
    );
    return sql`case when ${title} = ${search.folded} then 0
        when ${title} like ${`${plain}%`} escape '\\' then 1
        when ${sql.ref(`${table}.id`)} in (select found."entityId" from ${inTitle.from} where ${inTitle.where}) then 2
        else 3 end, ${sql.ref(`${table}.titleKey`)}, ${sql.ref(`${table}.id`)}`;
  }

  async function byRelevance(listing: Listing, search: SearchTerms, total: number): Promise<string[]> {
    const { table, page } = listing;
    const limit = page.pageSize;
    const offset = (page.page - 1) * page.pageSize;
    const id = sql.ref(`${table}.id`);
    const title = sql.ref(`${table}.titleKey`);
    const byTitle = sql`${title}, ${id}`;
    if (search.wanted.length === 0)
      return selectIds(sql`${id} ${toFrom(listing).from}`, byTitle, { limit, offset });
    if (total <= mostRanked) {
      const { from } = toFrom(listing);
      return selectIds(sql`${id} ${from}`, toRank(table, search), { limit, offset });
    }
    const { first, head } = await readHead(listing, search, { limit, offset });
    if (head.length === limit) return head;
    const { from, arrival } = toFrom(listing, isPlain(search) ? [sql`not (${toBegins(table, search)})`] : []);
    const tail = await selectIds(sql`${id} ${from}`, arrival, {
      limit: limit - head.length,
      offset: Math.max(0, offset - first),
    });
    return [...head, ...tail];
  }

  /**
   * Those whose titles begin with the text, read off the index of titles: of plain words every such title is a hit,
   * so that the search index need not be asked.
   */
  async function readHead(listing: Listing, search: SearchTerms, window: { limit: number; offset: number }) {
    if (!isPlain(search)) return { first: 0, head: [] };
    const { table } = listing;
    const begins = { ...listing, search: undefined, filters: [...listing.filters, toBegins(table, search)] };
    const first = await count(begins);
    if (window.offset >= first) return { first, head: [] };
    const id = sql.ref(`${table}.id`);
    const order = sql`${sql.ref(`${table}.titleKey`)}, ${id}`;
    return { first, head: await selectIds(sql`${id} ${toFrom(begins).from}`, order, window) };
  }

  return {
    count: (listing: Listing) => count(listing),

    /** Ids of the page in order. `total` is the listing's. */
    async ids(listing: Listing, total: number): Promise<string[]> {
      const { table, order, page, search } = listing;
      if (!order && search) return byRelevance(listing, search, total);
      const { from } = toFrom(listing);
      const id = sql.ref(`${table}.id`);
      return selectIds(sql`${id} ${from}`, order ?? id, {
        limit: page.pageSize,
        offset: (page.page - 1) * page.pageSize,
      });
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

const toWhere = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
