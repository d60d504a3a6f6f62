// A certified OpenID Connect provider on the loopback address. The sign-in address names the user.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface RealProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Permits this redirect address. Call it once, first. */
  allow(redirectUri: string): void;
  close(): Promise<void>;
}

/** Claims by subject. */
export type People = Record<string, Record<string, unknown>>;

const clientId = 'library';
const clientSecret = 'a secret of the client & its provider';

/** The user is given by `login_hint` in the authorization address. Unknown users are rejected. */
export async function startRealProvider(people: People): Promise<RealProvider> {
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (!provider) response.writeHead(503).end();
    else if (request.url?.startsWith('/interaction/')) void interact(provider, people, { request, response });
    else void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    allow(redirectUri) {
      provider = createProvider(issuer, redirectUri, people);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function createProvider(issuer: string, redirectUri: string, people: People): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...key, kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: ['for tests only'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
      groups: ['groups'],
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    // Grants consent without asking.
    async loadExistingGrant({ oidc: { provider, session } }) {
      const known = session?.grantIdFor(clientId);
      if (known !== undefined) return provider.Grant.find(known);
      const { accountId } = session ?? {};
      const grant = new provider.Grant({ clientId, ...(accountId !== undefined && { accountId }) });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function interact(provider: Provider, people: People, { request, response }: Exchange): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const who = String(params.login_hint);
  const result = people[who] ? { login: { accountId: who } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
