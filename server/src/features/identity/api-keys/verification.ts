// Authenticates callers by API keys, and records in the background when keys were used.
import { toRole } from '#infrastructure/access/rights.ts';
import { toSeriesRule, type Viewer, visibleLibraries } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { Log } from '#infrastructure/log.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import { Throttle } from '../sign-in-protection/index.ts';
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

export class KeyProver {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #writing = new Map<string, Promise<void>>();
  readonly #throttle: Throttle;
  // The first requests of a client are concurrent and send the same key: one check serves them.
  readonly #checks = new SingleFlight();

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.#throttle = new Throttle(movedKeyLimits, clock);
  }

  /** Returns the caller, or undefined if the key is unknown, disabled or expired, or its owner is disabled. */
  async verify(keyHash: string): Promise<KeyVerification | undefined> {
    return this.#toVerification(await findKeyByHash(this.#database.db, keyHash));
  }

  /** Same as `verify`, for the raw key of another program. */
  async verifyMoved(key: string): Promise<KeyVerification | undefined> {
    return this.#toVerification(
      await this.#checks.do(key, () => findMoved(this.#database.db, key, this.#throttle)),
    );
  }

  /** Same as `verify`, for the hash of the key's MD5. */
  async verifyDigest(digestHash: string): Promise<KeyVerification | undefined> {
    return this.#toVerification(await findKeyByDigestHash(this.#database.db, digestHash));
  }

  /** Same as `verify`, for a key that was verified before, by its id. */
  async verifyById(id: string): Promise<KeyVerification | undefined> {
    return this.#toVerification(await findKey(this.#database.db, id));
  }

  /** Waits for pending writes of the last use. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  #mark({ id, lastUsedAt }: KeyRow, usedAtMs: number): void {
    const notAfterMs = usedAtMs - markEveryMs;
    if (this.#writing.has(id) || (lastUsedAt !== null && lastUsedAt > notAfterMs)) return;
    const written = markKeyUsed(this.#database.db, { id, usedAtMs, notAfterMs })
      .catch((error: unknown) =>
        this.#log.warn({ err: error, apiKeyId: id }, 'failed to update the last-used time of an API key'),
      )
      .finally(() => this.#writing.delete(id));
    this.#writing.set(id, written);
  }

  #toVerification(row: KeyRow | undefined): KeyVerification | undefined {
    const nowMs = this.#clock();
    if (row?.isActive !== 1 || row.ownerIsActive !== 1) return undefined;
    if (row.expiresAt !== null && row.expiresAt <= nowMs) return undefined;
    this.#mark(row, nowMs);
    return { viewer: toViewer(row), expiresAtMs: row.expiresAt };
  }
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
