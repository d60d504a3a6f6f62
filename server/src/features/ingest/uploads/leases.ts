// Ensures that one request at a time writes an upload, across processes. The request holds a lease in the database,
// which expires when its process ends. Another request that wants to write ends the holder, because dead connections
// are detected late.
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Lock, type Locker } from '@tus/server';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import * as store from './store.ts';

/** Expiration of a lease without renewal. */
const leaseMs = 30_000;
const renewMs = 1_000;
const patienceMs = 15_000;

export interface Lease {
  readonly token: string;
  /** Another request holds the lease: nothing may be written any more. */
  readonly isLost: boolean;
}

interface Held extends Lease {
  isLost: boolean;
  timer: NodeJS.Timeout;
}

export class Leases implements Locker {
  readonly #database: Pick<Database, 'db'>;
  readonly #clock: Clock;
  readonly #held = new Map<string, Held>();

  constructor(database: Pick<Database, 'db'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The lease of the request in this process that holds the upload. */
  get(id: string): Lease {
    const lease = this.#held.get(id);
    if (!lease) throw new Error('The upload has no lease');
    return lease;
  }

  /** Runs `work` under the lease; undefined if another request holds it. */
  async hold<T>(id: string, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const lease = await this.#tryToTake(id, () => {});
    if (!lease) return undefined;
    try {
      return await work(lease);
    } finally {
      await this.#drop(id, lease);
    }
  }

  newLock(id: string): Lock {
    let lease: Held | undefined;
    return {
      lock: async (signal: AbortSignal, release: () => void) => {
        lease = await this.#take(id, signal, () => void release());
      },
      unlock: async () => {
        if (lease) await this.#drop(id, lease);
      },
    };
  }

  async #tryToTake(id: string, onWanted: () => void): Promise<Held | undefined> {
    const token = newId();
    const now = this.#clock();
    if (
      !(await store.takeLease(this.#database.db, id, {
        lease: token,
        nowMs: now,
        untilMs: now + leaseMs,
      }))
    )
      return undefined;
    let renewedAtMs = performance.now();
    const lose = () => {
      lease.isLost = true;
      onWanted();
    };
    const renew = async () => {
      const kept = await store.keepLease(this.#database.db, id, {
        lease: token,
        untilMs: this.#clock() + leaseMs,
      });
      if (!kept) lose();
      else renewedAtMs = performance.now();
      if (kept?.isWanted) onWanted();
    };
    const timer = setInterval(() => {
      renew().catch(() => {
        if (performance.now() - renewedAtMs > leaseMs / 2) lose();
      });
    }, renewMs);
    const lease: Held = { token, isLost: false, timer };
    this.#held.set(id, lease);
    return lease;
  }

  async #drop(id: string, lease: Held): Promise<void> {
    clearInterval(lease.timer);
    if (this.#held.get(id) === lease) this.#held.delete(id);
    await store.dropLease(this.#database.db, id, lease.token);
  }

  async #take(id: string, signal: AbortSignal, onWanted: () => void): Promise<Held> {
    const endMs = performance.now() + patienceMs;
    for (let tries = 0; ; tries++) {
      const lease = await this.#tryToTake(id, onWanted);
      if (lease) return lease;
      if (signal.aborted) throw ERRORS.ABORTED;
      if (performance.now() > endMs) throw conflict(reason('upload_busy'));
      // The holder deleted the upload.
      if (!(await store.isThere(this.#database.db, id))) throw notFound('upload');
      if (tries === 0) await store.wantLease(this.#database.db, id);
      await wait(100);
    }
  }
}
