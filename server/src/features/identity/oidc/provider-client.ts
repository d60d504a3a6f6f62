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
import { toProblem } from './faults.ts';
import { createProviderFetch, providerUnavailable } from './fetching.ts';

export interface ProviderClient {
  /** Returns the address of the sign-in page. Throws `unavailable`. */
  toAuthorizationUrl(flow: BegunFlow): Promise<string>;
  /**
   * Exchanges the code and verifies state, PKCE, and the ID token's signature, issuer, audience, time and nonce. Throws
   * `unauthorized`, `forbidden` or `unavailable`.
   */
  finish(flow: Flow, callback: OidcCallback & { state: string }): Promise<IdentityClaims>;
}

/** The provider's metadata is loaded again after this time. Its keys are loaded when they are needed. */
const knownMs = 3_600_000;
const timeoutSeconds = 10;
/** Permitted difference between the clocks of provider and server, in seconds. */
const toleranceSeconds = 60;

export function createProviderClient(provider: OidcProvider, clock: Clock): ProviderClient {
  let known: { atMs: number; configuration: Promise<Configuration> } | undefined;

  /** Concurrent callers share one request; a failure is not cached. */
  function configure(): Promise<Configuration> {
    if (known && Math.abs(clock() - known.atMs) < knownMs) return known.configuration;
    const loaded = { atMs: clock(), configuration: discover(provider) };
    known = loaded;
    loaded.configuration.catch(() => {
      if (known === loaded) known = undefined;
    });
    return loaded.configuration;
  }

  return {
    async toAuthorizationUrl(flow) {
      const configuration = await configure();
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: flow.redirectUri,
        scope: provider.scopes.join(' '),
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    async finish(flow, callback) {
      const configuration = await configure();
      return exchange(configuration, flow, callback).catch((error: unknown) => {
        throw toProblem(error);
      });
    },
  };
}

async function discover(provider: OidcProvider): Promise<Configuration> {
  const { issuer, clientId, clientSecret, allowInsecureHttp } = provider;
  const authentication = clientSecret === undefined ? None() : toAuthentication(clientSecret);
  const metadata = { [clockTolerance]: toleranceSeconds };
  try {
    return await discovery(new URL(issuer), clientId, metadata, authentication, {
      timeout: timeoutSeconds,
      [customFetch]: createProviderFetch(allowInsecureHttp),
      // Signatures of ID tokens are verified although they are received over TLS, because a proxy in between may
      // terminate it.
      execute: [enableNonRepudiationChecks, ...(allowInsecureHttp ? [allowInsecureRequests] : [])],
    });
  } catch (error) {
    throw providerUnavailable(error);
  }
}

/** The client authentication that the provider supports. RFC 8414 §2 specifies the default. */
function toAuthentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
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
