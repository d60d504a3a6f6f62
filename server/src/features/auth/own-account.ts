// The caller's own account: who they are, and their password.
import type { CurrentUser } from '@lectern/contract/auth';
import type { Account, Accounts } from '#features/users/index.ts';
import type { IdentityChanges } from '#kernel/access/identity-changes.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { toTime, toTimeOrNull } from '#kernel/clock.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { forbidden, unauthorized } from '#kernel/errors.ts';
import type { CallRequest } from '#kernel/http/implement.ts';
import type { Log } from '#kernel/log.ts';
import type { SignInGuard } from './guard/sign-in-guard.ts';
import { toSessionUser } from './session-answer.ts';
import type { Sessions } from './sessions.ts';

export interface OwnAccountParts {
  database: Database;
  accounts: Accounts;
  sessions: Sessions;
  guard: SignInGuard;
  changes: IdentityChanges;
  log: Log;
}

export type OwnAccount = ReturnType<typeof createOwnAccount>;

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

export function createOwnAccount(parts: OwnAccountParts) {
  const { database, accounts, sessions, guard, changes, log } = parts;
  return {
    get: async (viewer: Viewer): Promise<CurrentUser> => toCurrentUser(await getAccount(accounts, viewer)),

    /**
     * Ends every session but the caller's own. Throws `forbidden` for a wrong password (the caller is known: 401 would
     * make clients sign in again) and for an API key.
     */
    async changePassword(viewer: Viewer, wanted: PasswordChange, request: CallRequest): Promise<void> {
      const { sessionId } = viewer;
      if (sessionId === null) throw forbidden('A password cannot be changed by an API key');
      const account = await getAccount(accounts, viewer);
      const admitted = await guard.admitOwner(account.id, request.signal());
      if (!(await accounts.checkPassword(account, wanted.currentPassword))) {
        admitted.fail();
        const details = { requestId: request.id, address: request.ip, userId: account.id };
        log.warn(details, 'password change failed');
        throw forbidden('The current password is not right');
      }
      admitted.succeed();
      const passwordHash = await accounts.hashPassword(wanted.newPassword);
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, `session ${sessionId}`);
        const tokenVersion = await accounts.setPasswordHash(tx, account.id, passwordHash);
        await sessions.carry(tx, sessionId, tokenVersion);
      });
      changes.announce();
    },
  };
}

/** Deleted a moment ago: nobody any more. */
async function getAccount(accounts: Accounts, viewer: Viewer): Promise<Account> {
  const account = await accounts.find(viewer.userId);
  if (!account) throw unauthorized();
  return account;
}

const toCurrentUser = (user: Account): CurrentUser => ({
  ...toSessionUser(user),
  createdAt: toTime(user.createdAt),
  updatedAt: toTime(user.updatedAt),
  lastLoginAt: toTimeOrNull(user.lastLoginAt),
});
