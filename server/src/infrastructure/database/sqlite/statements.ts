// Caches prepared statements by their text and drops the least recently used, because preparing costs ten times as much
// as a point read.
import { LRUCache } from 'lru-cache';

export interface StatementCache<S> {
  get(text: string): S;
}

export function createStatementCache<S extends object>(
  prepare: (text: string) => S,
  max = 500,
): StatementCache<S> {
  const cache = new LRUCache<string, S>({ max });
  return {
    get(text) {
      const known = cache.get(text);
      if (known) return known;
      const statement = prepare(text);
      // Statements with long value lists are rarely repeated.
      if (text.length < 20_000) cache.set(text, statement);
      return statement;
    },
  };
}
