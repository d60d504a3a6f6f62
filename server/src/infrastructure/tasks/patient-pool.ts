// A pool for graphile-worker, which does not await all its writes: a failure while PostgreSQL restarts would be an
// unhandled rejection and end the process. graphile-worker retries errors of a starting PostgreSQL (57P03, "Error
// Codes"), so lost connections are reported with this code.
import type pg from 'pg';

const isStarting = '57P03';

export interface PatientPool {
  pool: pg.Pool;
  /** Ignores failures from now on. */
  end(): void;
}

export function createPatientPool(pool: pg.Pool, isUnavailable: (error: unknown) => boolean): PatientPool {
  let isOver = false;
  async function withRetryableErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      // The queue of a closed database has no waiting callers.
      if (isOver || pool.ending) return new Promise(() => {});
      if (!isUnavailable(cause)) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw Object.assign(new Error(message, { cause }), { code: isStarting });
    }
  }
  async function take(): Promise<pg.PoolClient> {
    const client = await withRetryableErrors(() => pool.connect());
    return replace(client, 'query', (...values: Parameters<typeof client.query>) =>
      withRetryableErrors(async () => client.query(...values)),
    );
  }
  return {
    // Callers with a callback, such as the listener, handle failures themselves.
    pool: replace(pool, 'connect', (...values: Parameters<pg.Pool['connect']>) =>
      values.length > 0 ? pool.connect(...values) : take(),
    ),
    end() {
      isOver = true;
    },
  };
}

/** A proxy of the object that replaces one method. */
const replace = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      const value: unknown = key === name ? method : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
