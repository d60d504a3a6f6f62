// Several accounts in one browser: sessions whose refresh tokens are stored in cookies instead of response bodies.
// Switching to an account ends the sessions of all accounts that may do or see more (other-accounts.ts), so that a
// child who receives the device finds no session of a parent.
import type { Session } from '@lectern/contract/identity/auth';
import type { BrowserSession } from '@lectern/contract/identity/browser-accounts';
import type { BrowserQuickConnectPoll } from '@lectern/contract/identity/quick-connect';
import type { Auth } from '#features/identity/auth/index.ts';
import type { ProfilePins } from '#features/identity/profile-pins/index.ts';
import type { Collected } from '#features/identity/quick-connect/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, reason, unauthorized } from '#infrastructure/errors.ts';
import { isForeignWrite } from '#infrastructure/http/browser-security/foreign-write.ts';
import { answer, type JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { OtherAccounts, Visit } from './other-accounts.ts';
import type { RefreshCookie, RefreshCookies } from './refresh-cookies.ts';

interface BrowserAccountDependencies {
  auth: Auth;
  cookies: RefreshCookies;
  otherAccounts: OtherAccounts;
  pins: ProfilePins;
}

/** Used by the web client and by other ways of signing in. */
export class BrowserAccounts {
  readonly #auth: Auth;
  readonly #cookies: RefreshCookies;
  readonly #otherAccounts: OtherAccounts;
  readonly #pins: ProfilePins;

  constructor(deps: BrowserAccountDependencies) {
    this.#auth = deps.auth;
    this.#cookies = deps.cookies;
    this.#otherAccounts = deps.otherAccounts;
    this.#pins = deps.pins;
  }

  /** Returns the response of a sign-in with its refresh token in a cookie and no token in the body. */
  async toBrowser(given: JsonAnswer<Session>, visit: Visit, browserId?: string): Promise<JsonAnswer> {
    const { user, refreshToken } = given.value;
    const body: BrowserSession = { user };
    const sessionId = await getSession(this.#auth, { userId: user.id, refreshToken });
    const lines = [
      ...(await this.#otherAccounts.takeOver({ userId: user.id, sessionId, browserId }, visit)),
      ...this.#cookies.set(visit.request, user.id, refreshToken),
    ];
    return { ...withCookies(given, lines), value: body };
  }

  findBrowser(visit: Visit): ReturnType<OtherAccounts['findBrowser']> {
    return this.#otherAccounts.findBrowser(visit);
  }

  /** Signs in with `start` and assigns the session to this browser. */
  async signInHere(visit: Visit, start: () => Promise<JsonAnswer<Session>>): Promise<JsonAnswer> {
    requireOwnPage(visit);
    return this.toBrowser(await start(), visit);
  }

  /** Collects a session of quick connect and assigns it to this browser. */
  async collectHere(
    visit: Visit,
    collect: () => Promise<Collected>,
  ): Promise<JsonAnswer<BrowserQuickConnectPoll>> {
    requireOwnPage(visit);
    const collected = await collect();
    if (!('session' in collected)) return answer({ state: 'pending', user: null }, {});
    const { user } = collected.session.value;
    return { ...(await this.toBrowser(collected.session, visit)), value: { state: 'approved', user } };
  }

  /** Throws `unauthorized` if the account has no valid cookie in this browser, or needs its PIN. */
  async resume(userId: string, visit: Visit): Promise<JsonAnswer> {
    requireOwnPage(visit);
    const refreshToken = this.#cookies.find(visit.request, userId);
    if (refreshToken === undefined) {
      const isLocked = await this.#pins.isLocked(userId, visit.request);
      throw unauthorized(reason(isLocked ? 'profile_locked' : 'not_signed_in_here'));
    }
    await this.#requireNoMore({ userId, refreshToken }, visit);
    const given = await this.#auth.signIn.refresh(refreshToken, visit.request);
    // The name of the cookie does not match the account of its token.
    if (given.value.user.id !== userId) throw unauthorized();
    return this.toBrowser(given, visit);
  }

  /** Ends the caller's session in this browser, which can be started again with the PIN. */
  async lock(visit: Visit & { viewer: Viewer }): Promise<JsonAnswer> {
    requireOwnPage(visit);
    const { request, viewer } = visit;
    const { userId } = viewer;
    if (viewer.via !== 'cookie') throw unauthorized(reason('not_signed_in_here'));
    await this.#pins.requirePin(userId);
    const farewell = await this.#auth.signIn.logout(viewer, this.#cookies.find(request, userId), request);
    return withCookies(farewell, [
      ...this.#cookies.remove(request, userId),
      ...(await this.#pins.lock(userId, request)),
    ]);
  }

  /** Throws `unauthorized` for a wrong PIN, and if the account is not locked in this browser. */
  async unlock({ userId, pin }: { userId: string; pin: string }, visit: Visit): Promise<JsonAnswer> {
    requireOwnPage(visit);
    const account = await this.#pins.unlock(userId, pin, visit.request);
    return this.toBrowser(await this.#auth.startSession(account, visit.request), visit);
  }

  async forget(userId: string, visit: Visit): Promise<JsonAnswer> {
    requireOwnPage(visit);
    const { request, viewer } = visit;
    const refreshToken = this.#cookies.find(request, userId);
    const own = [...this.#cookies.remove(request, userId), ...(await this.#pins.forget(userId, request))];
    if (viewer?.userId === userId) {
      const others = await this.#otherAccounts.leave(userId, visit);
      return withCookies(await this.#auth.signIn.logout(viewer, refreshToken, request), [...own, ...others]);
    }
    if (refreshToken !== undefined) await this.#auth.signIn.endByToken(userId, refreshToken);
    return answer(undefined, { status: 204, headers: { 'Set-Cookie': own } });
  }

  /** Restrictions may have changed since both signed in. */
  async #requireNoMore(cookie: RefreshCookie, visit: Visit): Promise<string> {
    const sessionId = await getSession(this.#auth, cookie);
    if (!(await this.#otherAccounts.isBeyond({ userId: cookie.userId, sessionId }, visit))) return sessionId;
    await this.#auth.signIn.end(sessionId);
    throw unauthorized(reason('needs_password'));
  }
}

/** Throws `unauthorized` if the token does not belong to the account. */
async function getSession({ signIn }: Auth, cookie: RefreshCookie): Promise<string> {
  const sessionId = await signIn.findSession(cookie);
  if (sessionId === undefined) throw unauthorized();
  return sessionId;
}

const withCookies = (given: JsonAnswer, lines: readonly string[]): JsonAnswer => ({
  ...given,
  headers: { ...given.headers, 'Set-Cookie': [...[given.headers?.['Set-Cookie'] ?? []].flat(), ...lines] },
});

/** Prevents cross-site request forgery: cookies only authenticate requests of the server's own pages. */
function requireOwnPage({ request }: Visit): void {
  if (isForeignWrite(request)) throw forbidden(reason('cookies_of_other_site'));
}
