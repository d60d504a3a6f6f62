import { empty, json } from '@lectern/contract/route';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { sendRaw } from '../../../test/harness/clients/raw-http.ts';
import { startMadeUpServer } from '../../../test/harness/http-server.ts';
import type { Authenticate } from './request-state.ts';

const nothing = z.object({});
const table = {
  open: { method: 'GET', path: '/open', summary: '', access: 'anyone', answers: { 200: json(nothing) } },
  exempt: {
    method: 'GET',
    path: '/exempt',
    summary: '',
    access: 'anyone',
    rateLimit: 'exempt',
    answers: { 200: json(nothing) },
  },
  write: { method: 'POST', path: '/write', summary: '', access: 'user', answers: { 204: empty() } },
  read: { method: 'GET', path: '/read', summary: '', access: 'user', answers: { 200: json(nothing) } },
  either: {
    method: 'GET',
    path: '/either',
    summary: '',
    access: ['books:write', 'tasks:read'],
    answers: { 200: json(nothing) },
  },
  login: { method: 'POST', path: '/login', summary: '', access: 'anyone', answers: { 204: empty() } },
} as const;

const aViewer = (change: Partial<Viewer> = {}): Viewer => ({
  userId: 'u1',
  role: 'reader',
  permissions: new Set(),
  libraryIds: null,
  seriesRule: null,
  via: 'bearer',
  sessionId: 's',
  apiKeyId: null,
  ...change,
});

interface Options {
  environment?: Record<string, string>;
  authenticate?: Authenticate;
}

