// The caller's own account: profile, sessions and password.

import type { CurrentUser, OwnSession } from '@lectern/contract/identity/auth';
import type { Account, Accounts } from '#features/identity/users/index.ts';
import { refuseApiKey, type Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { forbidden, notFound, reason, unauthorized } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { AuthParts } from './parts.ts';
import { toSessionUser } from './session-answer.ts';
import type { LivingSession } from './store.ts';

export type OwnAccount = ReturnType<typeof createOwnAccount>;

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  endEverything?: boolean | undefined;
}

export function createOwnAccount(parts: AuthParts) {
  const { database, accounts, sessions, credentials, guard, changes, log } = parts;

  /** Keeps `sessionId`. `work` ends all other sessions of its user and returns the token version for the kept one. */
  async function keepAlone(sessionId: string, work: (tx: Tx) => Promise<number>): Promise<void> {
    await database.transaction(async (tx) => {
      await database.dialect.lock(tx, `session ${sessionId}`);
      await sessions.move(tx, sessionId, await work(tx));
    });
    changes.announce();
  }

  return {
    get: async (viewer: Viewer): Promise<CurrentUser> => toCurrentUser(await getAccount(accounts, viewer)),

    /** Throws `forbidden` for API keys. */
    async setLanguage(viewer: Viewer, language: string | null): Promise<void> {
      refuseApiKey(viewer);
      await accounts.setLanguage(viewer.userId, language);
    },

    /** Returns an empty list for an API key: programs neither see nor end sessions of users. */
    async listSessions({ userId, sessionId }: Viewer): Promise<OwnSession[]> {
      if (sessionId === null) return [];
      const living = await sessions.list(userId);
      return living.map((one) => toOwnSession(one, sessionId));
    },

    /** Throws `not_found` if the id is not an active session of the caller. */
    async endSession({ userId, sessionId }: Viewer, id: string): Promise<void> {
      if (sessionId === null || !(await sessions.findUser(userId, id))) throw notFound('session');
      await sessions.end(id);
    },

    /** Throws `not_found` for an API key, which has no session to keep. */
    async endOtherSessions({ userId, sessionId }: Viewer): Promise<void> {
      if (sessionId === null) throw notFound('session');
      await keepAlone(sessionId, (tx) => accounts.endSessions(tx, userId));
    },

    /**
     * Ends every session except the caller's own and, if requested, revokes the keys of programs and devices. Throws
     * `forbidden` for a wrong password (401 would make clients sign in again) and for an API key.
     */
    async changePassword(viewer: Viewer, wanted: PasswordChange, request: CallRequest): Promise<void> {
      const { sessionId } = viewer;
      if (sessionId === null) throw forbidden(reason('api_key_refused'));
      const account = await getAccount(accounts, viewer);
      const admitted = await guard.admitOwner(account.id, request.signal());
      if (!(await accounts.checkPassword(account, wanted.currentPassword))) {
        admitted.fail();
        const details = { requestId: request.id, address: request.ip, userId: account.id };
        log.warn(details, 'password change failed');
        throw forbidden(reason('wrong_password'));
      }
      admitted.succeed();
      const passwordHash = await accounts.hashPassword(wanted.newPassword);
      await keepAlone(sessionId, async (tx) => {
        if (wanted.endEverything) await credentials.endAll(tx, account.id);
        return accounts.setPasswordHash(tx, account.id, passwordHash);
      });
    },
  };
}

const toOwnSession = (
  { id, agent, createdAt, seenAt, expiresAt }: LivingSession,
  current: string,
): OwnSession => ({
  id,
  isCurrent: id === current,
  client: agent,
  createdAt: toTime(createdAt),
  lastSeenAt: toTime(seenAt),
  expiresAt: toTime(expiresAt),
});

/** Throws `unauthorized` if the account was deleted meanwhile. */
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
