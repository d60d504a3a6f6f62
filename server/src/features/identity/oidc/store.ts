// The SQL of provider sign-ins, and the only writer of `oidcIdentity`, which is found by its primary key.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OidcIdentityTable } from '#schema/tables/identity/oidc.ts';

export type IdentityKey = Pick<OidcIdentityTable, 'provider' | 'issuer' | 'subject'>;

export const findIdentity = (
  db: Db,
  { provider, issuer, subject }: IdentityKey,
): Promise<OidcIdentityTable | undefined> =>
  db
    .selectFrom('oidcIdentity')
    .selectAll()
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const insertIdentity = async (db: Db, row: OidcIdentityTable): Promise<void> => {
  await db.insertInto('oidcIdentity').values(row).execute();
};

/** Lists every library in id order. There are few. */
export const listLibraryNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('library').select(['id', 'name']).where('deletedAt', 'is', null).orderBy('id').execute();
