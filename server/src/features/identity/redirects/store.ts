// The SQL of redirects, and the only writer of `oidcFlow`, which is found by its primary key, and if expired by the
// index `oidcFlow_expiresAt`.
import type { Db } from '#infrastructure/database/dialect.ts';
import type { OidcFlowTable } from '#schema/tables/identity/oidc.ts';

/** Stores a flow and deletes expired ones. */
export async function keepFlow(db: Db, flow: OidcFlowTable, nowMs: number): Promise<void> {
  await db.deleteFrom('oidcFlow').where('expiresAt', '<=', nowMs).execute();
  await db.insertInto('oidcFlow').values(flow).execute();
}

/** Deletes and returns the flow of this state and browser. Of concurrent callers in any process, one receives it. */
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
