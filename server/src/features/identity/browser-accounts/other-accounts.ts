// The other accounts that are signed in in the same browser. Accounts that may do or see more than the one in use are
// signed out: anyone can read cookies with the browser's developer tools, so only ending the session on the server is
// safe. The server stores which sessions share a browser, so that removing a cookie does not hide one.
import { maxBrowserAccounts } from '@lectern/contract/identity/browser-accounts';
import { type Auth, toViewer } from '#features/identity/auth/index.ts';
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
  clock: Clock;
}

/** An account that becomes the one in use. */
interface InUse {
  userId: string;
  sessionId: string;
  /** Set if it is already known, for example after a sign-in with a provider, whose redirect carries fewer cookies. */
  browserId?: string | undefined;
}

export interface OtherAccounts {
  /** Returns whether an account may do or see more than another one that is in use. */
  isBeyond(account: Omit<InUse, 'browserId'>, visit: Visit): Promise<boolean>;
  /** Returns the browser that a request comes from; undefined if no account is signed in there. */
  findBrowser(visit: Visit): Promise<string | undefined>;
  /**
   * Records the account that is in use in this browser, and ends the sessions of accounts there that may do or see
   * more, and the oldest beyond the limit. Returns the `Set-Cookie` lines that remove their cookies.
   */
  takeOver(account: InUse, visit: Visit): Promise<string[]>;
  /** Signs an account out in this browser; the others stay signed in. */
  leave(userId: string, visit: Visit): Promise<string[]>;
  /** Ends sessions of other accounts in the browsers where this account, whose restrictions were changed, is in use. */
  limitsChanged(userId: string): Promise<void>;
}

export function createOtherAccounts(deps: OtherAccountsDependencies): OtherAccounts {
  return {
    isBeyond: (account, visit) => isBeyond(deps, account, visit),
    async findBrowser(visit) {
      const sessionIds = await listSessionIds(deps, visit);
      return sessionIds.length === 0 ? undefined : enterBrowser(deps, sessionIds);
    },
    async takeOver({ userId, sessionId, browserId }, visit) {
      const sessionIds = [sessionId, ...(await listSessionIds(deps, visit))];
      const browser = await enterBrowser(deps, sessionIds, browserId);
      await markInUse(deps.db, sessionId, deps.clock());
      return [...(await endTooMany(deps, userId, visit)), ...(await endBeyond(deps, userId, browser, visit))];
    },
    async leave(userId, visit) {
      const sessionIds = await listSessionIds(deps, visit);
      return sessionIds.length === 0
        ? []
        : endBeyond(deps, userId, await enterBrowser(deps, sessionIds), visit);
    },
    async limitsChanged(userId) {
      for (const browserId of await listBrowserIdsOf(deps.db, userId)) {
        const [inUse] = await listAlive(deps.db, browserId, deps.clock());
        if (inUse?.userId === userId) await endBeyond(deps, userId, browserId);
      }
    },
  };
}

/** Without a session cookie, compares with the last account in use in the browser of the account's session. */
async function isBeyond(
  deps: OtherAccountsDependencies,
  { userId, sessionId }: Omit<InUse, 'browserId'>,
  { viewer }: Visit,
): Promise<boolean> {
  const inUse = viewer ?? (await findInUse(deps, sessionId));
  return inUse !== undefined && (await mayMoreThan(deps, userId, inUse));
}

async function findInUse(deps: OtherAccountsDependencies, sessionId: string): Promise<Viewer | undefined> {
  const [browserId] = await findBrowserIds(deps.db, [sessionId]);
  const [last] = browserId === undefined ? [] : await listAlive(deps.db, browserId, deps.clock());
  return last && findViewer(deps, last.userId);
}

async function findViewer({ accounts }: OtherAccountsDependencies, userId: string) {
  const account = await accounts.find(userId);
  return account && toViewer(account, 'cookie', { sessionId: null });
}

async function mayMoreThan({ accounts }: OtherAccountsDependencies, userId: string, than: Viewer) {
  if (than.userId === userId) return false;
  const account = await accounts.find(userId);
  return account !== undefined && mayMore(account, than);
}

/** Returns the sessions of a request: those of its refresh cookies, and the one in use. */
async function listSessionIds({ auth, cookies }: OtherAccountsDependencies, visit: Visit): Promise<string[]> {
  const { viewer, request } = visit;
  const inUse = viewer?.via === 'cookie' && viewer.sessionId !== null ? [viewer.sessionId] : [];
  const kept = await Promise.all(cookies.list(request).map((one) => auth.signIn.findSession(one)));
  return [...new Set([...inUse, ...kept.flatMap((id) => id ?? [])])];
}

/** Returns the browser that these sessions share from now on. */
async function enterBrowser(
  { db }: OtherAccountsDependencies,
  sessionIds: readonly string[],
  known?: string,
): Promise<string> {
  const found = await findBrowserIds(db, sessionIds);
  const browserId = known ?? found[0] ?? newId();
  const same = found.filter((id) => id !== browserId);
  await joinBrowser(db, { browserId, same, sessionIds });
  return browserId;
}

async function endTooMany(
  { auth: { signIn }, cookies }: OtherAccountsDependencies,
  userId: string,
  { request }: Visit,
): Promise<string[]> {
  const others = cookies.list(request).filter((one) => one.userId !== userId);
  const tooMany = others.slice(0, Math.max(0, others.length - (maxBrowserAccounts - 1)));
  for (const { userId: other, refreshToken } of tooMany) await signIn.endByToken(other, refreshToken);
  return tooMany.flatMap((one) => cookies.remove(request, one.userId));
}

async function endBeyond(
  deps: OtherAccountsDependencies,
  userId: string,
  browserId: string,
  visit?: Visit,
): Promise<string[]> {
  const inUse = await findViewer(deps, userId);
  if (inUse === undefined) return [];
  const lines: string[] = [];
  for (const other of await listAlive(deps.db, browserId, deps.clock())) {
    if (!(await mayMoreThan(deps, other.userId, inUse))) continue;
    await deps.auth.signIn.end(other.sessionId);
    if (visit) lines.push(...deps.cookies.remove(visit.request, other.userId));
  }
  return lines;
}
