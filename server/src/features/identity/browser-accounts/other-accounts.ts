// The other accounts that are signed in in the same browser. Accounts that may do or see more than the one in use are
// signed out: anyone can read cookies with the browser's developer tools, so only ending the session on the server is
// safe. Accounts with a PIN are also signed out, and locked (features/identity/profile-pins). The server stores which
// sessions share a browser, so that a session does not become invisible when its cookie is removed.
import { maxBrowserAccounts } from '@lectern/contract/identity/browser-accounts';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
import type { ProfilePins } from '#features/identity/profile-pins/index.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import { mayMore } from '#infrastructure/access/authority.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { newId } from '#infrastructure/ids.ts';
import type { RefreshCookies } from './refresh-cookies.ts';
import { findBrowserIds, joinBrowser, listAlive, listBrowserIdsOf, markInUse } from './store.ts';

/** A request, and the account in use before it. */
export interface Visit {
  request: CallRequest;
  viewer: Viewer | undefined;
}

export interface OtherAccountsDependencies {
  db: Db;
  auth: Auth;
  accounts: Accounts;
  cookies: RefreshCookies;
  pins: ProfilePins;
  clock: Clock;
}

/** An account that becomes the one in use. */
interface InUse {
  userId: string;
  sessionId: string;
  /** Set if it is already known, for example after a sign-in with a provider, whose redirect carries fewer cookies. */
  browserId?: string | undefined;
}

export class OtherAccounts {
  readonly #deps: OtherAccountsDependencies;

  constructor(deps: OtherAccountsDependencies) {
    this.#deps = deps;
  }

  /**
   * Returns whether an account may do or see more than another one that is in use. Without a session cookie,
   * compares with the last account in use in the browser of the account's session.
   */
  async isBeyond({ userId, sessionId }: Omit<InUse, 'browserId'>, { viewer }: Visit): Promise<boolean> {
    const inUse = viewer ?? (await this.#findInUse(sessionId));
    return inUse !== undefined && (await this.#mayMoreThan(userId, inUse));
  }

  /** Returns the browser that a request comes from; undefined if no account is signed in there. */
  async findBrowser(visit: Visit): Promise<string | undefined> {
    const sessionIds = await this.#listSessionIds(visit);
    return sessionIds.length === 0 ? undefined : this.#enterBrowser(sessionIds);
  }

  /**
   * Records the account that is in use in this browser, and ends the sessions of accounts there that may do or see
   * more or have a PIN, and the oldest beyond the limit. Returns the `Set-Cookie` lines for their cookies.
   */
  async takeOver({ userId, sessionId, browserId }: InUse, visit: Visit): Promise<string[]> {
    const sessionIds = [sessionId, ...(await this.#listSessionIds(visit))];
    const browser = await this.#enterBrowser(sessionIds, browserId);
    await markInUse(this.#deps.db, sessionId, this.#deps.clock());
    return [
      ...(await this.#deps.pins.forget(userId, visit.request)),
      ...(await this.#endTooMany(userId, visit)),
      ...(await this.#endBeyond(userId, browser, visit)),
    ];
  }

  /** Signs an account out in this browser; the others stay signed in. */
  async leave(userId: string, visit: Visit): Promise<string[]> {
    const sessionIds = await this.#listSessionIds(visit);
    return sessionIds.length === 0
      ? []
      : this.#endBeyond(userId, await this.#enterBrowser(sessionIds), visit);
  }

  /** Ends sessions of other accounts in the browsers where this account, whose restrictions were changed, is in use. */
  async limitsChanged(userId: string): Promise<void> {
    for (const browserId of await listBrowserIdsOf(this.#deps.db, userId)) {
      const [inUse] = await listAlive(this.#deps.db, browserId, this.#deps.clock());
      if (inUse?.userId === userId) await this.#endBeyond(userId, browserId);
    }
  }

  async #findInUse(sessionId: string): Promise<Viewer | undefined> {
    const [browserId] = await findBrowserIds(this.#deps.db, [sessionId]);
    const [last] =
      browserId === undefined ? [] : await listAlive(this.#deps.db, browserId, this.#deps.clock());
    return last && this.#findViewer(last.userId);
  }

  async #findViewer(userId: string) {
    const account = await this.#deps.accounts.find(userId);
    return account && toViewer(account, 'cookie', { sessionId: null });
  }

  async #mayMoreThan(userId: string, than: Viewer) {
    if (than.userId === userId) return false;
    const account = await this.#deps.accounts.find(userId);
    return account !== undefined && mayMore(account, than);
  }

  /** Returns the sessions of a request: those of its refresh cookies, and the one in use. */
  async #listSessionIds(visit: Visit): Promise<string[]> {
    const { viewer, request } = visit;
    const inUse = viewer?.via === 'cookie' && viewer.sessionId !== null ? [viewer.sessionId] : [];
    const kept = await Promise.all(
      this.#deps.cookies.list(request).map((one) => this.#deps.auth.signIn.findSession(one)),
    );
    return [...new Set([...inUse, ...kept.flatMap((id) => id ?? [])])];
  }

  /** Returns the browser that these sessions share from now on. */
  async #enterBrowser(sessionIds: readonly string[], known?: string): Promise<string> {
    const found = await findBrowserIds(this.#deps.db, sessionIds);
    const browserId = known ?? found[0] ?? newId();
    const same = found.filter((id) => id !== browserId);
    await joinBrowser(this.#deps.db, { browserId, same, sessionIds });
    return browserId;
  }

  async #endTooMany(userId: string, { request }: Visit): Promise<string[]> {
    const others = this.#deps.cookies.list(request).filter((one) => one.userId !== userId);
    const tooMany = others.slice(0, Math.max(0, others.length - (maxBrowserAccounts - 1)));
    for (const { userId: other, refreshToken } of tooMany)
      await this.#deps.auth.signIn.endByToken(other, refreshToken);
    return tooMany.flatMap((one) => this.#deps.cookies.remove(request, one.userId));
  }

  async #endBeyond(userId: string, browserId: string, visit?: Visit): Promise<string[]> {
    const { db, auth, cookies, pins, clock } = this.#deps;
    const inUse = await this.#findViewer(userId);
    if (inUse === undefined) return [];
    const lines: string[] = [];
    const locked = new Set<string>();
    for (const other of await listAlive(db, browserId, clock())) {
      if (other.userId === userId) continue;
      const hasPin = await pins.isSet(other.userId);
      if (!hasPin && !(await this.#mayMoreThan(other.userId, inUse))) continue;
      await auth.signIn.end(other.sessionId);
      if (!visit) continue;
      lines.push(...cookies.remove(visit.request, other.userId));
      // Without a visit, no cookie can be set: the account needs its password.
      if (hasPin && !locked.has(other.userId)) lines.push(...(await pins.lock(other.userId, visit.request)));
      locked.add(other.userId);
    }
    return lines;
  }
}
