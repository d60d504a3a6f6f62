// The client of one provider: the address of its sign-in page, and the exchange of the code in its redirect.

import type { OidcCallback } from '@lectern/contract/identity/oidc';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { BegunFlow, Flow } from '#features/identity/redirects/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import type { IdentityClaims } from './claims.ts';
import { toProblem } from './errors.ts';
import { createProviderFetch, providerUnavailable } from './fetching.ts';

/** The provider's metadata is loaded again after this time. Its keys are loaded when they are needed. */
const knownMs = 3_600_000;
const timeoutSeconds = 10;
/** Permitted difference between the clocks of provider and server, in seconds. */
const toleranceSeconds = 60;

export class ProviderClient {
  readonly #provider: OidcProvider;
  readonly #clock: Clock;
  #known: { atMs: number; configuration: Promise<Configuration> } | undefined;

  constructor(provider: OidcProvider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  /** Returns the address of the sign-in page. Throws `unavailable`. */
  async toAuthorizationUrl(flow: BegunFlow): Promise<string> {
    const configuration = await this.#configure();
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: flow.redirectUri,
      scope: this.#provider.scopes.join(' '),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Exchanges the code and verifies state, PKCE, and the ID token's signature, issuer, audience, time and nonce. Throws
   * `unauthorized`, `forbidden` or `unavailable`.
   */
  async finish(flow: Flow, callback: OidcCallback & { state: string }): Promise<IdentityClaims> {
    const configuration = await this.#configure();
    return exchange(configuration, flow, callback).catch((error: unknown) => {
      throw toProblem(error);
    });
  }

  /** Concurrent callers share one request; a failure is not cached. */
  #configure(): Promise<Configuration> {
    if (this.#known && Math.abs(this.#clock() - this.#known.atMs) < knownMs) return this.#known.configuration;
    const loaded = { atMs: this.#clock(), configuration: this.#discover() };
    this.#known = loaded;
    loaded.configuration.catch(() => {
      if (this.#known === loaded) this.#known = undefined;
    });
    return loaded.configuration;
  }

  async #discover(): Promise<Configuration> {
    const authentication =
      this.#provider.clientSecret === undefined ? None() : toAuthentication(this.#provider.clientSecret);
    const metadata = { [clockTolerance]: toleranceSeconds };
    try {
      return await discovery(
        new URL(this.#provider.issuer),
        this.#provider.clientId,
        metadata,
        authentication,
        {
          timeout: timeoutSeconds,
          [customFetch]: createProviderFetch(this.#provider.allowInsecureHttp),
          // Signatures of ID tokens are verified although they are received over TLS, because a proxy in between may
          // terminate it.
          execute: [
            enableNonRepudiationChecks,
            ...(this.#provider.allowInsecureHttp ? [allowInsecureRequests] : []),
          ],
        },
      );
    } catch (error) {
      throw providerUnavailable(error);
    }
  }
}

/** The client authentication that the provider supports. RFC 8414 §2 specifies the default. */
function toAuthentication(secret: string): ClientAuth {
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? basic : post;
    authenticate(server, ...rest);
  };
}

async function exchange(
  configuration: Configuration,
  flow: Flow,
  callback: OidcCallback & { state: string },
): Promise<IdentityClaims> {
  const url = new URL(flow.redirectUri);
  for (const [name, value] of Object.entries(callback)) url.searchParams.set(name, value);
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: flow.codeVerifier,
    expectedState: callback.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  const idToken = { ...tokens.claims() };
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const subject = String(idToken.sub);
  const userInfo = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, subject) : {};
  return { idToken, userInfo };
}
