// The SQL of sign-ins by providers. The only writer of `oidcFlow` and `oidcIdentity`; both are found by their primary
// keys, expired flows by the index `oidcFlow_expiresAt`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OidcFlowTable, OidcIdentityTable } from '#schema/tables/oidc.ts';

/** Stores a flow, and deletes those that expired. */
export async function keepFlow(db: Db, flow: OidcFlowTable, nowMs: number): Promise<void> {
  await db.deleteFrom('oidcFlow').where('expiresAt', '<=', nowMs).execute();
  await db.insertInto('oidcFlow').values(flow).execute();
}

/** Deletes and returns the flow of this state and browser: of concurrent callers, in any process, one gets it. */
export const takeFlow = (
  db: Db,
  { stateHash, browserHash }: Pick<OidcFlowTable, 'stateHash' | 'browserHash'>,
): Promise<OidcFlowTable | undefined> =>
  db
    .deleteFrom('oidcFlow')
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .returningAll()
    .executeTakeFirst();

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

/** Every library, in the order of their ids: there are few. */
export const listLibraryNames = (db: Db): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('library').select(['id', 'name']).where('deletedAt', 'is', null).orderBy('id').execute();
