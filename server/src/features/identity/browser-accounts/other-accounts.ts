// The other accounts that are signed in in the same browser. Those that may do or see more than the one in use are not
// left signed in: with the tools of the browser anybody in front of it reads its cookies, so that only a session that is
// over on the server is safe from them.
import { mostBrowserAccounts } from '@lectern/contract/browser-accounts';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import { mayMore } from '#infrastructure/access/authority.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import type { RefreshCookies } from './refresh-cookies.ts';

/** A request, and who was in use before it. */
export interface Visit {
  request: CallRequest;
  viewer: Viewer | undefined;
}

export interface OtherAccountsDependencies {
  auth: Pick<Auth, 'signIn'>;
  accounts: Pick<Accounts, 'find'>;
  cookies: RefreshCookies;
}

export interface OtherAccounts {
  /** Whether an account may do or see more than somebody in use, who is another. */
  isBeyond(userId: string, viewer: Viewer | undefined): Promise<boolean>;
  /**
   * Ends the sessions of others in the browser who may do or see more than this account, and the first of those who are
   * too many; gives the `Set-Cookie` lines that remove their cookies.
   */
  endBeyond(userId: string, visit: Visit): Promise<string[]>;
}

export function createOtherAccounts({
  auth: { signIn },
  accounts,
  cookies,
}: OtherAccountsDependencies): OtherAccounts {
  async function isBeyond(userId: string, viewer: Viewer | undefined): Promise<boolean> {
    if (viewer === undefined || viewer.userId === userId) return false;
    const account = await accounts.find(userId);
    return account !== undefined && mayMore(account, viewer);
  }
  return {
    isBeyond,
    async endBeyond(userId, { request, viewer }) {
      const account = await accounts.find(userId);
      if (!account) return [];
      const inUse = toViewer(account, 'cookie', { sessionId: null });
      const others = cookies.list(request).filter((one) => one.userId !== userId);
      const lines: string[] = [];
      for (const [i, other] of others.entries()) {
        const isTooMany = i < others.length - (mostBrowserAccounts - 1);
        if (!isTooMany && !(await isBeyond(other.userId, inUse))) continue;
        await signIn.endByToken(other.userId, other.refreshToken);
        lines.push(...cookies.remove(request, other.userId));
      }
      // Who was in use before, also without a cookie of their own.
      if (viewer?.via === 'cookie' && viewer.sessionId !== null && (await isBeyond(viewer.userId, inUse)))
        await signIn.end(viewer.sessionId);
      return lines;
    },
  };
}
