import { Readable } from 'node:stream';
import { bytes, empty, json } from '@lectern/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sendRaw, sendRequestLine } from '../../../test/harness/clients/raw-http.ts';
import { type MadeUpServer, startMadeUpServer } from '../../../test/harness/http-server.ts';
import { answer, bytesAnswer } from './routes/answers.ts';

const thing = z.object({ name: z.string(), size: z.int() });
const image = Buffer.from('0123456789');

const table = {
  get: {
    method: 'GET',
    path: '/things/{id}',
    summary: 'One',
    access: 'anyone',
    params: z.object({ id: z.string() }),
    conditional: true,
    answers: { 200: json(thing) },
  },
  list: {
    method: 'GET',
    path: '/things',
    summary: 'All',
    access: 'anyone',
    query: z.object({ page: z.coerce.number().int().min(1).default(1), text: z.string().optional() }),
    answers: { 200: json(z.object({ page: z.int() })) },
  },
  create: {
    method: 'POST',
    path: '/things',
    summary: 'Make',
    access: 'anyone',
    body: z.strictObject({ name: z.string().min(2), size: z.int(), tags: z.array(z.string()).default([]) }),
    answers: { 201: json(thing) },
  },
  remove: {
    method: 'DELETE',
    path: '/things/{id}',
    summary: 'Forget',
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    answers: { 204: empty() },
  },
  mark: {
    method: 'GET',
    path: '/marks/{id}',
    summary: 'A mark',
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    answers: { 204: empty() },
  },
  rest: {
    method: 'GET',
    path: '/rest/{id}/{path*}',
    summary: 'All that follows',
    access: 'anyone',
    params: z.object({ id: z.string(), path: z.string() }),
    answers: { 200: json(thing) },
  },
  fail: {
    method: 'GET',
    path: '/fail/{how}',
    summary: 'Faults',
    access: 'anyone',
    params: z.object({ how: z.string() }),
    answers: { 200: json(thing), 201: bytes(['image/png']) },
  },
} as const;

const logged: string[] = [];
let server: MadeUpServer;

beforeAll(async () => {
  server = await startMadeUpServer({
    table: table,
    findPage: (path) =>
      path === '/page'
        ? bytesAnswer({ mediaType: 'text/html', body: () => Buffer.from('a page') })
        : undefined,
    handlers: {
      get: ({ params }) => ({ name: params.id, size: 1 }),
      list: ({ query }) => ({ page: query.page }),
      create: ({ body }) => answer({ name: body.name, size: body.size }, { status: 201 }),
      remove: () => {},
      mark: () => {},
      rest: ({ params }) => ({ name: params.path, size: 1 }),
      fail: ({ params }) => fail(params.how),
    },
    environment: { LECTERN_RATE_LIMIT_ENABLED: 'false' },
    onLogLine: (line) => logged.push(line),
  });
});

afterAll(() => server.close());

