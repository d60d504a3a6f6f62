// Authentication by a long random token of an account, which is part of the address that a device was configured with.
import type { Accounts } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toViewer } from '../authenticate.ts';
import type { VerificationCache } from '../verification-cache.ts';

/** Returns undefined for an unknown token and for the token of a disabled user. */
export type VerifyToken = (
  token: string,
  findUserId: () => Promise<string | undefined>,
) => Promise<Viewer | undefined> | Viewer;

export const createTokenVerification =
  ({ accounts, memory }: { accounts: Accounts; memory: VerificationCache }): VerifyToken =>
  (token, findUserId) =>
    memory(`token ${token}`, async () => {
      const userId = await findUserId();
      const account = userId === undefined ? undefined : await accounts.find(userId);
      if (account?.isActive !== 1) return undefined;
      return { viewer: toViewer(account, 'password', { sessionId: null }), expiresAtMs: null };
    });
