// Keys that another program made, which clients go on sending. Of Komga its digest is known, SHA-512 of 32 hexadecimal digits;
// of Codex an Argon2id hash and the beginning of the key. They are found by that, and the second is replaced by ours when
// it is first sent.
import { hash } from 'node:crypto';
import type { Permission } from '@lectern/contract/values';
import { passwordSchemes } from '#features/identity/password-schemes/index.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import { hashKey, toHashes } from './secrets.ts';
import { findKeyByHash, findMovedKey, insertKey, type KeyRow, replaceKeyHash } from './store.ts';

export interface MovedKey {
  name: string;
  /** SHA-512 in hexadecimal digits, or Argon2id with the beginning of the key. */
  secret: { sha512: string } | { argon2: string; prefix: string };
  /** Undefined for all of the owner. */
  permissions: readonly Permission[] | undefined;
  /** Null for never. */
  expiresAtMs: number | null;
}

const digested = /^[0-9a-f]{32}$/;
const hashed = /^(codex_[0-9a-f]{16})_[0-9a-f]{32}$/;

/** Ours of a digest of theirs: it is never what anybody sends. */
const toDigestHash = (sha512: string): string => hashKey(`sha512:${sha512}`);

/** The key that somebody sends who was given it by another program. */
export async function findMoved(db: Db, key: string): Promise<KeyRow | undefined> {
  if (digested.test(key)) return findKeyByHash(db, toDigestHash(hash('sha512', key, 'hex')));
  const [, prefix] = hashed.exec(key) ?? [];
  if (prefix === undefined) return undefined;
  const known = await findKeyByHash(db, hashKey(key));
  if (known) return known;
  const row = await findMovedKey(db, prefix);
  if (!row || !(await passwordSchemes.verify(row.keyHash, key))) return undefined;
  await replaceKeyHash(db, { id: row.id, from: row.keyHash, ...toHashes(key) });
  return row;
}

/** False for one that cannot be checked. */
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
