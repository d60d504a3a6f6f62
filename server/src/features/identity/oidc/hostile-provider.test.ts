// Providers that lie, fail or are unreachable, and manipulated responses: the sign-in is rejected with a message and
// creates no account.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signInAgain } from '../../../../test/harness/sign-in.ts';
import {
  type FakeProvider,
  type Lies,
  sendJson,
  startFakeProvider,
  tryToSignIn,
} from '../../../../test/harness/sign-in-providers/fake-oidc-provider.ts';

const providerSecret = 'a secret that must not be logged';
let fake: FakeProvider;
let server: TestServer;
let nowMs = Date.now();
const logged: string[] = [];

beforeAll(async () => {
  fake = await startFakeProvider();
  const away = await findClosedPort();
  const entry = { issuer: fake.issuer, clientId: fake.clientId, autoCreate: true, allowInsecureHttp: true };
  const LECTERN_AUTH_OIDC_PROVIDERS = JSON.stringify([
    { ...entry, id: 'fake' },
    { ...entry, id: 'secretive', clientSecret: providerSecret },
    { ...entry, id: 'away', issuer: `http://127.0.0.1:${away}` },
    { ...entry, id: 'elsewhere', issuer: `${fake.issuer}/tenant` },
  ]);
  server = await startTestServer({
    environment: { LECTERN_AUTH_OIDC_PROVIDERS, LECTERN_LOG_LEVEL: 'warn' },
    clock: () => nowMs,
    onLogLine: (line) => logged.push(line),
  });
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});

const attempt = (lies: Lies, query: Record<string, string> = {}, provider = 'fake') => {
  // Advances the clock beyond the hour for which provider metadata is cached.
  nowMs += 3_600_001;
  fake.say(lies);
  return tryToSignIn(server, fake, { provider, query });
};

async function countUsers(): Promise<number> {
  const admin = await signInAgain(server, server.admin);
  return (await admin.get<{ total: number }>('/api/v1/users')).body.total;
}

async function expectRefused(lies: Lies, status: number, query: Record<string, string> = {}): Promise<void> {
  const before = await countUsers();
  const tried = await attempt(lies, query);
  expect([tried.status, tried.body.error, tried.body.accessToken]).toEqual([
    status,
    { 401: 'unauthorized', 403: 'forbidden', 503: 'unavailable' }[status],
    undefined,
  ]);
  expect([before > 0, await countUsers()]).toEqual([true, before]);
}

test('signs in with a valid response, and sends the code with the PKCE verifier', async () => {
  const { status, body } = await attempt({ claims: { sub: 'honest', preferred_username: 'honest' } });
  expect([status, body.user?.username]).toEqual([200, 'honest']);
  const sent = fake.tokenRequests.at(-1)?.body;
  expect(sent?.get('grant_type')).toBe('authorization_code');
  expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['declares nothing', undefined, true],
  ['takes both', ['client_secret_post', 'client_secret_basic'], true],
  ['only accepts the body', ['client_secret_post'], false],
])('sends the client secret as the provider accepts it, which %s', async (_, methods, inHeader) => {
  const discovery = { token_endpoint_auth_methods_supported: methods };
  expect((await attempt({ discovery }, {}, 'secretive')).status).toBe(200);
  const sent = fake.tokenRequests.at(-1);
  expect(sent?.authorization?.startsWith('Basic ')).toBe(inHeader || undefined);
  expect(sent?.body.get('client_secret')).toBe(inHeader ? null : providerSecret);
});

const tomorrow = Math.floor(Date.now() / 1000) + 86_400;

