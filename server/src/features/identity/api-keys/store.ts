// The SQL of API keys, and the only writer of the table `apiKey`. Keys are found by the unique index
// `apiKey_keyHash_key` and listed by `apiKey_user`. Their owner is read with them, because the permissions depend on
// it.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ApiKeyTable } from '#schema/tables/identity/api-key.ts';

export type KeyChanges = Partial<Pick<ApiKeyTable, 'name' | 'permissions' | 'isActive' | 'expiresAt'>>;

/** A key with its owner's permissions. */
export type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

const selectKeys = (db: Db) =>
  db
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.userId')
    .selectAll('apiKey')
    .select([
      'user.role',
      'user.extraPermissions',
      'user.sharedLibraryIds',
      'user.sharingTags',
      'user.maxAgeRating',
      'user.allowUnrated',
      'user.isActive as ownerIsActive',
    ]);

export const insertKey = async (db: Db, row: ApiKeyTable): Promise<void> => {
  await db.insertInto('apiKey').values(row).execute();
};

export const updateKey = async (
  db: Db,
  id: string,
  changes: KeyChanges & { updatedAt: number },
): Promise<void> => {
  await db.updateTable('apiKey').set(changes).where('id', '=', id).execute();
};

export const deleteKey = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('apiKey').where('id', '=', id).execute();
};

/** Deletes one key of the user, or all without an id. Returns their number. */
export async function deleteKeysOf(db: Db, userId: string, id?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('apiKey')
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const findKey = (db: Db, id: string): Promise<KeyRow | undefined> =>
  selectKeys(db).where('apiKey.id', '=', id).executeTakeFirst();

export const findKeyByHash = (db: Db, keyHash: string): Promise<KeyRow | undefined> =>
  selectKeys(db).where('apiKey.keyHash', '=', keyHash).executeTakeFirst();

/** Finds an imported key, whose hash was not replaced yet, by its first characters. Such keys are few. */
export const findMovedKey = (db: Db, keyPrefix: string): Promise<KeyRow | undefined> =>
  selectKeys(db)
    .where('apiKey.keyPrefix', '=', keyPrefix)
    .where('apiKey.keyHash', 'like', '{%')
    .executeTakeFirst();

/** Replaces the hash of another program by ours, unless it was replaced meanwhile. */
export async function replaceKeyHash(
  db: Db,
  { id, from, ...to }: { id: string; from: string; keyHash: string; digestHash: string },
): Promise<void> {
  await db.updateTable('apiKey').set(to).where('id', '=', id).where('keyHash', '=', from).execute();
}

/** Finds a key by the hash of its MD5 (index `apiKey_digestHash`). */
export const findKeyByDigestHash = (db: Db, digestHash: string): Promise<KeyRow | undefined> =>
  selectKeys(db).where('apiKey.digestHash', '=', digestHash).executeTakeFirst();

/** Lists the keys of one user, or with `all` of every user, oldest first. */
export const listKeys = (
  db: Db,
  userId: string,
  window: { limit: number; offset: number },
): Promise<KeyRow[]> =>
  selectKeys(db)
    .$if(userId !== 'all', (query) => query.where('apiKey.userId', '=', userId))
    .orderBy('apiKey.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute();

export async function countKeys(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('apiKey')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(userId !== 'all', (query) => query.where('userId', '=', userId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Writes the time of the last use, unless another process wrote a newer one than `notAfterMs`. */
export async function markKeyUsed(
  db: Db,
  { id, usedAtMs, notAfterMs }: { id: string; usedAtMs: number; notAfterMs: number },
): Promise<void> {
  await db
    .updateTable('apiKey')
    .set({ lastUsedAt: usedAtMs })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', notAfterMs)]))
    .execute();
}
