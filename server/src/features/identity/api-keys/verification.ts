// Authenticates callers by API keys, and records in the background when keys were used.
import { toRole } from '#infrastructure/access/rights.ts';
import { toSeriesRule, type Viewer, visibleLibraries } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import { createThrottle } from '../sign-in-protection/index.ts';
import { toUsablePermissions } from './bounds.ts';
import { findMoved, movedKeyLimits } from './moved.ts';
import { findKey, findKeyByDigestHash, findKeyByHash, type KeyRow, markKeyUsed } from './store.ts';

/** All processes together write the last use of a key at most this often. */
const markEveryMs = 60_000;

export interface KeyVerification {
  viewer: Viewer;
  /** When the key expires; null for never. */
  expiresAtMs: number | null;
}

export interface KeyProver {
  /** Returns the caller, or undefined if the key is unknown, disabled or expired, or its owner is disabled. */
  verify(keyHash: string): Promise<KeyVerification | undefined>;
  /** Same as `verify`, for the raw key of another program. */
  verifyMoved(key: string): Promise<KeyVerification | undefined>;
  /** Same as `verify`, for the hash of the key's MD5. */
  verifyDigest(digestHash: string): Promise<KeyVerification | undefined>;
  /** Same as `verify`, for a key that was verified before, by its id. */
  verifyById(id: string): Promise<KeyVerification | undefined>;
  /** Waits for pending writes of the last use. */
  settle(): Promise<void>;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  log: Log;
}

export function createKeyProver({ database: { db }, clock, log }: Dependencies): KeyProver {
  const writing = new Map<string, Promise<void>>();
  const throttle = createThrottle(movedKeyLimits, clock);
  // The first requests of a client are concurrent and send the same key: one check serves them.
  const checks = createSingleFlight();
  const mark = ({ id, lastUsedAt }: KeyRow, usedAtMs: number): void => {
    const notAfterMs = usedAtMs - markEveryMs;
    if (writing.has(id) || (lastUsedAt !== null && lastUsedAt > notAfterMs)) return;
    const written = markKeyUsed(db, { id, usedAtMs, notAfterMs })
      .catch((error: unknown) =>
        log.warn({ err: error, apiKeyId: id }, 'failed to update the last-used time of an API key'),
      )
      .finally(() => writing.delete(id));
    writing.set(id, written);
  };
  const toVerification = (row: KeyRow | undefined): KeyVerification | undefined => {
    const nowMs = clock();
    if (row?.isActive !== 1 || row.ownerIsActive !== 1) return undefined;
    if (row.expiresAt !== null && row.expiresAt <= nowMs) return undefined;
    mark(row, nowMs);
    return { viewer: toViewer(row), expiresAtMs: row.expiresAt };
  };

  return {
    verify: async (keyHash) => toVerification(await findKeyByHash(db, keyHash)),
    verifyMoved: async (key) => toVerification(await checks.do(key, () => findMoved(db, key, throttle))),
    verifyDigest: async (digestHash) => toVerification(await findKeyByDigestHash(db, digestHash)),
    verifyById: async (id) => toVerification(await findKey(db, id)),
    async settle() {
      await Promise.all(writing.values());
    },
  };
}

const toViewer = (row: KeyRow): Viewer => ({
  userId: row.userId,
  role: toRole(row.role),
  permissions: toUsablePermissions(row),
  libraryIds: visibleLibraries(row.sharedLibraryIds),
  seriesRule: toSeriesRule(row),
  via: 'api-key',
  sessionId: null,
  apiKeyId: row.id,
});
