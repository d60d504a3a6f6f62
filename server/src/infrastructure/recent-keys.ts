// What was used last, up to a number of entries.
import { LRUCache } from 'lru-cache';

/**
 * Forgets what was used longest ago beyond `max` entries. It grows as it is filled: told of a number, the library makes
 * room for so many at once, which takes a start longer than its database and memory that most households never use.
 */
export const createRecent = <V extends NonNullable<unknown>>(
  max: number,
  more: Pick<LRUCache.Options<string, V, unknown>, 'ttl' | 'perf'> = {},
): LRUCache<string, V> => new LRUCache<string, V>({ ...more, maxSize: max, sizeCalculation: () => 1 });
