// Authentication: setup, sessions, the caller's own account.
import { hkdfSync } from 'node:crypto';
import type { CurrentUser, Session } from '@lectern/contract/identity/auth';
import { agreeOnSecret, keepSecret } from '#features/identity/server-secret/index.ts';
import { FirstRun } from '#features/identity/setup-code/index.ts';
import { realWait, SignInGuard, type Wait } from '#features/identity/sign-in-protection/index.ts';
import type { Account, Accounts } from '#features/identity/users/index.ts';
import type { Credentials } from '#infrastructure/access/credentials.ts';
import type { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { FirstAdmin } from '#infrastructure/config/rules.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { Authenticate } from '#infrastructure/http/request-state.ts';
import type { JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest, MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { createSecret } from '#infrastructure/secrets/random-secrets.ts';
import { Tokens } from '../tokens/index.ts';
import { createAuthenticate, toViewer } from './authenticate.ts';
import { createBasic, type VerifyBasic } from './basic.ts';
import { createOwnAccount } from './own-account.ts';
import type { AuthParts } from './parts.ts';
import { createAuthRoutes } from './routes.ts';
import { createSessionCookie, hasSessionCookie, SessionAnswers } from './session-answer.ts';
import { Sessions } from './sessions.ts';
import { createSetup, type Setup } from './setup.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { revokeAllTokens } from './store.ts';
import { SurfaceSessions } from './surfaces/sessions.ts';
import { createDigestVerification, type VerifyDigest } from './verification/digest.ts';
import { createTokenVerification, type VerifyToken } from './verification/token.ts';
import { createVerificationCache } from './verification-cache.ts';

export type { VerifyDigest, VerifyToken, Wait };
export { hasSessionCookie, toViewer };

interface Dependencies {
  config: Config;
  database: Database;
  accounts: Accounts;
  apiKeys: AuthParts['apiKeys'];
  credentials: Credentials<string>;
  changes: IdentityChanges;
  events: EventBus;
  log: Log;
  /** Accept a new server secret in place of the former one. */
  takesNewSecret: boolean;
  /** Whether a server is using the same SQLite database. */
  besideServer: boolean;
  mails: AuthParts['mails'];
  /** The clock, and the implementation of delays; tests do not wait. */
  time: { clock: Clock; wait?: Wait | undefined };
}

export interface Auth {
  routes: MountedRoute[];
  authenticate: Authenticate;
  /** Authenticates by Basic authentication, for protocols whose clients support nothing else. */
  verifyBasic: VerifyBasic;
  /** Authenticates by a name and the MD5 of a password, for devices that support nothing else. */
  verifyDigest: VerifyDigest;
  /** Authenticates by a long random token of an account, whose owner `findUserId` finds. */
  verifyToken: VerifyToken;
  /** Returns the permanent secret with this name, shared by all processes. */
  keepSecret(name: string): Promise<string>;
  /** Derives a key of 32 bytes from the server secret, different for each purpose (RFC 5869). */
  deriveKey(purpose: string): Uint8Array;
  /** Sessions of protocols whose clients authenticate once. */
  surfaceSessions: SurfaceSessions;
  /** Returns the caller's own account. Throws `unauthorized` if it was deleted meanwhile. */
  currentUser(viewer: Viewer): Promise<CurrentUser>;
  /** Sign-in with a password or refresh token (200 with the session), and sign-out. */
  signIn: SignIn;
  setup: Setup;
  /** Signs in a user whom another system has authenticated: 200 with the session, like a sign-in. */
  startSession(account: Account, request: CallRequest): Promise<JsonAnswer<Session>>;
  /** Returns the generated password of the administrator if it had to create one; see setup.ts. */
  ensureFirstAdmin(wanted: FirstAdmin): Promise<string | undefined>;
  /** Rules that apply until a user exists. */
  firstRun: FirstRun;
  /** Slows down guessing of secrets that other features accept. */
  guard: SignInGuard;
}

const dayMs = 24 * 3_600_000;

export async function createAuth(deps: Dependencies): Promise<Auth> {
  const { config, database, accounts, apiKeys, credentials, changes, events, log, mails, time } = deps;
  const { clock, wait = realWait } = time;
  const endSessions = (tx: Tx) => revokeAllTokens(tx, clock());
  const secret = await agreeOnSecret({ ...deps, clock, endSessions });
  const tokens = new Tokens(secret, clock);
  const firstRun = new FirstRun({ accounts, secret });
  const lifetimeMs = config.auth.refreshTokenDays * dayMs;
  const sessions = new Sessions({ database, accounts, changes, clock, log, lifetimeMs });
  const answers = new SessionAnswers(config, tokens, clock);
  const guard = new SignInGuard({ clock, wait, events });
  const memory = createVerificationCache({ changes, clock });
  const parts: AuthParts = {
    database,
    accounts,
    apiKeys,
    credentials,
    changes,
    clock,
    log,
    tokens,
    sessions,
    answers,
    guard,
    memory,
    firstRun,
    lifetimeMs,
    registers: () => config.auth.registrationEnabled,
    invites: () => config.auth.invitationsEnabled,
    connects: () => config.auth.quickConnectEnabled,
    mails,
    resetsByMail: () => config.auth.passwordResetByMail,
  };
  const setup = createSetup(parts);
  const signIn = createSignIn(parts);
  const ownAccount = createOwnAccount(parts);
  return {
    routes: createAuthRoutes(setup, signIn, ownAccount),
    authenticate: createAuthenticate({ ...parts, sessionCookie: createSessionCookie(config) }),
    verifyBasic: createBasic(parts),
    verifyDigest: createDigestVerification(parts),
    verifyToken: createTokenVerification({ accounts, memory }),
    keepSecret: (name) => makeSecret(deps, name),
    deriveKey: (purpose) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)),
    surfaceSessions: new SurfaceSessions(parts),
    currentUser: ownAccount.get,
    signIn,
    setup,
    startSession: signIn.start,
    ensureFirstAdmin: setup.ensureFirstAdmin,
    firstRun,
    guard,
  };
}

const makeSecret = ({ database: { db }, time: { clock } }: Dependencies, name: string) =>
  keepSecret(db, { name, candidate: createSecret(), nowMs: clock() });
