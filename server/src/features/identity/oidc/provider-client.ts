// One provider as we speak with it: where its sign-in page is, and what it says of who comes back from there.

import type { OidcCallback } from '@lectern/contract/oidc';
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
import type { Clock } from '#infrastructure/clock.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import type { IdentityClaims } from './claims.ts';
import { toProblem } from './faults.ts';
import { createProviderFetch, providerUnavailable } from './fetching.ts';
import type { BegunFlow, Flow } from './flows.ts';

export interface ProviderClient {
  /** The address of the sign-in page. Throws `unavailable`. */
  toAuthorizationUrl(flow: BegunFlow): Promise<string>;
  /**
   * Exchanges the code and verifies state, PKCE, and the ID token's signature, issuer, audience, time and nonce.
   * Throws `unauthorized`, `forbidden` or `unavailable`.
   */
  finish(flow: Flow, callback: OidcCallback & { state: string }): Promise<IdentityClaims>;
}

/** What a provider says of itself is asked for again after this time: addresses move. Its keys are fetched on need. */
const knownMs = 3_600_000;
const timeoutSeconds = 10;
/** Seconds that the clocks of provider and server may differ. */
const toleranceSeconds = 60;

export function createProviderClient(provider: OidcProvider, clock: Clock): ProviderClient {
  let known: { atMs: number; configuration: Promise<Configuration> } | undefined;

  /** One question for all who ask at the same time; a failure is not remembered. */
  function configure(): Promise<Configuration> {
    if (known && Math.abs(clock() - known.atMs) < knownMs) return known.configuration;
    const asked = { atMs: clock(), configuration: discover(provider) };
    known = asked;
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
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
      // Signatures of ID tokens are verified although they come over TLS: what is between may end it.
      execute: [enableNonRepudiationChecks, ...(allowInsecureHttp ? [allowInsecureRequests] : [])],
    });
  } catch (error) {
    throw providerUnavailable(error);
  }
}

/** The way that the provider takes; RFC 8414 says which one when it does not. */
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