async function aServer({ environment = {}, authenticate = () => undefined }: Options = {}) {
  let nowMs = 1_000_000;
  const server = await startMadeUpServer({
    table,
    handlers: {
      open: () => ({}),
      exempt: () => ({}),
      write: () => {},
      read: () => ({}),
      either: () => ({}),
      login: () => {},
    },
    environment: {
      LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '3',
      LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '0.5',
      LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '5',
      LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '1',
      ...environment,
    },
    authenticate,
    clock: () => nowMs,
  });
  onTestFinished(() => server.close());
  return {
    ...server,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const rateHeaders = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

/** Credentials of the test: `authorization: <user id>`. */
const byHeader: Authenticate = ({ headers }) =>
  headers.authorization ? aViewer({ userId: String(headers.authorization) }) : undefined;

describe('the rate limit', () => {
  test('every response contains the remaining tokens, including errors', async () => {
    const server = await aServer();
    expect(rateHeaders((await server.get('/open')).headers)).toEqual(['3', '2', '0']);
    expect(rateHeaders((await server.get('/nowhere')).headers)).toEqual(['3', '1', '0']);
    expect(rateHeaders((await server.get('/%zz')).headers)).toEqual(['3', '0', '2']);
    expect(rateHeaders((await server.get('/open')).headers)).toEqual(['3', '0', '2']);
  });

  test('beyond the burst, returns a 429 with exactly three fields until a token is available', async () => {
    const server = await aServer();
    for (let i = 0; i < 3; i++) expect((await server.get('/open')).status).toBe(200);
    const refused = await server.get('/open');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    expect(refused.headers.get('x-frame-options')).toBe('DENY');
    expect(refused.body).toEqual({
      error: 'rate_limit_exceeded',
      message: 'Too many requests; wait 2 seconds',
      retry_after: 2,
    });
    server.pass(1_999);
    expect((await server.get('/open')).headers.get('retry-after')).toBe('1');
    server.pass(1);
    expect((await server.get('/open')).status).toBe(200);
  });

  test('exempt routes report the remaining tokens, draw none and are never rejected', async () => {
    const server = await aServer();
    for (let i = 0; i < 5; i++) expect(rateHeaders((await server.get('/exempt')).headers)[1]).toBe('3');
    for (let i = 0; i < 4; i++) await server.get('/open');
    expect((await server.get('/exempt')).status).toBe(200);
    expect((await server.get('/open')).status).toBe(429);
  });

  test('a verified user has a separate bucket at any address', async () => {
    const server = await aServer({ authenticate: byHeader });
    for (let i = 0; i < 4; i++) await server.get('/open');
    const first = await server.get('/read', { authorization: 'u1' });
    expect(rateHeaders(first.headers)).toEqual(['5', '4', '0']);
    const other = await server.get('/read', { authorization: 'u2' });
    expect(rateHeaders(other.headers)).toEqual(['5', '4', '0']);
  });

  test('ignores X-Forwarded-For of untrusted clients', async () => {
    const server = await aServer();
    for (let i = 0; i < 3; i++) await server.get('/open', { 'x-forwarded-for': `10.0.0.${i}` });
    expect((await server.get('/open', { 'x-forwarded-for': '10.0.0.99' })).status).toBe(429);
  });

  test('behind a trusted proxy, each client has its own bucket, and forged hops have no effect', async () => {
    const server = await aServer({ environment: { LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' } });
    for (let i = 0; i < 3; i++) await server.get('/open', { 'x-forwarded-for': `10.9.9.${i}, 192.0.2.7` });
    expect((await server.get('/open', { 'x-forwarded-for': '10.9.9.99, 192.0.2.7' })).status).toBe(429);
    expect((await server.get('/open', { 'x-forwarded-for': '192.0.2.8' })).status).toBe(200);
  });

  test('when disabled, sends no headers', async () => {
    const server = await aServer({ environment: { LECTERN_RATE_LIMIT_ENABLED: 'false' } });
    for (let i = 0; i < 5; i++) expect((await server.get('/open')).status).toBe(200);
    expect(rateHeaders((await server.get('/open')).headers)).toEqual([null, null, null]);
  });
});

describe('the caller', () => {
  test('without credentials, gets a 401 with the scheme, and no Set-Cookie', async () => {
    const server = await aServer();
    const { status, headers, body } = await server.get('/read');
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(body.error).toBe('unauthorized');
  });

  test('without permission, is rejected before the body is read', async () => {
    const server = await aServer();
    const head = 'POST /write HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n';
    const long = await sendRaw(server.port, `${head}Content-Length: 1000000000\r\n\r\nx`);
    expect(long.status).toBe(401);
    expect(long.headers.connection).toBe('close');
    const short = await sendRaw(server.port, `${head}Content-Length: 1\r\n\r\nx`);
    expect(short.status).toBe(401);
    expect(short.headers.connection).toBe('keep-alive');
  });

  test('needs only one of several permissions', async () => {
    const authenticate: Authenticate = ({ headers }) =>
      aViewer({ permissions: new Set(headers.authorization === 'w' ? ['tasks:read'] : ['tasks:write']) });
    const server = await aServer({ authenticate });
    expect((await server.get('/either', { authorization: 'w' })).status).toBe(200);
    const refused = await server.get('/either', { authorization: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('books:write or tasks:read');
  });

  test('an unavailable database does not affect public routes', async () => {
    const server = await aServer({ authenticate: () => Promise.reject(new Error('the database is away')) });
    expect((await server.get('/exempt')).status).toBe(200);
    const refused = await server.get('/read');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
  });

  test('a failure of the authentication is a 500 and does not end the program', async () => {
    const authenticate = () => {
      throw new Error('broken');
    };
    const server = await aServer({ authenticate });
    expect((await server.get('/read')).status).toBe(500);
  });
});

describe('a request with a cookie', () => {
  const byCookie = () => aServer({ authenticate: () => aViewer({ via: 'cookie' }) });
  const write = async (headers: Record<string, string>, path = '/write') => {
    const server = await byCookie();
    const given = await server.request('POST', path, { headers });
    const own = `http://127.0.0.1:${server.port}`;
    return {
      given,
      own,
      again: (more: Record<string, string>) => server.request('POST', path, { headers: more }),
    };
  };

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site, without fetch metadata', { origin: 'https://evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['our name inside another', { origin: 'http://127.0.0.1.evil.example' }],
    ['our host in the path of another site', { origin: 'http://evil.example/127.0.0.1' }],
    ['our host at another port', { origin: 'http://127.0.0.1:1' }],
    ['a page that hides its origin', {}],
  ])('cannot write from %s', async (_, headers) => {
    const { given } = await write(headers);
    expect(given.status).toBe(403);
    expect(given.body.error).toBe('forbidden');
  });

  test('can write from our own pages', async () => {
    const { own, again } = await write({});
    expect((await again({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
    expect((await again({ origin: own })).status).toBe(204);
    // A TLS proxy that is not configured as trusted.
    expect((await again({ origin: own.replace('http:', 'https:') })).status).toBe(204);
  });

  test('from another site is anonymous on public routes', async () => {
    const { given } = await write({ 'sec-fetch-site': 'cross-site' }, '/login');
    expect(given.status).toBe(204);
    expect(given.headers.get('x-ratelimit-limit')).toBe('3');
  });

  test('can read from anywhere', async () => {
    const server = await byCookie();
    expect((await server.get('/read', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
  });

  test('with a bearer token needs no origin', async () => {
    const server = await aServer({ authenticate: byHeader });
    const given = await server.request('POST', '/write', { headers: { authorization: 'u1' } });
    expect(given.status).toBe(204);
  });
});

test('a route without an access rule prevents the start', async () => {
  const { access: _, ...silent } = table.open;
  const start = (open: unknown) =>
    startMadeUpServer({ table: { open: open as typeof table.open }, handlers: { open: () => ({}) } });
  await expect(start(silent)).rejects.toThrow('GET /open has no access rule');
  await expect(start({ ...silent, access: [] })).rejects.toThrow('has no access rule');
  await expect(start({ ...silent, access: 'books:burn' })).rejects.toThrow('has no access rule');
});

test('with a base path, only addresses below it are known', async () => {
  const server = await aServer({
    environment: { LECTERN_SERVER_BASE_PATH: '/books', LECTERN_RATE_LIMIT_ENABLED: 'false' },
  });
  expect((await server.get('/open')).status).toBe(200);
  expect((await server.post('/open')).status).toBe(405);
  const outside = server.url.replace('/books', '');
  expect((await fetch(`${outside}/open`)).status).toBe(404);
  expect((await fetch(`${outside}/other/open`, { method: 'POST' })).status).toBe(404);
});
