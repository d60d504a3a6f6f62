// Redirects of a browser to another site, to sign in or to connect an account. A flow is completed once, within ten
// minutes, in the browser that started it, by any process.
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { Cookie } from '#infrastructure/http/browser-security/cookies.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { createSecret, hashSecret } from '#infrastructure/secrets/random-secrets.ts';
import type { OidcFlowTable } from '#schema/tables/identity/oidc.ts';
import { keepFlow, takeFlow } from './store.ts';

/** `provider` is the owner of the flow: a sign-in provider, or `plugin:` and an id. */
export type Flow = Omit<OidcFlowTable, 'stateHash' | 'browserHash' | 'expiresAt'>;

export interface BegunFlow extends Flow {
  /** Returned by the provider. */
  state: string;
  /** `Set-Cookie` lines that bind the flow to this browser. */
  cookies: string[];
}

interface Dependencies {
  config: Pick<Config, 'auth' | 'server'>;
  db: Db;
  clock: Clock;
}

const lifetimeMs = 10 * 60_000;

/** `path` contains all routes of the flow. */
export class Flows {
  readonly #deps: Dependencies;
  readonly #cookie: Cookie;

  constructor(deps: Dependencies, options: { cookieName: string; path: string }) {
    this.#deps = deps;
    this.#cookie = new Cookie(deps.config, {
      name: options.cookieName,
      path: `${deps.config.server.basePath}${options.path}`,
    });
  }

  async begin(
    wanted: Pick<Flow, 'provider' | 'redirectUri' | 'redirectTo' | 'browserId' | 'userId'>,
    request: CallRequest,
  ): Promise<BegunFlow> {
    // Shared by all tabs of the browser, each of which may sign in.
    const browser = findBrowser(this.#cookie, request) ?? createSecret();
    const state = createSecret();
    const flow = { ...wanted, nonce: createSecret(), codeVerifier: createSecret() };
    const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browser) };
    await keepFlow(
      this.#deps.db,
      { ...flow, ...hashes, expiresAt: this.#deps.clock() + lifetimeMs },
      this.#deps.clock(),
    );
    return { ...flow, state, cookies: this.#cookie.set(request, browser, lifetimeMs / 1000) };
  }

  /** Returns and ends the flow of this state if this browser has started it and it has not expired. */
  async take(state: string, request: CallRequest): Promise<Flow | undefined> {
    const browser = findBrowser(this.#cookie, request);
    if (browser === undefined) return undefined;
    const flow = await takeFlow(this.#deps.db, {
      stateHash: hashSecret(state),
      browserHash: hashSecret(browser),
    });
    return flow && flow.expiresAt > this.#deps.clock() ? flow : undefined;
  }
}

function findBrowser(cookie: Cookie, request: CallRequest): string | undefined {
  const value = cookie.find(request);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
