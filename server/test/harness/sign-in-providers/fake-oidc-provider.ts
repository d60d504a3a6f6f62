// An OpenID Connect provider that lies on request. It has no sign-in page: tests call the redirect address themselves.
import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '../client.ts';
import { createBrowser } from '../clients/browser.ts';

export interface Lies {
  /** Override claims of a valid ID token. Undefined removes a claim. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Sign with a key that does not belong to the provider. */
  foreignKey?: boolean;
  /** Replaces the response of the token endpoint. */
  token?(response: ServerResponse): void;
  /** Response of the user information endpoint. By default only the subject. */
  userInfo?: Record<string, unknown>;
  /** Overrides members of the discovery document. */
  discovery?: Record<string, unknown>;
}

interface TokenRequest {
  body: URLSearchParams;
  authorization: string | undefined;
}

export interface FakeProvider {
  issuer: string;
  clientId: string;
  /** Requests that the token endpoint received. */
  tokenRequests: TokenRequest[];
  /** Sets the lies from now on. */
  say(lies: Lies): void;
  /** Sets the nonce of the ID token for this code. */
  expect(code: string, nonce: string): void;
  close(): Promise<void>;
}

const clientId = 'library';

export async function startFakeProvider(): Promise<FakeProvider> {
  const keys = { own: makeKey(), foreign: makeKey() };
  const nonces = new Map<string, string>();
  let lies: Lies = {};
  const tokenRequests: TokenRequest[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return sendJson(response, { ...toMetadata(issuer), ...lies.discovery });
      case '/keys':
        return sendJson(response, {
          keys: [{ ...keys.own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
        });
      case '/token': {
        const params = new URLSearchParams(await readText(request));
        tokenRequests.push({ body: params, authorization: request.headers.authorization });
        if (lies.token) return lies.token(response);
        const key = lies.foreignKey ? keys.foreign.privateKey : keys.own.privateKey;
        const claims = {
          ...toHonestClaims(issuer, nonces.get(params.get('code') ?? '') ?? ''),
          ...lies.claims,
        };
        const id_token = sign(claims, { alg: 'RS256', kid: 'one', ...lies.header }, key);
        return sendJson(response, { access_token: 'any', token_type: 'Bearer', id_token });
      }
      case '/userinfo':
        return sendJson(response, { sub: lies.claims?.sub ?? 'somebody', ...lies.userInfo });
      default:
        response.writeHead(404).end();
    }
  }

  return {
    issuer,
    clientId,
    tokenRequests,
    say(next) {
      lies = next;
    },
    expect(code, nonce) {
      nonces.set(code, nonce);
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

const toMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

function toHonestClaims(issuer: string, nonce: string): Record<string, unknown> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: clientId, sub: 'somebody', nonce, iat: nowSeconds, exp: nowSeconds + 300 };
}

function sign(claims: Record<string, unknown>, header: Record<string, unknown>, key: KeyObject): string {
  const toPart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${toPart(header)}.${toPart(claims)}`;
  if (header.alg === 'none') return `${text}.`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export interface Tried {
  status: number;
  /** The session or the error. */
  body: { error?: string; message?: string; user?: Record<string, unknown>; accessToken?: string };
}

/** Starts a sign-in in a new browser and returns with the current lies of the provider. */
export async function tryToSignIn(
  server: Client,
  fake: FakeProvider,
  { provider, query = {} }: { provider: string; query?: Record<string, string> },
): Promise<Tried> {
  const browser = createBrowser();
  const begun = await browser.post(`${server.url}/api/v1/auth/oidc/${provider}/login`);
  if (begun.status !== 200) return { status: begun.status, body: JSON.parse(begun.text) };
  const params = new URL(JSON.parse(begun.text).authorizationUrl).searchParams;
  const sent = { code: randomUUID(), state: params.get('state') ?? '', ...query };
  fake.expect(sent.code, params.get('nonce') ?? '');
  const callback = new URL(params.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries(sent)) callback.searchParams.set(name, value);
  const { status, text } = await browser.get(callback.href, { accept: 'application/json' });
  return { status, body: JSON.parse(text) };
}
