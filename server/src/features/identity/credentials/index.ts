// Lists and revokes API keys and device tokens of an account, for users who manage it.
import { credentials as contract } from '@lectern/contract/identity/credentials';
import type { CredentialKind } from '@lectern/contract/values';
import type { Account, Accounts } from '#features/identity/users/index.ts';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';

export function createCredentialRoutes(
  database: Database,
  accounts: Accounts,
  credentials: Credentials<CredentialKind>,
  changes: IdentityChanges,
): MountedRoute[] {
  const { db } = database;

  async function getManaged(viewer: Viewer, id: string): Promise<Account> {
    const account = await accounts.find(id);
    if (!account) throw notFound('user');
    requireAuthority(viewer, id, account);
    return account;
  }

  return implement(contract, {
    async list({ viewer, params }) {
      const { id } = await getManaged(viewer, params.id);
      return (await credentials.list(db, id)).map(({ kind, name, createdAt, lastUsedAt, ...row }) => ({
        id: row.id,
        kind,
        name,
        createdAt: toTime(createdAt),
        lastUsedAt: toTimeOrNull(lastUsedAt),
      }));
    },
    async end({ viewer, params }) {
      const { id } = await getManaged(viewer, params.id);
      if (!(await credentials.end(db, id, params.credentialId))) throw notFound('credential');
      changes.announce();
    },
    async endAll({ viewer, params }) {
      const { id } = await getManaged(viewer, params.id);
      await database.transaction(async (tx) => {
        await accounts.endSessions(tx, id);
        await credentials.endAll(tx, id);
      });
      changes.announce();
    },
  });
}
