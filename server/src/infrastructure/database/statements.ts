// Prepared statements by their text, the least recently used forgotten: preparing costs ten times what a point
// read does.
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
      // Statements with long value lists are rarely the same twice.
      if (text.length < 20_000) cache.set(text, statement);
      return statement;
    },
  };
}
