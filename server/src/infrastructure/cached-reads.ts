// Caches reads until they are invalidated. A read in progress at that moment is not cached, and later callers do not
// join it: it may have read the former state.
import { createRecent } from './recent-keys.ts';

interface CachedReadOptions<V> {
  /** Returns whether the cached value is still usable. */
  isCurrent(value: V): boolean;
  /** Concurrent reads with the same name are merged. */
  name?: string;
  /** `known` is the cached value that is not usable. */
  read(known: V | undefined): Promise<V>;
  /** Default: all values are cached. */
  isToKeep?(value: V): boolean;
}

export interface CachedReads<V> {
  get(key: string, wanted: CachedReadOptions<V>): Promise<V>;
  forget(key: string): void;
  /** Without a condition, invalidates everything. */
  forgetAll(condition?: (value: V) => boolean): void;
}

/** Caches at most `max` values. */
export function createCachedReads<V extends NonNullable<unknown>>(max: number): CachedReads<V> {
  const known = createRecent<V>(max);
  /** By key, then by name. */
  const pending = new Map<string, Map<string, Promise<V>>>();

  function begin(
    key: string,
    name: string,
    { read, isToKeep = () => true }: CachedReadOptions<V>,
  ): Promise<V> {
    const readings = pending.get(key) ?? new Map<string, Promise<V>>();
    pending.set(key, readings);
    const reading = read(known.get(key)).then(
      (value) => {
        if (end() && isToKeep(value)) known.set(key, value);
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    readings.set(name, reading);
    /** Returns false if the read was invalidated meanwhile. */
    const end = (): boolean => {
      if (pending.get(key) !== readings) return false;
      readings.delete(name);
      if (readings.size === 0) pending.delete(key);
      return true;
    };
    return reading;
  }

  return {
    async get(key, wanted) {
      const value = known.get(key);
      if (value !== undefined && wanted.isCurrent(value)) return value;
      const name = wanted.name ?? '';
      return pending.get(key)?.get(name) ?? begin(key, name, wanted);
    },
    forget(key) {
      known.delete(key);
      pending.delete(key);
    },
    forgetAll(condition) {
      pending.clear();
      if (condition) for (const [key, value] of known.entries()) condition(value) && known.delete(key);
      else known.clear();
    },
  };
}
