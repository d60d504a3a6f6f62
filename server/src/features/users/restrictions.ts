// What a user is limited to: the only libraries that they see. Enforced by whoever reads for a viewer.
import type { Restrictions } from '@lectern/contract/users';
import type { IdentityChanges } from '#kernel/access/identity-changes.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { invalid } from '#kernel/errors.ts';
import { type Account, getAccount } from './accounts.ts';
import { demandRightsOver } from './guard.ts';
import { findLibraryIds, updateUser } from './store.ts';

interface Parts {
  database: Database;
  changes: IdentityChanges;
  clock: Clock;
}

export function createRestrictions({ database: { db }, changes, clock }: Parts) {
  return {
    get: async (id: string): Promise<Restrictions> => toRestrictions(await getAccount(db, id)),

    /** Throws `validation_failed` for ids that are no libraries. */
    async set(viewer: Viewer, id: string, { sharedLibraryIds }: Restrictions): Promise<Restrictions> {
      const account = await getAccount(db, id);
      demandRightsOver(viewer, account);
      await demandLibraries(sharedLibraryIds);
      const wanted = JSON.stringify([...new Set(sharedLibraryIds)]);
      if (wanted === account.sharedLibraryIds) return toRestrictions(account);
      await updateUser(db, id, { sharedLibraryIds: wanted, updatedAt: clock() });
      changes.announce();
      return toRestrictions({ sharedLibraryIds: wanted });
    },
  };

  async function demandLibraries(ids: readonly string[]): Promise<void> {
    const known = await findLibraryIds(db, ids);
    const issues = ids.flatMap((id, i) =>
      known.has(id) ? [] : [{ path: `body.sharedLibraryIds.${i}`, message: 'There is no such library' }],
    );
    if (issues.length > 0) throw invalid(issues);
  }
}

const toRestrictions = ({ sharedLibraryIds }: Pick<Account, 'sharedLibraryIds'>): Restrictions => ({
  sharedLibraryIds: JSON.parse(sharedLibraryIds),
});
