// Answers to queries, remembered until something is written: whoever turns the pages of a list asks for its total again
// and again. Only where this process sees every write, which is on the embedded database.
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Db } from './dialect.ts';

/** Rows of all answers that are remembered: some ten megabytes. */
const mostRows = 100_000;

interface Remembered {
  writes: number;
  rows: readonly unknown[];
}

/** What a query asks, and the writes after which its answer counts. */
export function toQuestion<R>({ db, writes }: { db: Db; writes(sql: string): number }, query: RawBuilder<R>) {
  const compiled = query.compile(db);
  const key = `${compiled.sql}\n${JSON.stringify(compiled.parameters)}`;
  // Taken before the query is asked: what is written meanwhile makes the answer old at once.
  return { compiled, key, since: writes(compiled.sql) };
}

export type Ask = <R>(query: RawBuilder<R>) => Promise<readonly R[]>;

/** Asks a query, unless its answer is known and nothing was written since. */
export function createRemembering({ db, writes }: Pick<Database, 'db' | 'writes'>): Ask {
  if (!writes) return async (query) => (await query.execute(db)).rows;
  const known = new LRUCache<string, Remembered>({
    maxSize: mostRows,
    maxEntrySize: 6_000,
    sizeCalculation: ({ rows }) => rows.length + 10,
  });
  return async <R>(query: RawBuilder<R>) => {
    const { compiled, key, since } = toQuestion({ db, writes }, query);
    const found = known.get(key);
    if (found?.writes === since) return found.rows as R[];
    const { rows } = await db.executeQuery(compiled);
    known.set(key, { writes: since, rows });
    return rows;
  };
}
