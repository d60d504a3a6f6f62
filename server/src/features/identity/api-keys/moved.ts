// Keys of other programs, which clients continue to send after an import. Komga stores a SHA-512 digest of 32
// hexadecimal digits, Codex an Argon2id hash and the start of the key. Keys are found by these values. The hash of a
// Codex key is replaced by ours on first use.
import { hash } from 'node:crypto';
import type { Permission } from '@lectern/contract/values';
import { passwordSchemes } from '#features/identity/password-schemes/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { tooManyRequests } from '#infrastructure/errors.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Throttle } from '../sign-in-protection/index.ts';
import { hashKey, toHashes } from './secrets.ts';
import { findKeyByHash, findMovedKey, insertKey, type KeyRow, replaceKeyHash } from './store.ts';

export interface MovedKey {
  name: string;
  /** SHA-512 in hexadecimal, or Argon2id with the start of the key. */
  secret: { sha512: string } | { argon2: string; prefix: string };
  /** Undefined for all permissions of the owner. */
  permissions: readonly Permission[] | undefined;
  /** Null for never. */
  expiresAtMs: number | null;
}

const digested = /^[0-9a-f]{32}$/;
const hashed = /^(codex_[0-9a-f]{16})_[0-9a-f]{32}$/;

/** Hashes the imported digest in our format. No client sends this text. */
const toDigestHash = (sha512: string): string => hashKey(`sha512:${sha512}`);

/** Limits checks of wrong secrets for one key. Each check costs as much as a sign-in, and any caller can send them. */
export const movedKeyLimits = { free: 5, firstMs: 1_000, maxMs: 60_000, forgetMs: 15 * 60_000, max: 10_000 };

/**
 * Returns the row of an imported key. `throttle` counts checks of an Argon2id hash by key. Throws `rate_limit_exceeded`
 * after wrong secrets for the same key.
 */
export async function findMoved(db: Db, key: string, throttle: Throttle): Promise<KeyRow | undefined> {
  if (digested.test(key)) return findKeyByHash(db, toDigestHash(hash('sha512', key, 'hex')));
  const [, prefix] = hashed.exec(key) ?? [];
  if (prefix === undefined) return undefined;
  const known = await findKeyByHash(db, hashKey(key));
  if (known) return known;
  const row = await findMovedKey(db, prefix);
  if (!row) return undefined;
  const waitMs = throttle.waitMs(row.id);
  if (waitMs > 0) throw tooManyRequests(waitMs / 1_000);
  // Counted before the check, so that concurrent requests gain nothing.
  throttle.count(row.id);
  if (!(await passwordSchemes.verify(row.keyHash, key))) return undefined;
  throttle.forget(row.id);
  await replaceKeyHash(db, { id: row.id, from: row.keyHash, ...toHashes(key) });
  return row;
}

/** Returns false for a key that cannot be verified. */
export async function insertMoved(
  db: Db,
  userId: string,
  { moved, nowMs }: { moved: MovedKey; nowMs: number },
): Promise<boolean> {
  const { name, secret, permissions, expiresAtMs } = moved;
  const keyHash =
    'sha512' in secret
      ? /^[0-9a-f]{128}$/.test(secret.sha512)
        ? toDigestHash(secret.sha512)
        : undefined
      : /^codex_[0-9a-f]{16}$/.test(secret.prefix)
        ? passwordSchemes.toStored('argon2', secret.argon2)
        : undefined;
  if (keyHash === undefined || (await findKeyByHash(db, keyHash))) return false;
  await insertKey(db, {
    id: newId(nowMs),
    userId,
    name: name.trim().slice(0, 100) || 'Moved',
    keyPrefix: 'prefix' in secret ? secret.prefix : '',
    keyHash,
    digestHash: null,
    permissions: permissions === undefined ? null : JSON.stringify(permissions),
    isActive: 1,
    expiresAt: expiresAtMs,
    lastUsedAt: null,
    createdAt: nowMs,
    updatedAt: nowMs,
  });
  return true;
}
