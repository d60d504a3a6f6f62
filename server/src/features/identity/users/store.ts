// The SQL of accounts, and the only writer of the table `user`. Single rows are read by the primary key or by the
// unique indexes `user_usernameFolded_key` and `user_emailFolded_key`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { UserTable } from '#schema/tables/identity/user.ts';

export type UserChanges = Partial<Omit<UserTable, 'id' | 'createdAt' | 'tokenVersion'>>;

export const insertUser = async (db: Db, row: UserTable): Promise<void> => {
  await db.insertInto('user').values(row).execute();
};

export const updateUser = async (db: Db, id: string, changes: UserChanges): Promise<void> => {
  await db.updateTable('user').set(changes).where('id', '=', id).execute();
};

/**
 * Changes the user and ends all their sessions. Returns the token version for sessions that are kept, or undefined if
 * the user does not exist.
 */
export async function updateAndEndSessions(
  db: Db,
  id: string,
  changes: UserChanges,
): Promise<number | undefined> {
  const changed = await db
    .updateTable('user')
    .set((eb) => ({ ...changes, tokenVersion: eb('tokenVersion', '+', 1) }))
    .where('id', '=', id)
    .returning('tokenVersion')
    .executeTakeFirst();
  return changed?.tokenVersion;
}

/** Stores another hash of the same password, unless the password was changed meanwhile. */
export async function replaceHash(
  db: Db,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('user')
    .set({ passwordHash: to })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .execute();
}

/** Returns the administrator with the oldest account. */
export const findFirstAdministrator = (db: Db): Promise<UserTable | undefined> =>
  db
    .selectFrom('user')
    .selectAll()
    .where('role', '=', 'admin')
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Lists hashes of other programs, which start with their scheme in braces. */
export async function listForeignHashes(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .select('passwordHash')
    .where('passwordHash', 'like', '{%')
    .limit(limit)
    .execute();
  return rows.map((row) => row.passwordHash ?? '');
}

/** Foreign keys delete sessions, keys and everything else of the user with the row. */
export const deleteUser = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('user').where('id', '=', id).execute();
};

export const findUser = (db: Db, id: string): Promise<UserTable | undefined> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByName = (db: Db, usernameFolded: string): Promise<UserTable | undefined> =>
  db.selectFrom('user').selectAll().where('usernameFolded', '=', usernameFolded).executeTakeFirst();

export const findUserByEmail = (db: Db, emailFolded: string): Promise<UserTable | undefined> =>
  db.selectFrom('user').selectAll().where('emailFolded', '=', emailFolded).executeTakeFirst();

export const listUsers = (db: Db, window: { limit: number; offset: number }): Promise<UserTable[]> =>
  db
    .selectFrom('user')
    .selectAll()
    .orderBy('usernameFolded')
    .limit(window.limit)
    .offset(window.offset)
    .execute();

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether an active administrator would remain without this user. */
export async function hasOtherAdmin(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('isActive', '=', 1)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the ids that belong to libraries. */
export async function findLibraryIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('library')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Returns the ids that belong to sharing tags. */
export async function findSharingTagIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('sharingTag').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}
