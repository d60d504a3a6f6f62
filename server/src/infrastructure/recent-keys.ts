// A map of the most recently used entries.
import { LRUCache } from 'lru-cache';

/**
 * Removes the least recently used beyond `max` entries. The size is limited by weight instead of the library's `max`,
 * which allocates all entries immediately: that slows the start and takes memory that most servers never use.
 */
export const createRecent = <V extends NonNullable<unknown>>(
  max: number,
  more: Pick<LRUCache.Options<string, V, unknown>, 'ttl' | 'perf'> = {},
): LRUCache<string, V> => new LRUCache<string, V>({ ...more, maxSize: max, sizeCalculation: () => 1 });
