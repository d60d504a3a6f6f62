// The SQL of invitations, and the only writer of the table `invitation`. Links are found by the unique index
// `invitation_secretHash_key`, invitations of a user by `invitation_inviter`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { InvitationTable } from '#schema/tables/identity/invitation.ts';

export type InvitationRow = InvitationTable & { inviterName: string | null; username: string | null };

const select = (db: Db) =>
  db
    .selectFrom('invitation')
    .leftJoin('user as inviter', 'inviter.id', 'invitation.inviterId')
    .leftJoin('user as account', 'account.id', 'invitation.userId')
    .selectAll('invitation')
    .select(['inviter.username as inviterName', 'account.username as username']);

/** Lists the newest invitations, of one user or of all. */
export const listInvitations = (
  db: Db,
  { inviterId, max }: { inviterId: string | undefined; max: number },
): Promise<InvitationRow[]> =>
  select(db)
    .$if(inviterId !== undefined, (query) => query.where('invitation.inviterId', '=', inviterId ?? ''))
    .orderBy('invitation.id', 'desc')
    .limit(max)
    .execute();

export const findInvitation = (db: Db, id: string): Promise<InvitationRow | undefined> =>
  select(db).where('invitation.id', '=', id).executeTakeFirst();

export const findInvitationBySecret = (db: Db, secretHash: string): Promise<InvitationRow | undefined> =>
  select(db).where('invitation.secretHash', '=', secretHash).executeTakeFirst();

/** Counts the invitations of a user that can be used. */
export async function countOpen(db: Db, inviterId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inviterId', '=', inviterId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores an invitation, and deletes invitations that expired before a time. */
export async function insertInvitation(db: Db, row: InvitationTable, expiredBeforeMs: number): Promise<void> {
  await db.deleteFrom('invitation').where('expiresAt', '<', expiredBeforeMs).execute();
  await db.insertInto('invitation').values(row).execute();
}

export async function markRevoked(db: Db, id: string, revokedAt: number): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ revokedAt })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute();
}

export const markUsed = async (
  db: Db,
  { id, usedAt, userId }: { id: string; usedAt: number; userId: string },
): Promise<void> => {
  await db.updateTable('invitation').set({ usedAt, userId }).where('id', '=', id).execute();
};
