// Sessions of protocols whose clients send a password or a key once and then a token. They are like sessions of a
// sign-in, without refresh tokens. They end with the password, the account, the key that started them, or a sign-out. A
// client that authenticates with every request receives the same session again.
import type { Accounts } from '#features/identity/users/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { Claims, Tokens } from '../../tokens/index.ts';
import { toViewer } from '../authenticate.ts';
import type { Sessions } from '../sessions.ts';
import type { VerificationCache, VerifiedCaller } from '../verification-cache.ts';

export interface SurfaceSessions {
  /** Returns the caller of a token while the session is active. */
  verify(token: string): Promise<Viewer | undefined> | Viewer | undefined;
  /** Returns a token of the caller, the same one for the same client while it is valid. */
  open(viewer: Viewer, client: SurfaceClient): Promise<string | undefined>;
  /** Returns a token with a later expiry after half of this one's lifetime, otherwise undefined. */
  renew(token: string): Promise<string | undefined>;
  /** Ends the session of a token. Ignores an invalid token. */
  end(token: string): Promise<void>;
  /** The lifetime of a token. */
  lifetimeSeconds: number;
}

/** Identifies a client. */
interface SurfaceClient {
  ip: string;
  /** The client's user agent. */
  agent: string;
}

interface Dependencies {
  tokens: Tokens;
  sessions: Sessions;
  accounts: Accounts;
  apiKeys: { verifyById(id: string): Promise<VerifiedCaller | undefined> };
  memory: VerificationCache;
  clock: Clock;
  lifetimeMs: number;
}

const maxCached = 10_000;

export function createSurfaceSessions(deps: Dependencies): SurfaceSessions {
  const { tokens, sessions, accounts, apiKeys, memory, clock, lifetimeMs } = deps;
  const opened = createRecent<Promise<string | undefined>>(maxCached);
  const sign = (claims: Claims) => tokens.sign('surface', claims);
  const isHalfOver = ({ expiresAtMs }: Claims) => expiresAtMs - clock() < lifetimeMs / 2;

  async function check(claims: Claims): Promise<VerifiedCaller | undefined> {
    const { userId, sessionId, apiKeyId, expiresAtMs } = claims;
    const user = await sessions.findUser(userId, sessionId);
    if (!user) return undefined;
    if (apiKeyId === undefined) return { viewer: toViewer(user, 'cookie', claims), expiresAtMs };
    const verified = await apiKeys.verifyById(apiKeyId);
    return verified?.viewer.userId === userId ? { viewer: verified.viewer, expiresAtMs } : undefined;
  }

  function verify(token: string): Promise<Viewer | undefined> | Viewer | undefined {
    const claims = tokens.verify('surface', token);
    return claims && memory(`surface ${token}`, () => check(claims));
  }

  async function begin({ userId, sessionId, apiKeyId }: Viewer, agent: string): Promise<string | undefined> {
    const account = await accounts.find(userId);
    if (!account) return undefined;
    const id = sessionId ?? (await sessions.start(account, agent)).sessionId;
    const expiresAtMs = clock() + lifetimeMs;
    return sign({ userId, sessionId: id, expiresAtMs, apiKeyId: apiKeyId ?? undefined });
  }

  const isGood = async (token: string | undefined): Promise<boolean> => {
    const claims = token === undefined ? undefined : tokens.verify('surface', token);
    return claims !== undefined && !isHalfOver(claims) && (await verify(token ?? '')) !== undefined;
  };

  return {
    verify,
    lifetimeSeconds: Math.floor(lifetimeMs / 1000),

    async open(viewer, client) {
      const key = [viewer.userId, viewer.apiKeyId, viewer.sessionId, client.ip, client.agent].join(' ');
      const before = opened.get(key);
      if (before && (await isGood(await before))) return before;
      // A concurrent request may have opened it meanwhile.
      const meanwhile = opened.get(key);
      if (meanwhile && meanwhile !== before) return meanwhile;
      const begun = begin(viewer, client.agent);
      opened.set(key, begun);
      begun.catch(() => opened.delete(key));
      return begun;
    },

    async renew(token) {
      const claims = tokens.verify('surface', token);
      if (!claims || !isHalfOver(claims)) return undefined;
      return sign({ ...claims, expiresAtMs: await sessions.prolong(claims.sessionId) });
    },

    async end(token) {
      const claims = tokens.verify('surface', token);
      if (claims) await sessions.end(claims.sessionId);
    },
  };
}
