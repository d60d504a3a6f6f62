import { json, type RouteTable, routes } from '@lectern/contract/route';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sendRequestLine } from '../../../../test/harness/clients/raw-http.ts';
import { type MadeUpServer, startMadeUpServer } from '../../../../test/harness/http-server.ts';
import { system } from '../../access/viewer.ts';
import { notFound } from '../../errors.ts';
import { implement } from './implement.ts';
import type { Surface } from './surface.ts';

const value = json(z.looseObject({}));
const table = {
  greeting: {
    method: 'GET',
    path: '/{prefix}/v1/greeting',
    summary: 'For tests',
    access: 'user',
    answers: { 200: value },
  },
  missing: {
    method: 'GET',
    path: '/{prefix}/v1/missing',
    summary: '',
    access: 'user',
    answers: { 200: value },
  },
  bug: { method: 'GET', path: '/{prefix}/v1/bug', summary: '', access: 'user', answers: { 200: value } },
  write: { method: 'PUT', path: '/{prefix}/v1/write', summary: '', access: 'user', answers: { 200: value } },
} satisfies RouteTable;
const apiTable = {
  own: { method: 'GET', path: '/api/v1/greeting', summary: '', access: 'anyone', answers: { 200: value } },
} satisfies RouteTable;

let server: MadeUpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const password = { authorization: `Basic ${btoa('anna:secret')}` };

async function start(path: () => string | undefined, environment: Record<string, string> = {}) {
  const lines: string[] = [];
  const surface: Surface = {
    name: 'made up',
    path,
    authenticate: ({ headers }) => (headers.authorization === password.authorization ? system : undefined),
    toError: ({ status, body }) => ({
      status: status === 404 ? 402 : status,
      mediaType: 'text/x-error',
      body: body.error,
      headers: { 'WWW-Authenticate': 'Basic realm="Made up"' },
    }),
    greet: ({ userId }) => ({ 'x-greeted': userId }),
    routes: implement(routes('Made up', 'For tests.', table), {
      greeting: ({ request }) => ({ root: request.root() }),
      missing: () => {
        throw notFound('thing');
      },
      bug: () => {
        throw new Error('a bug');
      },
      write: () => ({}),
    }),
  };
  server = await startMadeUpServer({
    table: apiTable,
    handlers: { own: () => ({ own: true }) },
    surfaces: [surface],
    environment,
    onLogLine: (line) => void lines.push(line),
  });
  return { ...server, lines };
}

test('a surface has its own authentication, session headers and error format', async () => {
  const { get } = await start(() => '/way');
  const nobody = await get('/way/v1/greeting');
  expect([nobody.status, nobody.bytes.toString()]).toEqual([401, 'unauthorized']);
  expect(nobody.headers.get('content-type')).toBe('text/x-error');
  expect(nobody.headers.get('www-authenticate')).toBe('Basic realm="Made up"');
  expect(nobody.headers.get('x-request-id')).toBeTruthy();
  const somebody = await get('/way/v1/greeting', password);
  expect(somebody.headers.get('x-greeted')).toBe(system.userId);
  expect(somebody.status).toBe(200);
  expect((await get('/way/v1/missing', password)).status).toBe(402);
  const bug = await get('/way/v1/bug', password);
  expect([bug.status, bug.bytes.toString()]).toEqual([500, 'internal']);
});

test('an unknown address of a surface returns its error format', async () => {
  const { get, request } = await start(() => '/way');
  expect((await get('/way/v2')).bytes.toString()).toBe('not_found');
  const wrong = await request('POST', '/way/v1/greeting', { headers: password });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(wrong.bytes.toString()).toBe('method_not_allowed');
  const unknown = await sendRequestLine(server?.port ?? 0, 'BREW /way/v1/greeting HTTP/1.1');
  expect([unknown.status, unknown.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await get('/ways/v1/greeting')).body).toMatchObject({ error: 'not_found' });
  expect((await get('/api/v1/greeting')).body).toEqual({ own: true });
});

test('a surface is available at its current path, and not while it is off', async () => {
  let path: string | undefined = '/one';
  const { get, request } = await start(() => path);
  expect((await get('/one/v1/greeting', password)).status).toBe(200);
  expect((await get('/two/v1/greeting', password)).status).toBe(404);
  path = '/two';
  expect((await get('/one/v1/greeting', password)).body).toMatchObject({ error: 'not_found' });
  expect((await get('/two/v1/greeting', password)).status).toBe(200);
  path = undefined;
  for (const method of ['GET', 'PUT', 'POST']) {
    const { status, headers } = await request(method, '/two/v1/greeting', { headers: password });
    expect([method, status, headers.get('www-authenticate')]).toEqual([method, 404, null]);
  }
});

test('addresses use the configured one, otherwise that of the client and trusted proxies', async () => {
  const forwarded = {
    ...password,
    'x-forwarded-for': '203.0.113.5',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'books.example.org',
    'x-forwarded-prefix': '/shelf/',
  };
  const rootOf = async (headers: Record<string, string>) =>
    (await server?.get('/way/v1/greeting', headers))?.body.root;
  const plain = await start(() => '/way', { LECTERN_SERVER_BASE_PATH: '/books' });
  expect(await rootOf(password)).toBe(plain.url);
  expect(await rootOf(forwarded)).toBe(plain.url);
  await plain.close();
  await start(() => '/way', { LECTERN_SERVER_BASE_PATH: '/books', LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' });
  expect(await rootOf(forwarded)).toBe('https://books.example.org/shelf/books');
  expect(await rootOf({ ...forwarded, 'x-forwarded-prefix': '"><script>' })).toBe(
    'https://books.example.org/books',
  );
  await server?.close();
  await start(() => '/way', { LECTERN_SERVER_PUBLIC_URL: 'https://example.org/lectern/' });
  expect(await rootOf(forwarded)).toBe('https://example.org/lectern');
});

test('a page of another site cannot write with a password that the browser stores, but programs can', async () => {
  const { request } = await start(() => '/way');
  const write = async (headers: Record<string, string>) =>
    (await request('PUT', '/way/v1/write', { headers: { ...password, ...headers } })).status;
  expect(await write({})).toBe(200);
  expect(await write({ origin: 'https://evil.example' })).toBe(403);
  expect(await write({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(200);
});
