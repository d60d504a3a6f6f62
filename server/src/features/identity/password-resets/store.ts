// The SQL of password reset links, and the only writer of the table `passwordReset`. Links are found by the unique
// index `passwordReset_secretHash_key`.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { PasswordResetTable } from '#schema/tables/identity/password-reset.ts';

/** Stores a link in place of an earlier one of the user, also of a concurrent call, and deletes expired links. */
export async function replaceReset(tx: Tx, row: PasswordResetTable): Promise<void> {
  await tx.deleteFrom('passwordReset').where('expiresAt', '<=', row.createdAt).execute();
  await tx
    .insertInto('passwordReset')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute();
}

export const findReset = (db: Db, secretHash: string): Promise<PasswordResetTable | undefined> =>
  db.selectFrom('passwordReset').selectAll().where('secretHash', '=', secretHash).executeTakeFirst();

export const findResetOf = (db: Db, userId: string): Promise<PasswordResetTable | undefined> =>
  db.selectFrom('passwordReset').selectAll().where('userId', '=', userId).executeTakeFirst();

export const deleteReset = async (db: Db, secretHash: string): Promise<void> => {
  await db.deleteFrom('passwordReset').where('secretHash', '=', secretHash).execute();
};
