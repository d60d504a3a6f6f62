// Several accounts in one browser: sessions of features/auth, whose refresh tokens are put into cookies instead of the
// answers.
import type { NewAccount, Session } from '@lectern/contract/auth';
import type { BrowserSession } from '@lectern/contract/browser-accounts';
import type { Auth } from '#features/auth/index.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import { forbidden, unauthorized } from '#kernel/errors.ts';
import { answer, type JsonAnswer } from '#kernel/http/answers.ts';
import { isForeignWrite } from '#kernel/http/foreign-write.ts';
import type { CallRequest } from '#kernel/http/implement.ts';
import type { RefreshCookies } from './refresh-cookies.ts';

export interface BrowserAccountParts {
  auth: Pick<Auth, 'signIn' | 'setup'>;
  cookies: RefreshCookies;
}

type Setup = Auth['setup'];

export type BrowserAccounts = ReturnType<typeof createBrowserAccounts>;

export function createBrowserAccounts({ auth, cookies }: BrowserAccountParts) {
  const { signIn, setup } = auth;

  /** The answer of a sign-in with its refresh token in a cookie, and without any token in its body. */
  function toBrowser(given: JsonAnswer, request: CallRequest): JsonAnswer {
    const { user, refreshToken } = given.value as Session;
    const body: BrowserSession = { user };
    const own = cookies.set(request, user.id, refreshToken);
    return {
      ...given,
      value: body,
      headers: { ...given.headers, 'Set-Cookie': [...listCookies(given), ...own] },
    };
  }

  return {
    toBrowser,

    async login(login: string, password: string, request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      return toBrowser(await signIn.login(login, password, request), request);
    },

    async register(account: NewAccount, request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      return toBrowser(await signIn.register(account, request), request);
    },

    async initialize(account: Parameters<Setup['initialize']>[0], request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      return toBrowser(await setup.initialize(account, request), request);
    },

    async adopt(refreshToken: string, request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      const session = (await signIn.refresh(refreshToken, request)).value as Session;
      const own = cookies.set(request, session.user.id, session.refreshToken);
      return answer(undefined, { status: 204, headers: { 'Set-Cookie': own, 'Cache-Control': 'no-store' } });
    },

    /** Throws `unauthorized` where the account has no cookie here, or one that is not good any more. */
    async resume(userId: string, request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      const given = await signIn.refresh(getToken(userId, request), request);
      // A cookie that was moved to another name.
      if ((given.value as Session).user.id !== userId) throw unauthorized();
      return toBrowser(given, request);
    },

    async forget(viewer: Viewer | undefined, userId: string, request: CallRequest): Promise<JsonAnswer> {
      demandOwnPage(request);
      const refreshToken = cookies.find(request, userId);
      const own = cookies.remove(request, userId);
      if (viewer?.userId === userId) {
        const left = await signIn.logout(viewer, refreshToken, request);
        return { ...left, headers: { ...left.headers, 'Set-Cookie': [...listCookies(left), ...own] } };
      }
      if (refreshToken !== undefined) await signIn.endByToken(userId, refreshToken);
      return answer(undefined, { status: 204, headers: { 'Set-Cookie': own } });
    },
  };

  function getToken(userId: string, request: CallRequest): string {
    const token = cookies.find(request, userId);
    if (token === undefined) throw unauthorized('This account is not signed in here');
    return token;
  }
}

const listCookies = ({ headers }: JsonAnswer): string[] => [headers?.['Set-Cookie'] ?? []].flat();

/** What is done by cookies is done for our own pages alone. */
function demandOwnPage(request: CallRequest): void {
  if (isForeignWrite(request)) throw forbidden('Only pages of this server may sign in by cookies');
}
