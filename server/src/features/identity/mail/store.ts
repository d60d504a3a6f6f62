// The SQL of the mail server, and the only writer of `mailServer`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { MailServerTable } from '#schema/tables/identity/mail-server.ts';

const name = 'mail';

export type MailServerRow = Omit<MailServerTable, 'name'>;

export const findMailServer = (db: Db): Promise<MailServerRow | undefined> =>
  db.selectFrom('mailServer').selectAll().where('name', '=', name).executeTakeFirst();

export async function saveMailServer(db: Db, row: MailServerRow): Promise<void> {
  await db
    .insertInto('mailServer')
    .values({ ...row, name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export const deleteMailServer = async (db: Db): Promise<void> => {
  await db.deleteFrom('mailServer').where('name', '=', name).execute();
};
