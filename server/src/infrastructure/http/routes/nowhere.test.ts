import { json, type RouteTable } from '@lectern/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sendRequestLine } from '../../../../test/harness/clients/raw-http.ts';
import { type MadeUpServer, startMadeUpServer } from '../../../../test/harness/http-server.ts';
import { bytesAnswer } from './answers.ts';

const thing = z.looseObject({});
const table = {
  get: { ...route('GET', '/things/{id}'), params: z.object({ id: z.string() }) },
  list: route('GET', '/things'),
  create: { ...route('POST', '/things'), body: thing },
  remove: { ...route('DELETE', '/things/{id}'), params: z.object({ id: z.uuid() }) },
  sort: route('POST', '/things/sort'),
  rest: { ...route('GET', '/rest/{id}/{path*}'), params: z.object({ id: z.string(), path: z.string() }) },
} satisfies RouteTable;

function route<M extends 'GET' | 'POST' | 'DELETE'>(method: M, path: string) {
  return { method, path, summary: 'For tests', access: 'anyone', answers: { 200: json(thing) } } as const;
}

let server: MadeUpServer;

beforeAll(async () => {
  const nothing = () => ({});
  server = await startMadeUpServer({
    table,
    handlers: { get: nothing, list: nothing, create: nothing, remove: nothing, sort: nothing, rest: nothing },
    findPage: (path) =>
      path === '/page'
        ? bytesAnswer({ mediaType: 'text/html', body: () => Buffer.from('a page') })
        : undefined,
    findMissingPage: (path) =>
      /^\/gone/.test(path)
        ? bytesAnswer({ mediaType: 'text/html', body: () => Buffer.from('nothing here') })
        : undefined,
  });
});
afterAll(() => server.close());

test('an unknown address is a 404, and a known one with another method a 405 with the allowed ones', async () => {
  expect((await server.get('/nowhere')).body).toEqual({
    error: 'not_found',
    message: 'There is nothing here',
  });
  const wrong = await server.put('/things', {});
  expect(wrong.status).toBe(405);
  expect(wrong.body.error).toBe('method_not_allowed');
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST');
  const id = '01890000-0000-7000-8000-000000000000';
  expect((await server.request('OPTIONS', `/things/${id}`)).headers.get('allow')).toBe('GET, HEAD, DELETE');
});

test('a literal path is not mistaken for a path with an invalid parameter', async () => {
  const wrong = await server.delete('/things/sort');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await server.put('/things/sort')).headers.get('allow')).toBe('GET, HEAD, POST');
  expect((await server.delete('/things/no-id')).status).toBe(405);
  expect((await server.delete('/rest/no-id')).status).toBe(404);
});

test.each([
  ['no JSON', { raw: '{', headers: { 'content-type': 'application/json' } }],
  ['an unknown type', { raw: 'x', headers: { 'content-type': 'text/xml' } }],
  ['more than the limit', { body: 'x'.repeat(2_000_000) }],
])('an unsupported method returns 405 regardless of the body: %s', async (_, options) => {
  const { status, headers } = await server.request('PUT', '/things', options);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect((await server.request('PUT', '/nowhere', options)).status).toBe(404);
});

test.each(['PROPFIND', 'QUERY', 'TRACE', 'CONNECT', 'BREW', 'get', 'Post', "a!#$%&'*+-.^_`|~9"])(
  'the method %s is unknown to every address',
  async (method) => {
    const known = await sendRequestLine(server.port, `${method} /things?page=1 HTTP/1.1`);
    expect([known.status, known.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    expect(JSON.parse(known.body)).toMatchObject({ error: 'method_not_allowed' });
    expect(known.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
    });
    const unknown = await sendRequestLine(server.port, `${method} /nowhere HTTP/1.1`);
    expect([unknown.status, unknown.headers.allow]).toEqual([404, undefined]);
  },
);

test('a page can only be read', async () => {
  expect((await server.get('/page?a=1')).bytes.toString()).toBe('a page');
  const { status, headers } = await server.request('POST', '/page', { raw: 'x' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each(['example.org:443', 'localhost:0'])('rejects a tunnel to %s', async (target) => {
  const { status, headers } = await sendRequestLine(server.port, `CONNECT ${target} HTTP/1.1`);
  expect([status, headers.allow, headers.connection]).toEqual([405, '', 'close']);
});

test('an invalid method is not HTTP', async () => {
  for (const line of ['B\u00c4H /things HTTP/1.1', 'BREW  /things HTTP/1.1', 'BREW HTTP/1.1'])
    expect([line, (await sendRequestLine(server.port, line)).status]).toEqual([line, 400]);
});

test('the page for a missing address is a 404, and does not replace other errors', async () => {
  const missing = await server.get('/gone/for/good?a=1');
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html']);
  expect(missing.bytes.toString()).toBe('nothing here');
  const head = await server.request('HEAD', '/gone');
  expect([head.status, head.bytes.length, head.headers.get('content-type')]).toEqual([404, 0, 'text/html']);
  expect((await server.post('/gone', {})).body).toMatchObject({ error: 'not_found' });
});

describe('a server with a base path', () => {
  let below: MadeUpServer;
  beforeAll(async () => {
    below = await startMadeUpServer({
      table: {},
      handlers: {},
      environment: { LECTERN_SERVER_BASE_PATH: '/home/books/' },
      findPage: (path) =>
        path === '/'
          ? bytesAnswer({ mediaType: 'text/html', body: () => Buffer.from('the client') })
          : undefined,
    });
  });
  afterAll(() => below.close());

  test.each(['GET', 'HEAD'])(
    'redirects %s of the base path to its folder and keeps the query',
    async (method) => {
      for (const query of ['', '?', '?a=1&b=%2F']) {
        const { status, headers } = await sendRequestLine(
          below.port,
          `${method} /home/books${query} HTTP/1.1`,
        );
        expect([status, headers.location]).toEqual([308, `books/${query}`]);
      }
      const { status, bytes } = await below.get('/?a=1');
      expect([status, bytes.toString()]).toEqual([200, 'the client']);
    },
  );

  test('returns 405 for other methods, and 404 for addresses that only start like the base path', async () => {
    const wrong = await below.post('', {});
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    for (const path of ['/home', '/home/bookshelf', '/'])
      expect((await sendRequestLine(below.port, `GET ${path} HTTP/1.1`)).status).toBe(404);
  });
});