function fail(how: string) {
  const headers = { 'content-encoding': 'gzip', etag: 'x' };
  const part = { mediaType: 'image/png', sizeBytes: 5, etag: 'e', headers };
  switch (how) {
    case 'bug':
      throw new Error('secret detail');
    case 'away':
      throw new Error('the database is away');
    case 'gone':
      throw Object.assign(new Error('write'), { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
    case 'full':
      throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    case 'shape':
      return { name: 'x', size: 1, more: true };
    case 'type':
      return bytesAnswer({ mediaType: 'text/html', body: () => image });
    case 'status':
      return answer({ name: 'x', size: 1 }, { status: 202 });
    case 'bytes':
      return bytesAnswer({ ...part, body: () => Promise.reject(new Error('gone')) });
    case 'stream':
      return bytesAnswer({
        ...part,
        body: () =>
          new Readable({
            read() {
              this.destroy(new Error('gone'));
            },
          }),
      });
    default:
      return { name: how, size: 1 };
  }
}

describe('errors', () => {
  test('reports all issues of a body with their paths', async () => {
    const { status, body } = await server.post('/things', {
      name: 'x',
      size: 'big',
      tags: [1],
      more: 1,
      x: 2,
    });
    expect(status).toBe(400);
    expect(body.error).toBe('validation_failed');
    const { issues } = body.details as { issues: { path: string; message: string }[] };
    expect(issues.map(({ path }) => path)).toEqual([
      'body.name',
      'body.size',
      'body.tags.0',
      'body.more',
      'body.x',
    ]);
    expect(issues.every(({ message }) => message.length > 0)).toBe(true);
  });

  test('an invalid query returns 400, an unknown parameter is ignored', async () => {
    const refused = await server.get('/things?page=0');
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject({
      issues: [{ path: 'query.page', message: expect.any(String) }],
    });
    expect((await server.get('/things?nothing=1&page=2')).body).toEqual({ page: 2 });
  });

  test('an invalid path parameter returns 404', async () => {
    const { status, body } = await server.get('/marks/no-uuid');
    expect(status).toBe(404);
    expect(body.error).toBe('not_found');
  });

  test.each([
    ['no JSON', '{', 400, 'invalid_json'],
    ['deep JSON', '['.repeat(100_000), 400, 'invalid_json'],
    ['no body', '', 400, 'validation_failed'],
    ['a body over 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 413, 'payload_too_large'],
    ['bad UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'invalid_json'],
  ])('%s is refused', async (_, raw, status, error) => {
    const headers = { 'content-type': 'application/json' };
    const refused = await server.request('POST', '/things', { raw, headers });
    expect(refused.status).toBe(status);
    expect(refused.body).toMatchObject({ error, message: expect.any(String) });
  });

  test('a body over 1 MiB without a Content-Length is rejected', async () => {
    const body = new Blob([`"${'x'.repeat(1024 * 1024)}"`]).stream();
    const headers = { 'content-type': 'application/json' };
    const refused = await fetch(`${server.url}/things`, { method: 'POST', headers, body, duplex: 'half' });
    expect(refused.status).toBe(413);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of the type %s returns 415', async (type) => {
    const refused = await server.request('POST', '/things', { raw: 'x', headers: { 'content-type': type } });
    expect(refused.status).toBe(415);
    expect(refused.body.error).toBe('unsupported_media_type');
  });

  test('accepts any JSON media type', async () => {
    const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' };
    const made = await server.request('POST', '/things', { raw: '{"name":"ab","size":1}', headers });
    expect(made.status).toBe(201);
  });

  test('a preflight of another site gets no permission', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const { headers: given } = await server.request('OPTIONS', '/things', { headers });
    expect([...given.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('an internal error is a 500 with a request id and without its cause, and is logged once', async () => {
    logged.length = 0;
    const { status, body, headers } = await server.get('/fail/bug');
    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'internal',
      message: expect.any(String),
      details: { requestId: headers.get('x-request-id') },
    });
    expect(JSON.stringify(body)).not.toContain('secret detail');
    expect(logged.filter((line) => line.includes('secret detail'))).toHaveLength(1);
    expect(logged[0]).toContain(headers.get('x-request-id'));
  });

  test('an unavailable database is a 503 with Retry-After', async () => {
    const { status, body, headers } = await server.get('/fail/away');
    expect(status).toBe(503);
    expect(body.error).toBe('unavailable');
    expect(headers.get('retry-after')).toBe('5');
  });

  test('a reference to a row that was just deleted is a 404', async () => {
    const { status, body } = await server.get('/fail/gone');
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  test.each(['full', 'shape', 'type', 'status'])(
    'an undeclared response of a route fails in tests: %s',
    async (how) => {
      logged.length = 0;
      expect((await server.get(`/fail/${how}`)).status).toBe(500);
      expect(logged.join()).toMatch(/does not declare/);
    },
  );

  test.each(['bytes', 'stream'])(
    'headers for %s that could not be sent do not apply to the error',
    async (how) => {
      const { status, headers, body } = await server.get(`/fail/${how}`);
      expect(status).toBe(500);
      expect(body.error).toBe('internal');
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('every response', () => {
  test.each([
    ['GET', '/things/1', 200],
    ['HEAD', '/things/1', 200],
    ['GET', '/nowhere', 404],
    ['PUT', '/things', 405],
    ['GET', '/things?page=x', 400],
    ['GET', '/fail/bug', 500],
    ['GET', '/%zz', 400],
    ['DELETE', '/things/01890000-0000-7000-8000-000000000000', 204],
  ])('%s %s has a request id and the security headers', async (method, path, status) => {
    const { headers, ...given } = await server.request(method, path);
    expect(given.status).toBe(status);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toMatch(/private|no-store/);
  });

  test('ids sent by a client are not used', async () => {
    const { headers } = await server.get('/things/1', { 'x-request-id': 'mine' });
    expect(headers.get('x-request-id')).not.toBe('mine');
  });
});

describe('addresses', () => {
  test.each([
    ['a slash at the end', '/things/', 200],
    ['an encoded letter', '/th%69ngs', 200],
    ['an encoded slash stays inside its segment', '/things/a%2Fb', 200],
    ['double encoding is decoded once', '/things/%252e%252e', 200],
    ['dots that lead up', '/things/%2e%2e/%2e%2e/etc', 404],
    ['two slashes', '//things', 404],
    ['broken percent-encoding', '/things/%zz', 400],
    ['percent-encoding that is not UTF-8', '/things/%ff', 400],
    ['NUL in a parameter', '/things/a%00', 404],
    ['a parameter of 5,000 characters', `/things/${'a'.repeat(5_000)}`, 404],
    ['broken percent-encoding in the query', '/things?text=%zz', 200],
    ['invalid UTF-8 in the query', '/things?text=%ff', 200],
    ['NUL in the query', '/things?text=%00', 400],
    ['a query parameter with the name __proto__', '/things?__proto__=1&constructor=2', 200],
  ])('%s: %s', async (_, path, status) => {
    const given = await sendRequestLine(server.port, `GET ${path} HTTP/1.1`);
    expect(given.status).toBe(status);
  });

  test('decodes double encoding once', async () => {
    expect((await server.get('/things/%252e')).body).toMatchObject({ name: '%2e' });
  });

  test('the rest of a path is one parameter', async () => {
    expect((await server.get('/rest/1/a/b%20c/d.png')).body.name).toBe('a/b c/d.png');
    expect((await server.post('/rest/1/a/b')).status).toBe(405);
  });

  test.each([
    ['an address of 20,000 characters', `GET /${'a'.repeat(20_000)} HTTP/1.1`, [], 431],
    ['headers of 20,000 characters', 'GET /things HTTP/1.1', [`X: ${'a'.repeat(20_000)}`], 431],
    ['a line that is not HTTP', 'HELLO', [], 400],
    ['an unknown method', 'BREW /things HTTP/1.1', [], 405],
    ['two lengths', 'POST /things HTTP/1.1', ['Content-Length: 1', 'Transfer-Encoding: chunked'], 400],
  ])('%s returns an error in the API format and is disconnected', async (_, line, headers, status) => {
    const given = await sendRequestLine(server.port, line, headers);
    expect(given.status).toBe(status);
    expect(JSON.parse(given.body)).toEqual({ error: expect.any(String), message: expect.any(String) });
    expect(given.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
  });

  test('a broken HEAD is answered without a body', async () => {
    const given = await sendRequestLine(server.port, 'HEAD /things\xff HTTP/1.1');
    expect([given.status, given.body]).toEqual([400, '']);
  });

  test('an unknown expectation is ignored', async () => {
    const given = await sendRequestLine(server.port, 'GET /things HTTP/1.1', ['Expect: wonders']);
    expect([given.status, given.body]).toEqual([200, '{"page":1}']);
    expect(given.headers['x-request-id']).toBeDefined();
  });

  test('a request with two hosts is rejected, and HTTP/1.0 needs none', async () => {
    const two = await sendRequestLine(server.port, 'GET /things HTTP/1.1', ['Host: a', 'hOST: a']);
    expect([two.status, JSON.parse(two.body).error]).toEqual([400, 'validation_failed']);
    expect((await sendRaw(server.port, 'GET /things HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('a request without Host is rejected in the API format', async () => {
    const given = await sendRaw(server.port, 'GET /things HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(given.status).toBe(400);
    expect(JSON.parse(given.body)).toMatchObject({ error: 'validation_failed' });
    expect(given.headers['x-request-id']).toBeDefined();
  });
});
