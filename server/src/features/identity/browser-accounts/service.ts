// Several accounts in one browser: sessions of features/auth, whose refresh tokens are put into cookies instead of the
// answers. Whoever comes into use ends the sessions of all who may do or see more (other-accounts.ts): a child who is
// given the device finds no session of a parent on it.
import type { NewAccount, Session } from '@lectern/contract/auth';
import type { BrowserSession } from '@lectern/contract/browser-accounts';
import type { Auth } from '#features/identity/auth/index.ts';
import { forbidden, reason, unauthorized } from '#infrastructure/errors.ts';
import { answer, type JsonAnswer } from '#infrastructure/http/answers.ts';
import { isForeignWrite } from '#infrastructure/http/foreign-write.ts';
import type { OtherAccounts, Visit } from './other-accounts.ts';
import type { RefreshCookie, RefreshCookies } from './refresh-cookies.ts';

export interface BrowserAccountDependencies {
  auth: Pick<Auth, 'signIn' | 'setup'>;
  cookies: RefreshCookies;
  otherAccounts: OtherAccounts;
}

type Setup = Auth['setup'];

export type BrowserAccounts = ReturnType<typeof createBrowserAccounts>;

export function createBrowserAccounts({ auth, cookies, otherAccounts }: BrowserAccountDependencies) {
  const { signIn, setup } = auth;

  /** The answer of a sign-in with its refresh token in a cookie, and without any token in its body. */
  async function toBrowser(given: JsonAnswer, visit: Visit, browserId?: string): Promise<JsonAnswer> {
    const { user, refreshToken } = given.value as Session;
    const body: BrowserSession = { user };
    const sessionId = await getSession({ userId: user.id, refreshToken });
    const lines = [
      ...(await otherAccounts.takeOver({ userId: user.id, sessionId, browserId }, visit)),
      ...cookies.set(visit.request, user.id, refreshToken),
    ];
    return { ...withCookies(given, lines), value: body };
  }

  /** Throws `unauthorized` for a token that is not the account's. */
  async function getSession(cookie: RefreshCookie): Promise<string> {
    const sessionId = await signIn.findSession(cookie);
    if (sessionId === undefined) throw unauthorized();
    return sessionId;
  }

  return {
    toBrowser,
    findBrowser: otherAccounts.findBrowser,

    async login(login: string, password: string, visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      return toBrowser(await signIn.login(login, password, visit.request), visit);
    },

    async register(account: NewAccount, visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      return toBrowser(await signIn.register(account, visit.request), visit);
    },

    async initialize(account: Parameters<Setup['initialize']>[0], visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      return toBrowser(await setup.initialize(account, visit.request), visit);
    },

    /** Throws `unauthorized` also for the token of who may more than who is in use: its session is ended. */
    async adopt(token: string, visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      const { user, refreshToken } = (await signIn.refresh(token, visit.request)).value as Session;
      const sessionId = await requireNoMore({ userId: user.id, refreshToken }, visit);
      await otherAccounts.join(sessionId, visit);
      const own = cookies.set(visit.request, user.id, refreshToken);
      return answer(undefined, { status: 204, headers: { 'Set-Cookie': own, 'Cache-Control': 'no-store' } });
    },

    /** Throws `unauthorized` where the account has no cookie here, or one that is not good any more. */
    async resume(userId: string, visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      const refreshToken = cookies.find(visit.request, userId);
      if (refreshToken === undefined) throw unauthorized(reason('not_signed_in_here'));
      await requireNoMore({ userId, refreshToken }, visit);
      const given = await signIn.refresh(refreshToken, visit.request);
      // A cookie that was moved to another name.
      if ((given.value as Session).user.id !== userId) throw unauthorized();
      return toBrowser(given, visit);
    },

    async forget(userId: string, visit: Visit): Promise<JsonAnswer> {
      requireOwnPage(visit);
      const { request, viewer } = visit;
      const refreshToken = cookies.find(request, userId);
      const own = cookies.remove(request, userId);
      if (viewer?.userId === userId) {
        const others = await otherAccounts.leave(userId, visit);
        return withCookies(await signIn.logout(viewer, refreshToken, request), [...own, ...others]);
      }
      if (refreshToken !== undefined) await signIn.endByToken(userId, refreshToken);
      return answer(undefined, { status: 204, headers: { 'Set-Cookie': own } });
    },
  };

  /** Limits that were set since both signed in. */
  async function requireNoMore(cookie: RefreshCookie, visit: Visit): Promise<string> {
    const sessionId = await getSession(cookie);
    if (!(await otherAccounts.isBeyond({ userId: cookie.userId, sessionId }, visit))) return sessionId;
    await signIn.end(sessionId);
    throw unauthorized(reason('needs_password'));
  }
}

const withCookies = (given: JsonAnswer, lines: readonly string[]): JsonAnswer => ({
  ...given,
  headers: { ...given.headers, 'Set-Cookie': [...[given.headers?.['Set-Cookie'] ?? []].flat(), ...lines] },
});

/** What is done by cookies is done for our own pages alone. */
function requireOwnPage({ request }: Visit): void {
  if (isForeignWrite(request)) throw forbidden(reason('cookies_of_other_site'));
}
