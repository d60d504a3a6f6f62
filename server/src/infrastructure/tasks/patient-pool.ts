// A pool for a task queue that does not wait for the end of what it writes: graphile-worker marks a job as done and goes
// on, and a failure there, while PostgreSQL restarts, belonged to nobody and ended the process. It tries again by itself
// what PostgreSQL refuses as long as it starts (57P03, "Error Codes"): a connection that is gone is told to it as that.
import type pg from 'pg';

const isStarting = '57P03';

export interface PatientPool {
  pool: pg.Pool;
  /** From now on nobody is told of what fails. */
  end(): void;
}

export function createPatientPool(pool: pg.Pool, isUnavailable: (error: unknown) => boolean): PatientPool {
  let isOver = false;
  async function withRetryableErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (isOver) return new Promise(() => {});
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
    // Who gives a function to call, as the one that listens does, looks after failures.
    pool: replace(pool, 'connect', (...values: Parameters<pg.Pool['connect']>) =>
      values.length > 0 ? pool.connect(...values) : take(),
    ),
    end() {
      isOver = true;
    },
  };
}

/** The object itself in all but one of its methods. */
const replace = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      const value: unknown = key === name ? method : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