describe('rejects an ID token', () => {
  test.each<[string, Lies]>([
    ['of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['without an issuer', { claims: { iss: undefined } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['for several clients, issued to another', { claims: { aud: ['library', 'other'], azp: 'other' } }],
    ['that has expired', { claims: { exp: tomorrow - 2 * 86_400 } }],
    ['of tomorrow', { claims: { nbf: tomorrow } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['whose subject is not a string', { claims: { sub: 7 } }],
    ['whose subject contains NUL', { claims: { sub: 'a\0b' } }],
    ['whose subject is too long', { claims: { sub: 'x'.repeat(256) } }],
    ['signed by another key', { foreignKey: true }],
    ['without a signature', { header: { alg: 'none' } }],
    ['with an unexpected algorithm', { header: { alg: 'HS256' } }],
    ['signed by an unpublished key', { header: { kid: 'two' } }],
    [
      'that is missing',
      { token: (response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' }) },
    ],
    [
      'that is malformed',
      {
        token: (response) =>
          sendJson(response, { access_token: 'a', token_type: 'Bearer', id_token: 'no.token.here' }),
      },
    ],
  ])('%s', async (_, lies) => {
    await expectRefused(lies, 401);
  });
});

test('ignores user information of another subject', async () => {
  await expectRefused(
    { userInfo: { sub: 'somebody-else', email: 'x@example.org', email_verified: true } },
    401,
  );
});

test('rejects a response from another issuer than the requested one', async () => {
  await expectRefused({}, 401, { iss: 'https://other.example' });
  const discovery = { authorization_response_iss_parameter_supported: true };
  await expectRefused({ discovery }, 401);
});

test.each([
  ['access_denied', 403],
  ['login_required', 401],
  ['interaction_required', 401],
  ['server_error', 503],
  ['temporarily_unavailable', 503],
  ['<script>alert(1)</script>', 401],
])('maps the provider error %s to status %i', async (error, status) => {
  const { body, ...tried } = await attempt({}, { error, error_description: 'as & you <like>' });
  expect(tried.status).toBe(status);
  expect(body.message).not.toMatch(/[<>]/);
});

const fail = (status: number, body: unknown) => (response: ServerResponse) =>
  sendJson(response, body, status);

describe('if the token endpoint', () => {
  test.each<[string, Lies['token'], number]>([
    ['rejects the code', fail(400, { error: 'invalid_grant' }), 401],
    ['rejects the client', fail(401, { error: 'invalid_client' }), 503],
    ['breaks', fail(500, { error: 'server_error' }), 503],
    [
      'answers a page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      503,
    ],
    ['answers nothing', (response) => response.writeHead(200).end(), 503],
    ['leads elsewhere', (response) => response.writeHead(302, { location: fake.issuer }).end(), 503],
    ['hangs up', (response) => response.destroy(), 503],
    ['never ends', floodWith, 503],
    ['answers a list', fail(200, []), 401],
    ['answers null', fail(200, null), 401],
  ])('%s', async (_, token, status) => {
    await expectRefused({ ...(token && { token }) }, status);
  });
});

/** Sends data until the receiver closes the connection. */
function floodWith(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = 'x'.repeat(65_536);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

describe('does not redirect to a provider', () => {
  test.each<[string, string, Lies]>([
    ['that is unreachable', 'away', {}],
    ['that reports another issuer', 'fake', { discovery: { issuer: 'https://other.example' } }],
    ['without metadata', 'elsewhere', {}],
  ])('%s', async (_, provider, lies) => {
    const { status, body } = await attempt(lies, {}, provider);
    expect([status, body.error]).toEqual([503, 'unavailable']);
  });
});

test('a provider that was unreachable is requested again', async () => {
  nowMs += 3_600_001;
  fake.say({ discovery: { issuer: 'https://other.example' } });
  expect((await tryToSignIn(server, fake, { provider: 'fake' })).status).toBe(503);
  fake.say({});
  expect((await tryToSignIn(server, fake, { provider: 'fake' })).status).toBe(200);
});

test('never sends a code to a provider without TLS, except on the loopback address in a test', async () => {
  logged.length = 0;
  await expectRefused({ discovery: { token_endpoint: 'http://books.example/token' } }, 503);
  await expectRefused({ discovery: { jwks_uri: 'http://books.example/keys' } }, 503);
  expect(logged.filter((line) => line.includes('without TLS: http://books.example'))).toHaveLength(2);
});

test('logs the cause without secrets', async () => {
  logged.length = 0;
  await attempt({ claims: { nonce: 'x'.repeat(43) } }, { code: 'secret-code' });
  await attempt({ token: fail(401, { error: 'invalid_client' }) }, { code: 'secret-code' }, 'secretive');
  const text = logged.join('');
  expect(logged.length).toBe(2);
  expect(text).toContain('"provider":"secretive"');
  expect(text).toContain('invalid_client');
  expect(text).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
  for (const secret of [providerSecret, 'secret-code', 'x'.repeat(43)]) expect(text).not.toContain(secret);
});

async function findClosedPort(): Promise<number> {
  const held = createServer();
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
  const { port } = held.address() as AddressInfo;
  await new Promise<void>((resolve) => held.close(() => resolve()));
  return port;
}
