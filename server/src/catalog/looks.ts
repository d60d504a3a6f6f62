// The ways to find a page of what meets a condition, and what they cost in microseconds, as it was measured.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/database/dialect.ts';
import { createAsking } from '#kernel/database/remembered.ts';
import type { Window } from '#kernel/database/remembered-order.ts';
import { createPlaces } from '#kernel/database/remembered-places.ts';
import { type IdSet, isInSet, type Look, toIdSelect } from './conditions/sets.ts';

type Sql = RawBuilder<unknown>;

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
  filters: Sql;
  /** An indexed order of the table. */
  order: Sql;
  set: IdSet;
  window: Window;
}

/** Ids of a page of a set by the places that all rows have in its order; undefined where they are not known. */
export function createPlacedPages(
  database: Pick<Database, 'db' | 'dialect' | 'writes' | 'apart' | 'changed'>,
) {
  const find = createPlaces(database);
  const asking = createAsking(database);
  const { rowNumber, unindexed } = database.dialect;
  return async (page: PlacedPage): Promise<string[] | undefined> => {
    if (!find || !rowNumber) return undefined;
    const { filters, order, set, window } = page;
    const [table, row, id] = [sql.table(page.table), rowNumber(page.table), sql.ref(`${page.table}.id`)];
    const inSet = isInSet(id, set, { look: 'gather', unindexed });
    const rows = await find(
      {
        table: page.table,
        order: (among) =>
          among
            ? sql<{ row: number }>`select ${row} as row from json_each(${JSON.stringify(among)}) one
                cross join ${table} on ${row} = one.value ${filters} order by ${unindexed(order)}`
            : sql<{ row: number }>`select ${row} as row from ${table} ${filters} order by ${order}`,
        set: sql<{ row: number }>`select ${row} as row from ${table} where ${inSet}`,
        members: toIdSelect(set.source),
      },
      window,
    );
    if (!rows) return undefined;
    const found = await asking(sql<{ row: number; id: string }>`
      select ${row} as row, ${id} as id from ${table} where ${row} in (${sql.join(rows)})`);
    const ids = new Map(found.map((one) => [one.row, one.id]));
    return rows.flatMap((one) => ids.get(one) ?? []);
  };
}
