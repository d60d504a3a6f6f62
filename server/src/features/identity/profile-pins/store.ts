// The SQL of PINs and locked profiles, and the only writer of their tables.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { LockedProfileTable, ProfilePinTable } from '#schema/tables/identity/profile-pin.ts';

export const findPin = (db: Db, userId: string): Promise<ProfilePinTable | undefined> =>
  db.selectFrom('profilePin').selectAll().where('userId', '=', userId).executeTakeFirst();

/** Stores or removes the PIN. Profiles that were locked with the previous one need the password. */
export async function replacePin(tx: Tx, userId: string, pin: ProfilePinTable | undefined): Promise<void> {
  await tx.deleteFrom('lockedProfile').where('userId', '=', userId).execute();
  await tx.deleteFrom('profilePin').where('userId', '=', userId).execute();
  if (pin) await tx.insertInto('profilePin').values(pin).execute();
}

/** Deletes expired rows of the user, and the oldest beyond `max`. */
export async function insertLocked(tx: Tx, row: LockedProfileTable, max: number): Promise<void> {
  await tx
    .deleteFrom('lockedProfile')
    .where('userId', '=', row.userId)
    .where('expiresAt', '<=', row.createdAt)
    .execute();
  const beyond = await tx
    .selectFrom('lockedProfile')
    .select('secretHash')
    .where('userId', '=', row.userId)
    .orderBy('createdAt', 'desc')
    .orderBy('secretHash')
    .offset(max - 1)
    .limit(max)
    .execute();
  if (beyond.length > 0)
    await tx
      .deleteFrom('lockedProfile')
      .where(
        'secretHash',
        'in',
        beyond.map(({ secretHash }) => secretHash),
      )
      .execute();
  await tx.insertInto('lockedProfile').values(row).execute();
}

/** A locked profile of an active account that still has a PIN and the same version. */
export const findLocked = (db: Db, secretHash: string, userId: string, nowMs: number) =>
  db
    .selectFrom('lockedProfile')
    .innerJoin('user', 'user.id', 'lockedProfile.userId')
    .innerJoin('profilePin', 'profilePin.userId', 'lockedProfile.userId')
    .select(['lockedProfile.attempts', 'profilePin.pinHash'])
    .where('lockedProfile.secretHash', '=', secretHash)
    .where('lockedProfile.userId', '=', userId)
    .where('lockedProfile.expiresAt', '>', nowMs)
    .where('user.isActive', '=', 1)
    .whereRef('lockedProfile.tokenVersion', '=', 'user.tokenVersion')
    .executeTakeFirst();

/** Number of browsers where the PIN unlocks the account. */
export async function countLocked(db: Db, userId: string, nowMs: number): Promise<number> {
  const row = await db
    .selectFrom('lockedProfile')
    .innerJoin('user', 'user.id', 'lockedProfile.userId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lockedProfile.userId', '=', userId)
    .where('lockedProfile.expiresAt', '>', nowMs)
    .whereRef('lockedProfile.tokenVersion', '=', 'user.tokenVersion')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts an attempt. Returns the number of attempts; undefined if `max` were made, also by concurrent requests. */
export async function countAttempt(db: Db, secretHash: string, max: number): Promise<number | undefined> {
  const row = await db
    .updateTable('lockedProfile')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('secretHash', '=', secretHash)
    .where('attempts', '<', max)
    .returning('attempts')
    .executeTakeFirst();
  return row && Number(row.attempts);
}

/** Returns whether the row existed. */
export async function deleteLocked(db: Db, secretHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('lockedProfile')
    .where('secretHash', '=', secretHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
