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

/** The time of use of a key is written at most this often, by all processes together. */
const markEveryMs = 60_000;

export interface KeyVerification {
  viewer: Viewer;
  /** When the key expires; null for never. */
  expiresAtMs: number | null;
}

export interface KeyProver {
  /** The caller, or undefined when the key is unknown, disabled or expired, or its owner is disabled. */
  verify(keyHash: string): Promise<KeyVerification | undefined>;
  /** The same of a key that another program made, as it is sent. */
  verifyMoved(key: string): Promise<KeyVerification | undefined>;
  /** The same by the hash of the key's MD5. */
  verifyDigest(digestHash: string): Promise<KeyVerification | undefined>;
  /** The same of a key that was verified before, by its id. */
  verifyById(id: string): Promise<KeyVerification | undefined>;
  /** Waits for the times of use that are being written. */
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
        log.warn({ err: error, apiKeyId: id }, 'the use of an API key was not noted'),
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
