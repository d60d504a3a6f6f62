// Ensures that one request at a time writes an upload, across processes. The request holds a lease in the database,
// which expires when its process ends. Another request that wants to write ends the holder, because dead connections
// are detected late.
import { setTimeout as wait } from 'node:timers/promises';
import { ERRORS, type Locker } from '@tus/server';
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

export interface Leases extends Locker {
  /** The lease of the request in this process that holds the upload. */
  get(id: string): Lease;
  /** Runs `work` under the lease; undefined if another request holds it. */
  hold<T>(id: string, work: (lease: Lease) => Promise<T>): Promise<T | undefined>;
}

interface Held extends Lease {
  isLost: boolean;
  timer: NodeJS.Timeout;
}

interface Dependencies {
  database: Pick<Database, 'db'>;
  clock: Clock;
}

export function createLeases({ database: { db }, clock }: Dependencies): Leases {
  const held = new Map<string, Held>();

  async function tryToTake(id: string, onWanted: () => void): Promise<Held | undefined> {
    const token = newId();
    const now = clock();
    if (!(await store.takeLease(db, id, { lease: token, nowMs: now, untilMs: now + leaseMs })))
      return undefined;
    let renewedAtMs = performance.now();
    const lose = () => {
      lease.isLost = true;
      onWanted();
    };
    const renew = async () => {
      const kept = await store.keepLease(db, id, { lease: token, untilMs: clock() + leaseMs });
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
    held.set(id, lease);
    return lease;
  }

  async function drop(id: string, lease: Held): Promise<void> {
    clearInterval(lease.timer);
    if (held.get(id) === lease) held.delete(id);
    await store.dropLease(db, id, lease.token);
  }

  async function take(id: string, signal: AbortSignal, onWanted: () => void): Promise<Held> {
    const endMs = performance.now() + patienceMs;
    for (let tries = 0; ; tries++) {
      const lease = await tryToTake(id, onWanted);
      if (lease) return lease;
      if (signal.aborted) throw ERRORS.ABORTED;
      if (performance.now() > endMs) throw conflict(reason('upload_busy'));
      // The holder deleted the upload.
      if (!(await store.isThere(db, id))) throw notFound('upload');
      if (tries === 0) await store.wantLease(db, id);
      await wait(100);
    }
  }

  return {
    newLock(id) {
      let lease: Held | undefined;
      return {
        async lock(signal, release) {
          lease = await take(id, signal, () => void release());
        },
        async unlock() {
          if (lease) await drop(id, lease);
        },
      };
    },
    get(id) {
      const lease = held.get(id);
      if (!lease) throw new Error('The upload has no lease');
      return lease;
    },
    async hold(id, work) {
      const lease = await tryToTake(id, () => {});
      if (!lease) return undefined;
      try {
        return await work(lease);
      } finally {
        await drop(id, lease);
      }
    },
  };
}
