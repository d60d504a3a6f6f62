// A pool for graphile-worker, which does not await all its writes: a failure while PostgreSQL restarts would be an
// unhandled rejection and end the process. graphile-worker retries errors of a starting PostgreSQL (57P03, "Error
// Codes"), so lost connections are reported with this code.
import type pg from 'pg';

const isStarting = '57P03';

export class PatientPool {
  readonly #pool: pg.Pool;
  readonly #isUnavailable: (error: unknown) => boolean;
  #isOver = false;
  // Callers with a callback, such as the listener, handle failures themselves.
  readonly pool: pg.Pool;

  constructor(pool: pg.Pool, isUnavailable: (error: unknown) => boolean) {
    this.#pool = pool;
    this.#isUnavailable = isUnavailable;
    this.pool = replace(pool, 'connect', (...values: Parameters<pg.Pool['connect']>) =>
      values.length > 0 ? pool.connect(...values) : this.#take(),
    );
  }

  /** Ignores failures from now on. */
  end(): void {
    this.#isOver = true;
  }

  async #withRetryableErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      // The queue of a closed database has no waiting callers.
      if (this.#isOver || this.#pool.ending) return new Promise(() => {});
      if (!this.#isUnavailable(cause)) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw Object.assign(new Error(message, { cause }), { code: isStarting });
    }
  }

  async #take(): Promise<pg.PoolClient> {
    const client = await this.#withRetryableErrors(() => this.#pool.connect());
    return replace(client, 'query', (...values: Parameters<typeof client.query>) =>
      this.#withRetryableErrors(async () => client.query(...values)),
    );
  }
}

/** A proxy of the object that replaces one method. */
const replace = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      const value: unknown = key === name ? method : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
