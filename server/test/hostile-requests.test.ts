// Excessive requests: unlimited ranges, bodies and headers, slow clients, requests beyond the rate limit; and private
// images behind a shared cache.
import { connect, type Socket } from 'node:net';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { good, makeWorld, toParams, type World } from './harness/calls/good-calls.ts';
import { openEvents } from './harness/clients/event-stream.ts';
import { sendRaw, sendRequestLine } from './harness/clients/raw-http.ts';
import { startTestServer, type TestServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

let server: TestServer;
let world: World;
let port: number;
let bearer: string;

beforeAll(async () => {
  server = await startTestServer({ withTasks: true });
  world = await makeWorld(server);
  port = Number(new URL(server.url).port);
  bearer = `Authorization: Bearer ${server.admin.session.accessToken}`;
});
afterAll(() => server.stop());

const served = async () => {
  expect((await server.get('/health')).status).toBe(200);
  expect((await server.reader.get(`/api/v1/books/${world.books.cbz.id}/pages/1`)).status).toBe(200);
};

const toUrl = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? 'x');

/** Returns the paths of all routes that require authentication, except the event stream, which never ends. */
const listPrivate = async (): Promise<string[]> => {
  const urls: string[] = [];
  for (const { table } of nouns) {
    for (const route of Object.values(table) as RouteDescription[]) {
      if (route.method !== 'GET' || route.access === 'anyone' || /events$|backup$/.test(route.path)) continue;
      const { params, query } = (await good[`GET ${route.path}`]?.(world)) ?? {};
      const url = toUrl(route.path, { ...(await toParams(route, world)), ...params });
      urls.push(query === undefined ? url : `${url}?${query}`);
    }
  }
  return urls;
};

