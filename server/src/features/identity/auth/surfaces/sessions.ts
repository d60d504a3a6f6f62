// Sessions of protocols whose clients send a password or a key once and then a token. They are like sessions of a
// sign-in, without refresh tokens. They end with the password, the account, the key that started them, or a sign-out. A
// client that authenticates with every request receives the same session again.

import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createRecent } from '#infrastructure/recent-keys.ts';
import type { Claims } from '../../tokens/index.ts';
import { toViewer } from '../authenticate.ts';
import type { AuthParts } from '../parts.ts';
import type { VerifiedCaller } from '../verification-cache.ts';

/** Identifies a client. */
interface SurfaceClient {
  ip: string;
  /** The client's user agent. */
  agent: string;
}

const maxCached = 10_000;

export class SurfaceSessions {
  readonly #deps: AuthParts;
  readonly #opened = createRecent<Promise<string | undefined>>(maxCached);
  /** The lifetime of a token. */
  readonly lifetimeSeconds: number;

  constructor(deps: AuthParts) {
    this.#deps = deps;
    this.lifetimeSeconds = Math.floor(deps.lifetimeMs / 1000);
  }

  /** Returns the caller of a token while the session is active. */
  verify(token: string): Promise<Viewer | undefined> | Viewer | undefined {
    const claims = this.#deps.tokens.verify('surface', token);
    return claims && this.#deps.memory(`surface ${token}`, () => this.#check(claims));
  }

  /** Returns a token of the caller, the same one for the same client while it is valid. */
  async open(viewer: Viewer, client: SurfaceClient): Promise<string | undefined> {
    const key = [viewer.userId, viewer.apiKeyId, viewer.sessionId, client.ip, client.agent].join(' ');
    const before = this.#opened.get(key);
    if (before && (await this.#isGood(await before))) return before;
    // A concurrent request may have opened it meanwhile.
    const meanwhile = this.#opened.get(key);
    if (meanwhile && meanwhile !== before) return meanwhile;
    const begun = this.#begin(viewer, client.agent);
    this.#opened.set(key, begun);
    begun.catch(() => this.#opened.delete(key));
    return begun;
  }

  /** Returns a token with a later expiry if half of the token's lifetime is over, otherwise undefined. */
  async renew(token: string): Promise<string | undefined> {
    const claims = this.#deps.tokens.verify('surface', token);
    if (!claims || !this.#isHalfOver(claims)) return undefined;
    return this.#sign({ ...claims, expiresAtMs: await this.#deps.sessions.prolong(claims.sessionId) });
  }

  /** Ends the session of a token. Ignores an invalid token. */
  async end(token: string): Promise<void> {
    const claims = this.#deps.tokens.verify('surface', token);
    if (claims) await this.#deps.sessions.end(claims.sessionId);
  }

  #sign(claims: Claims) {
    return this.#deps.tokens.sign('surface', claims);
  }

  #isHalfOver({ expiresAtMs }: Claims) {
    return expiresAtMs - this.#deps.clock() < this.#deps.lifetimeMs / 2;
  }

  async #check(claims: Claims): Promise<VerifiedCaller | undefined> {
    const { userId, sessionId, apiKeyId, expiresAtMs } = claims;
    const user = await this.#deps.sessions.findUser(userId, sessionId);
    if (!user) return undefined;
    if (apiKeyId === undefined) return { viewer: toViewer(user, 'cookie', claims), expiresAtMs };
    const verified = await this.#deps.apiKeys.verifyById(apiKeyId);
    return verified?.viewer.userId === userId ? { viewer: verified.viewer, expiresAtMs } : undefined;
  }

  async #begin({ userId, sessionId, apiKeyId }: Viewer, agent: string): Promise<string | undefined> {
    const account = await this.#deps.accounts.find(userId);
    if (!account) return undefined;
    const id = sessionId ?? (await this.#deps.sessions.start(account, agent)).sessionId;
    const expiresAtMs = this.#deps.clock() + this.#deps.lifetimeMs;
    return this.#sign({ userId, sessionId: id, expiresAtMs, apiKeyId: apiKeyId ?? undefined });
  }

  async #isGood(token: string | undefined): Promise<boolean> {
    const claims = token === undefined ? undefined : this.#deps.tokens.verify('surface', token);
    return (
      claims !== undefined && !this.#isHalfOver(claims) && (await this.verify(token ?? '')) !== undefined
    );
  }
}
