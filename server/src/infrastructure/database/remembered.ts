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

/** Asks a query; one that may take long where nobody else waits for it. */
export type Ask = <R>(query: RawBuilder<R>, isLong?: boolean) => Promise<readonly R[]>;

type Answering = Pick<Database, 'db' | 'writes' | 'readerThread'>;

export function createAsking({ db, readerThread }: Answering): Ask {
  return async (query, isLong = false) => {
    const compiled = query.compile(db);
    return isLong && readerThread ? readerThread.rows(compiled) : (await db.executeQuery(compiled)).rows;
  };
}

/** Asks a query, unless its answer is known and nothing was written since. */
export function createRemembering(database: Answering): Ask {
  const asking = createAsking(database);
  const { db, writes } = database;
  if (!writes) return asking;
  const known = new LRUCache<string, Remembered>({
    maxSize: mostRows,
    maxEntrySize: 6_000,
    sizeCalculation: ({ rows }) => rows.length + 10,
  });
  const asked = new Map<string, Promise<readonly unknown[]>>();
  return async <R>(query: RawBuilder<R>, isLong?: boolean) => {
    const { key, since } = toQuestion({ db, writes }, query);
    const found = known.get(key);
    if (found?.writes === since) return found.rows as R[];
    const inFlight = `${since}\n${key}`;
    const answer = asked.get(inFlight) ?? asking(query, isLong).finally(() => asked.delete(inFlight));
    asked.set(inFlight, answer);
    const rows = await answer;
    known.set(key, { writes: since, rows });
    return rows as R[];
  };
}
