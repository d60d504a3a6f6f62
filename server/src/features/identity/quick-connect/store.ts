// The SQL of quick connect, and the only writer of the table `quickConnect`. Rows are found by the unique indexes
// `quickConnect_code_key` and `quickConnect_secretHash_key`.
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { QuickConnectTable } from '#schema/tables/identity/quick-connect.ts';

/** Deletes expired rows, and lists the addresses of the other devices. */
export async function listPendingAddresses(tx: Tx, nowMs: number): Promise<string[]> {
  await tx.deleteFrom('quickConnect').where('expiresAt', '<=', nowMs).execute();
  const rows = await tx.selectFrom('quickConnect').select('address').execute();
  return rows.map(({ address }) => address);
}

export const insertPending = async (tx: Tx, row: QuickConnectTable): Promise<void> => {
  await tx.insertInto('quickConnect').values(row).execute();
};

export const findByCode = (db: Db, code: string): Promise<QuickConnectTable | undefined> =>
  db.selectFrom('quickConnect').selectAll().where('code', '=', code).executeTakeFirst();

export const findBySecret = (db: Db, secretHash: string): Promise<QuickConnectTable | undefined> =>
  db.selectFrom('quickConnect').selectAll().where('secretHash', '=', secretHash).executeTakeFirst();

/** Records a poll. Returns false if the previous one was later than `notAfterMs`. */
export async function markPolled(
  db: Db,
  { id, nowMs, notAfterMs }: { id: string; nowMs: number; notAfterMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quickConnect')
    .set({ polledAt: nowMs })
    .where('id', '=', id)
    .where('polledAt', '<=', notAfterMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Approves or denies a device. Returns false if that happened before. */
export async function decide(
  db: Db,
  id: string,
  decision: Pick<QuickConnectTable, 'userId' | 'tokenVersion'> | { deniedAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quickConnect')
    .set(decision)
    .where('id', '=', id)
    .where('userId', 'is', null)
    .where('deniedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an approved row. Only one of several concurrent callers receives true, in any process. */
export async function takeApproved(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('quickConnect')
    .where('id', '=', id)
    .where('userId', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
