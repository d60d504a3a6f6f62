// The ways to find a page of what meets a condition, and what they cost in microseconds, as it was measured.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#infrastructure/database/dialect.ts';
import { createAsking } from '#infrastructure/database/remembered.ts';
import type { Window } from '#infrastructure/database/remembered-order.ts';
import { createPlacedSets, type PlacedSet } from '#infrastructure/database/remembered-sets.ts';
import type { PreparedCondition } from './conditions/prepare.ts';
import type { Look } from './conditions/sets.ts';

type Sql = RawBuilder<unknown>;

/** What lists are read of. */
export type ListedDatabase = Pick<
  Database,
  'db' | 'dialect' | 'writes' | 'readerThread' | 'backgroundReader' | 'changed'
>;

/** Longer queries are asked where nobody else waits for them. */
const longUs = 15_000;

export interface Way {
  look: Look;
  /** What it costs. */
  leastUs: number;
  isLong: boolean;
  /** The places of all rows find it sooner, where they are known. */
  isSoonerByPlaces: boolean;
}

/**
 * Rows are gathered by the sets of the condition and sorted; or walked in their order until the page is full, past
 * a list of the set or with a look into its index at each. `steps` are those of the walk, infinite where there is none.
 */
export function chooseWay({ total, steps }: { total: number; steps: number }): Way {
  const costs = { gather: total * 1.5, list: total * 0.2 + steps * 0.3, probe: steps * 1.2 };
  const leastUs = Math.min(costs.probe, costs.list, costs.gather);
  const look = (['probe', 'list', 'gather'] as const).find((one) => costs[one] === leastUs) ?? 'gather';
  return { look, leastUs, isLong: leastUs > longUs, isSoonerByPlaces: total * 0.5 < leastUs };
}

export interface PlacedPage {
  table: 'book' | 'series';
  /** What holds of every row that has a place. */
  filters: readonly Sql[];
  /** An indexed order of the table. */
  order: Sql;
  condition: PreparedCondition;
  window: Window;
}

/** Tables with rows that name a book or a series, by the column that does. */
const tellers = {
  book: {
    bookTerm: 'bookId',
    bookMetadata: 'bookId',
    bookError: 'bookId',
    readProgress: 'bookId',
    readListBook: 'bookId',
    wantToRead: 'entityId',
  },
  series: {
    seriesTerm: 'seriesId',
    seriesMetadata: 'seriesId',
    seriesProgress: 'seriesId',
    seriesRating: 'seriesId',
    collectionSeries: 'seriesId',
    wantToRead: 'entityId',
  },
} as const;

/** Pages of what meets a condition, by the places that all rows have in an order. */
export function createPlacedPages(database: ListedDatabase) {
  const sets = createPlacedSets(database);
  const asking = createAsking(database);
  const { rowNumber, unindexed } = database.dialect;
  if (!sets || !rowNumber) return undefined;

  function toPlaced({ table: name, filters, order, condition }: PlacedPage): PlacedSet {
    const [table, row, id] = [sql.table(name), rowNumber?.(name), sql.ref(`${name}.id`)];
    const isAmong = (rows: readonly number[]) =>
      sql`from json_each(${JSON.stringify(rows)}) one cross join ${table} on ${row} = one.value`;
    const source = condition.set?.negated ? undefined : condition.set?.source;
    const all =
      source && !source.row
        ? sql`from (select ${source.column} as id ${source.rows}) member cross join ${table} on ${id} = member.id`
        : (source?.rows ?? sql`from ${table} ${toWhere([...filters, condition.toFilter('gather')])}`);
    return {
      table: name,
      tellers: Object.entries(tellers[name]).map(([teller, column]) => ({ table: teller, column })),
      order: (among) =>
        among
          ? sql`select ${row} as row ${isAmong(among)} ${toWhere(filters)} order by ${unindexed(order)}`
          : sql`select ${row} as row from ${table} ${toWhere(filters)} order by ${order}`,
      set: (among) =>
        among
          ? sql`select ${row} as row ${isAmong(among)} ${toWhere([...filters, condition.toFilter('probe')])}`
          : sql`select ${source?.row ?? row} as row ${all}`,
    };
  }

  return {
    /**
     * Ids of a page in order, and how many the whole has; undefined where that is not known, or the whole is not kept and
     * has more than `most`.
     */
    async find(page: PlacedPage, most?: number): Promise<{ ids: string[]; total: number } | undefined> {
      const part = await sets.find(toPlaced(page), page.window, most);
      if (!part) return undefined;
      const [row, id] = [rowNumber(page.table), sql.ref(`${page.table}.id`)];
      const found =
        part.rows.length === 0
          ? []
          : await asking(sql<{ row: number; id: string }>`
              select ${row} as row, ${id} as id from ${sql.table(page.table)}
              where ${row} in (${sql.join(part.rows)})`);
      const ids = new Map(found.map((one) => [one.row, one.id]));
      return { ids: part.rows.flatMap((one) => ids.get(one) ?? []), total: part.total };
    },
    /** Says that what meets the condition is asked for. */
    wish: (page: PlacedPage): Promise<void> => sets.wish(toPlaced(page)),
  };
}

export const toWhere = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