describe('a shared cache', () => {
  test('must not store private responses, and a request after sign-out returns 401', async () => {
    const user = await signIn(server, { role: 'admin' });
    const urls = await listPrivate();
    const etags: Record<string, string> = {};
    for (const url of urls) {
      const { status, headers } = await user.get(url);
      const control = headers.get('cache-control') ?? '';
      const isPrivate = /private|no-store/.test(control) && !/public|s-maxage/.test(control);
      expect([url, status < 500, control, isPrivate]).toEqual([url, true, control, true]);
      etags[url] = headers.get('etag') ?? '*';
    }
    await user.post('/api/v1/auth/logout');
    for (const [url, etag] of Object.entries(etags)) {
      for (const method of ['GET', 'HEAD']) {
        const given = await user.request(method, url, {
          headers: { 'if-none-match': etag, cookie: user.cookie },
        });
        const reported = [given.headers.get('cache-control'), given.headers.get('etag')];
        expect([url, method, given.status, ...reported]).toEqual([url, method, 401, 'no-store', null]);
      }
    }
  });

  test('receives the headers that determine the format of a page', async () => {
    const page = `/api/v1/books/${world.books.cbz.id}/pages/1`;
    for (const url of [page, `${page}?width=10&format=webp`]) {
      const { headers } = await server.reader.get(url);
      expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    }
    const { etag = '' } = Object.fromEntries((await server.reader.get(page)).headers);
    const named = await server.reader.get(`${page}?v=${etag.slice(1, 9)}`);
    expect(named.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  });
});

describe('ranges', () => {
  const file = () => `/api/v1/books/${world.books.cbz.id}/file`;
  const requestRange = (range: string) => server.reader.get(file(), { range });

  test('a thousand ranges in one request return the file once', async () => {
    const size = world.books.cbz.fileSize;
    for (const many of ['0-', '0-0', '5-9']) {
      const { status, bytes } = await requestRange(
        `bytes=${Array.from({ length: 1_000 }, () => many).join(',')}`,
      );
      expect([many, status, bytes.length]).toEqual([many, 200, size]);
    }
  });

  test.each([
    ['a reversed one', 'bytes=9-3', 200],
    ['a range without start and end', 'bytes=-', 200],
    ['a range in another unit', 'pages=1-2', 200],
    ['a range beyond the end', 'bytes=999999999-', 416],
    ['a range of overlong numbers', `bytes=${'9'.repeat(20)}-`, 416],
    ['an empty range', 'bytes=-0', 416],
    ['a range that extends beyond the end', `bytes=0-${'9'.repeat(20)}`, 206],
  ])('%s is harmless', async (_, range, status) => {
    const given = await requestRange(range);
    expect([given.status, given.headers.get('x-request-id')]).toEqual([status, expect.any(String)]);
    if (status === 416) {
      expect(given.headers.get('content-range')).toBe(`bytes */${world.books.cbz.fileSize}`);
      expect(given.body).toMatchObject({ error: 'range_not_satisfiable' });
    }
  });
});

describe('request size', () => {
  const post = (headers: readonly string[]) =>
    [
      'POST /api/v1/books/list HTTP/1.1',
      'Host: localhost',
      bearer,
      'Content-Type: application/json',
      ...headers,
    ].join('\r\n');

  test('rejects a body of 1 GB before it is sent', async () => {
    const { status, body } = await sendRaw(port, `${post(['Content-Length: 1000000000'])}\r\n\r\n{"a":`);
    expect([status, JSON.parse(body).error]).toEqual([413, 'payload_too_large']);
    await served();
  });

  test('rejects a chunked body when it exceeds the limit', async () => {
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const { status, body } = await sendRaw(
      port,
      `${post(['Transfer-Encoding: chunked', 'Connection: close'])}\r\n\r\n${chunk.repeat(40)}`,
    );
    expect([status, JSON.parse(body).error]).toEqual([413, 'payload_too_large']);
    await served();
  });

  test.each([
    ['lists', '['.repeat(500_000)],
    ['objects', '{"not":'.repeat(100_000)],
    ['closed lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ])('rejects a body of deeply nested %s without parsing it', async (_, raw) => {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await server.reader.request('POST', '/api/v1/books/list', { raw, headers });
    expect([status, body.error]).toEqual([400, 'invalid_json']);
    await served();
  });

  test.each([
    ['one header of 100 kB', [`X-Long: ${'x'.repeat(100_000)}`]],
    ['a cookie of 100 kB', [`Cookie: a=${'x'.repeat(100_000)}`]],
    ['5,000 headers', Array.from({ length: 5_000 }, (_, i) => `X-${i}: ${i}`)],
  ])('%s is a 431', async (_, headers) => {
    const given = await sendRequestLine(port, 'GET /health HTTP/1.1', headers);
    expect([given.status, JSON.parse(given.body).error]).toEqual([431, 'header_fields_too_large']);
    await served();
  });

  test('ignores a query of 2,000 unknown parameters', async () => {
    const query = Array.from({ length: 2_000 }, (_, i) => `a${i}=1`).join('&');
    expect((await server.reader.get(`/api/v1/books?${query}`)).status).toBe(200);
  });
});

describe('slow clients', () => {
  test('do not delay other requests and are disconnected within two minutes', async () => {
    const begun = [
      'GET /health HTTP/1.1\r\nX: ',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    ];
    const sockets: Socket[] = Array.from({ length: 300 }, (_, i) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(begun[i % 2] ?? '');
      return socket;
    });
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect
      .poll(
        () => new Promise((done) => server.app.http.fastify.server.getConnections((_, count) => done(count))),
      )
      .toBeGreaterThanOrEqual(300);
    await served();
    const { headersTimeout, requestTimeout } = server.app.http.fastify.server;
    expect(headersTimeout).toBeGreaterThan(0);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThanOrEqual(120_000);
  });
});

test('a request that times out receives an error in the API format and is disconnected', async () => {
  const { server: http } = server.app.http.fastify;
  // The error that Node.js reports when a timeout expires. Waiting for the real timeout would take a minute.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  http.once('connection', (socket) => socket.once('data', () => http.emit('clientError', late, socket)));
  const { status, headers, body } = await sendRaw(port, 'GET /health HTTP/1.1\r\nX: ');
  expect([status, headers.connection, JSON.parse(body)]).toEqual([
    408,
    'close',
    { error: 'request_timeout', message: expect.any(String) },
  ]);
  expect(headers['x-request-id']).toBeDefined();
});

describe('the rate limit', () => {
  const startMs = 1_900_000_000_000;
  async function aLimited() {
    let nowMs = startMs;
    const limited = await startTestServer({
      clock: () => nowMs,
      environment: {
        LECTERN_RATE_LIMIT_ENABLED: 'true',
        LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '20',
        LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '1',
        LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '30',
        LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '1',
      },
    });
    onTestFinished(() => limited.stop());
    // Advances the clock to refill the bucket that the setup has used.
    nowMs += 60_000;
    return {
      limited,
      pass: (ms: number) => {
        nowMs += ms;
      },
    };
  }

  test('admits exactly the burst, then reports the waiting time in headers and body', async () => {
    const { limited, pass } = await aLimited();
    for (let left = 29; left >= 0; left--) {
      const { status, headers } = await limited.reader.get('/api/v1/user');
      const reported = ['limit', 'remaining'].map((name) => headers.get(`x-ratelimit-${name}`));
      expect([status, ...reported]).toEqual([200, '30', String(left)]);
    }
    const { status, headers, body } = await limited.reader.get('/api/v1/user');
    expect([status, headers.get('retry-after'), headers.get('x-ratelimit-reset')]).toEqual([429, '1', '1']);
    expect(body).toEqual({
      error: 'rate_limit_exceeded',
      message: expect.stringContaining('1 second'),
      retry_after: 1,
    });
    pass(1_000);
    expect((await limited.reader.get('/api/v1/user')).status).toBe(200);
    expect((await limited.reader.get('/api/v1/user')).status).toBe(429);
  });

  test('is not exceeded when the clock is set back or forward', async () => {
    const { limited, pass } = await aLimited();
    for (let i = 0; i < 31; i++) await limited.reader.get('/api/v1/user');
    pass(-3_600_000);
    expect((await limited.reader.get('/api/v1/user')).status).toBe(429);
    pass(1_000);
    expect((await limited.reader.get('/api/v1/user')).status).toBe(200);
    pass(1_800_000);
    const { status, headers } = await limited.reader.get('/api/v1/user');
    expect([status, headers.get('x-ratelimit-remaining')]).toEqual([200, '29']);
  });

  test('applies per user behind one address, and not to health checks and events', async () => {
    const { limited } = await aLimited();
    for (let i = 0; i < 31; i++) await limited.reader.get('/api/v1/user');
    for (let i = 0; i < 21; i++) await limited.get('/api/v1/info');
    expect((await limited.get('/api/v1/info')).status).toBe(429);
    expect((await limited.reader.get('/api/v1/user')).status).toBe(429);
    expect((await limited.admin.get('/api/v1/user')).headers.get('x-ratelimit-remaining')).toBe('29');
    expect((await limited.get('/health')).status).toBe(200);
    const { accessToken } = limited.reader.session;
    const stream = await openEvents(limited.url, { headers: { authorization: `Bearer ${accessToken}` } });
    expect(stream.status).toBe(200);
    stream.close();
  });
});
