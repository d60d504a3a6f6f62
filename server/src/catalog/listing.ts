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
const mostRanked = 2_000;
/** Above every sign that a sort key can hold. */
const lastKey = '\ud7ff\ud7ff';

export type Lister = ReturnType<typeof createLister>;

export function createLister({ db, dialect }: Pick<Database, 'db' | 'dialect'>) {
  const { textSearch } = dialect;

  /** `from … where …` of everything that the listing holds. */
  function toFrom(listing: Listing, extra: readonly Sql[] = []): { from: Sql; arrival: Sql } {
    const { table, search, filters } = listing;
    const id = sql.ref(`${table}.id`);
    if (!search) {
      return { from: sql`from ${sql.table(table)} ${toWhere([...filters, ...extra])}`, arrival: id };
    }
    const index = `${table}Search` as const;
    const without = search.unwanted.map((phrase) => {
      const { from, where } = textSearch.match(index, [phrase]);
      return sql`${id} not in (select found."entityId" from ${from} where ${where})`;
    });
    const conditions = [...filters, ...extra, ...without];
    if (search.wanted.length === 0)
      return { from: sql`from ${sql.table(table)} ${toWhere(conditions)}`, arrival: id };
    const { from, where, arrival } = textSearch.match(index, search.wanted);
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
    const inTitle = textSearch.match(`${table}Search`, search.wanted, { inTitle: true });
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
    const key = toSortKey(search.folded);
    const begins = sql`${title} >= ${key} and ${title} < ${key + lastKey}`;
    const first = await count(listing, [begins]);
    const head =
      offset < first
        ? await selectIds(sql`${id} ${toFrom(listing, [begins]).from}`, byTitle, { limit, offset })
        : [];
    if (head.length === limit) return head;
    const { from, arrival } = toFrom(listing, [sql`not (${begins})`]);
    const tail = await selectIds(sql`${id} ${from}`, arrival, {
      limit: limit - head.length,
      offset: Math.max(0, offset - first),
    });
    return [...head, ...tail];
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

const toWhere = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
