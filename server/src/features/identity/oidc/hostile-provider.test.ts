// Providers that lie, break or are away, and answers that somebody changed on the way: refused, in words, and nobody
// gets an account.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FakeProvider,
  type Lies,
  sendJson,
  startFakeProvider,
  tryToSignIn,
} from '../../../../test/harness/fake-oidc-provider.ts';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signInAgain } from '../../../../test/harness/sign-in.ts';

const providerSecret = 'what nobody may read in a log';
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
  // What a provider says of itself is known for an hour.
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

test('an honest answer signs in, and the code is sent with the secret half of PKCE', async () => {
  const { status, body } = await attempt({ claims: { sub: 'honest', preferred_username: 'honest' } });
  expect([status, body.user?.username]).toEqual([200, 'honest']);
  const sent = fake.tokenRequests.at(-1)?.body;
  expect(sent?.get('grant_type')).toBe('authorization_code');
  expect(sent?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['says nothing of it', undefined, true],
  ['takes both', ['client_secret_post', 'client_secret_basic'], true],
  ['takes the body alone', ['client_secret_post'], false],
])('the secret goes as the provider takes it when it %s', async (_, methods, inHeader) => {
  const discovery = { token_endpoint_auth_methods_supported: methods };
  expect((await attempt({ discovery }, {}, 'secretive')).status).toBe(200);
  const sent = fake.tokenRequests.at(-1);
  expect(sent?.authorization?.startsWith('Basic ')).toBe(inHeader || undefined);
  expect(sent?.body.get('client_secret')).toBe(inHeader ? null : providerSecret);
});

const tomorrow = Math.floor(Date.now() / 1000) + 86_400;

describe('an ID token is refused', () => {
  test.each<[string, Lies]>([
    ['of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['without an issuer', { claims: { iss: undefined } }],
    ['for another client', { claims: { aud: 'other' } }],
    ['for several clients, made for another', { claims: { aud: ['library', 'other'], azp: 'other' } }],
    ['that is over', { claims: { exp: tomorrow - 2 * 86_400 } }],
    ['of tomorrow', { claims: { nbf: tomorrow } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['of an empty subject', { claims: { sub: '' } }],
    ['whose subject is no text', { claims: { sub: 7 } }],
    ['whose subject holds NUL', { claims: { sub: 'a\0b' } }],
    ['whose subject is endless', { claims: { sub: 'x'.repeat(256) } }],
    ['signed by another key', { foreignKey: true }],
    ['not signed at all', { header: { alg: 'none' } }],
    ['signed as nobody agreed to', { header: { alg: 'HS256' } }],
    ['of a key that the provider does not show', { header: { kid: 'two' } }],
    [
      'that does not come',
      { token: (response) => sendJson(response, { access_token: 'a', token_type: 'Bearer' }) },
    ],
    [
      'that is none',
      {
        token: (response) =>
          sendJson(response, { access_token: 'a', token_type: 'Bearer', id_token: 'no.token.here' }),
      },
    ],
  ])('%s', async (_, lies) => {
    await expectRefused(lies, 401);
  });
});

test('what is said of another subject is not believed', async () => {
  await expectRefused(
    { userInfo: { sub: 'somebody-else', email: 'x@example.org', email_verified: true } },
    401,
  );
});

test('an answer of another issuer than the one that was asked is refused', async () => {
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
])('the error %s of the provider is %i', async (error, status) => {
  const { body, ...tried } = await attempt({}, { error, error_description: 'as & you <like>' });
  expect(tried.status).toBe(status);
  expect(body.message).not.toMatch(/[<>]/);
});

const fail = (status: number, body: unknown) => (response: ServerResponse) =>
  sendJson(response, body, status);

describe('when the token endpoint', () => {
  test.each<[string, Lies['token'], number]>([
    ['knows the code no more', fail(400, { error: 'invalid_grant' }), 401],
    ['does not know us', fail(401, { error: 'invalid_client' }), 503],
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

/** Sends until the other side has had enough. */
function floodWith(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = 'x'.repeat(65_536);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', send);
  };
  send();
}

describe('nobody is sent to a provider', () => {
  test.each<[string, string, Lies]>([
    ['that is away', 'away', {}],
    ['that calls itself by another name', 'fake', { discovery: { issuer: 'https://other.example' } }],
    ['that does not describe itself', 'elsewhere', {}],
  ])('%s', async (_, provider, lies) => {
    const { status, body } = await attempt(lies, {}, provider);
    expect([status, body.error]).toEqual([503, 'unavailable']);
  });
});

test('a provider that was away is asked again', async () => {
  nowMs += 3_600_001;
  fake.say({ discovery: { issuer: 'https://other.example' } });
  expect((await tryToSignIn(server, fake, { provider: 'fake' })).status).toBe(503);
  fake.say({});
  expect((await tryToSignIn(server, fake, { provider: 'fake' })).status).toBe(200);
});

test('a code is never sent to where the provider has no TLS, but to this machine in a test', async () => {
  logged.length = 0;
  await expectRefused({ discovery: { token_endpoint: 'http://books.example/token' } }, 503);
  await expectRefused({ discovery: { jwks_uri: 'http://books.example/keys' } }, 503);
  expect(logged.filter((line) => line.includes('without TLS: http://books.example'))).toHaveLength(2);
});

test('the log names what was wrong, and tells no secret', async () => {
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
