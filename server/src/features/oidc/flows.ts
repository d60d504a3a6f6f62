// Sign-ins that are under way: begun in one browser, finished in the same one, once, within ten minutes, in whichever
// process the browser comes back to.
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import type { Db } from '#kernel/database/dialect.ts';
import { findCookie, toSetCookie } from '#kernel/http/cookies.ts';
import type { CallRequest } from '#kernel/http/implement.ts';
import type { OidcFlowTable } from '#schema/tables/oidc.ts';
import { keepFlow, takeFlow } from './store.ts';

export type Flow = Omit<OidcFlowTable, 'stateHash' | 'browserHash' | 'expiresAt'>;

export interface BegunFlow extends Flow {
  /** For the provider to give back. */
  state: string;
  /** `Set-Cookie` that binds the flow to this browser. */
  cookie: string;
}

export interface Flows {
  begin(
    wanted: Pick<Flow, 'provider' | 'redirectUri' | 'redirectTo'>,
    request: CallRequest,
  ): Promise<BegunFlow>;
  /** The flow of this state, if this browser began it and it is not over; it is over then. */
  take(state: string, request: CallRequest): Promise<Flow | undefined>;
}

interface Parts {
  config: Pick<Config, 'auth' | 'server'>;
  db: Db;
  clock: Clock;
}

const browserCookie = 'lectern_oidc';
const lifetimeMs = 10 * 60_000;

export function createFlows({ config: { auth, server }, db, clock }: Parts): Flows {
  const path = `${server.basePath}/api/v1/auth/oidc`;
  const toCookie = (browser: string, request: CallRequest): string => {
    const secure = auth.secureCookies ?? request.protocol === 'https';
    return toSetCookie(browserCookie, browser, { path, secure, maxAgeSeconds: lifetimeMs / 1000 });
  };
  return {
    async begin(wanted, request) {
      // The same for every tab of the browser: each may sign in.
      const browser = findBrowser(request) ?? makeSecret();
      const state = makeSecret();
      const flow = { ...wanted, nonce: makeSecret(), codeVerifier: makeSecret() };
      const hashes = { stateHash: toHash(state), browserHash: toHash(browser) };
      await keepFlow(db, { ...flow, ...hashes, expiresAt: clock() + lifetimeMs }, clock());
      return { ...flow, state, cookie: toCookie(browser, request) };
    },
    async take(state, request) {
      const browser = findBrowser(request);
      if (browser === undefined) return undefined;
      const flow = await takeFlow(db, { stateHash: toHash(state), browserHash: toHash(browser) });
      return flow && flow.expiresAt > clock() ? flow : undefined;
    },
  };
}

/** 256 bits in 43 characters, as PKCE wants at least (RFC 7636, 4.1). */
const makeSecret = (): string => randomBytes(32).toString('base64url');

const toHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

function findBrowser({ headers }: CallRequest): string | undefined {
  const value = findCookie(headers, browserCookie);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
