// Path traversal and forged host names, sent as raw bytes to the whole server.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeWorld, type World } from './harness/calls/good-calls.ts';
import { type RawAnswer, sendRaw, sendRequestLine } from './harness/clients/raw-http.ts';
import { testedDatabases } from './harness/databases.ts';
import { startEmptyServer, startSecondServer, startTestServer, type TestServer } from './harness/server.ts';
import { initialize } from './harness/sign-in.ts';

let server: TestServer;
let world: World;

beforeAll(async () => {
  server = await startTestServer({ withTasks: true });
  world = await makeWorld(server);
  writeFileSync(join(mkdtempSync(join(server.folder, 'outside-')), 'secret.txt'), 'top secret');
});
afterAll(() => server.stop());

const request = (
  path: string,
  headers: readonly string[] = [],
  at: TestServer = server,
): Promise<RawAnswer> =>
  sendRequestLine(Number(new URL(at.url).port), `GET ${path} HTTP/1.1`, [
    `Authorization: Bearer ${at.admin.session.accessToken}`,
    ...headers,
  ]);

const up = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '....//',
  '..;/',
  '%00/../',
];
const targets = ['etc/passwd', 'package.json', 'data/lectern.db', 'main.ts', 'proc/self/environ'];
const bases = () => [
  '/',
  '//',
  '/api/docs/',
  '/api/v1/',
  `/api/v1/books/${world.books.epub.id}/resources/`,
  `/api/v1/books/${world.books.epub.id}/resources/OEBPS/`,
  `/api/v1/books/${world.books.cbz.id}/pages/`,
  `/api/v1/books/${world.books.cbz.id}/covers/`,
];

describe('request paths', () => {
  test('never reach a file outside the served folders', async () => {
    const tried: Promise<[string, RawAnswer]>[] = [];
    for (const base of bases()) {
      for (const step of up) {
        for (const target of targets) {
          const path = base + step.repeat(8) + target;
          tried.push(request(path).then((answer) => [path, answer]));
        }
      }
      await Promise.all(tried);
    }
    for (const [path, { status, body, headers }] of await Promise.all(tried)) {
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect([path, /root:|"workspaces"|SQLite format|PATH=|import /.test(body)]).toEqual([path, false]);
      expect([path, JSON.parse(body)]).toEqual([
        path,
        { error: expect.any(String), message: expect.any(String) },
      ]);
      expect(headers['x-request-id']).toBeDefined();
    }
  });

  test.each([
    ['an absolute file path', '//etc/passwd'],
    ['a drive', '/C:%5cWindows%5cwin.ini'],
    ['a file address', '/file:///etc/passwd'],
    ['NUL', '/api/docs/swagger-ui.css%00.png'],
    ['no UTF-8', '/api/v1/books/%ff%fe'],
    ['half a character', '/api/v1/books/%ed%a0%80'],
    ['broken encoding', '/api/v1/books/%2'],
    ['a line break', '/api/v1/books/%0d%0aSet-Cookie:%20a=b'],
    ['9,000 characters', `/api/v1/books/${'a'.repeat(9_000)}`],
    ['100,000 characters', `/${'a'.repeat(100_000)}`],
  ])('with %s return a 4xx', async (_, path) => {
    const { status, headers, body } = await request(path);
    expect([400, 404, 431]).toContain(status);
    expect(JSON.parse(body)).toMatchObject({ error: expect.any(String) });
    expect(headers['x-request-id']).toBeDefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('with an absolute URL of another host are not proxied', async () => {
    const { status, body } = await request('http://169.254.169.254/latest/meta-data');
    expect([status, JSON.parse(body).error]).toEqual([404, 'not_found']);
  });
});

const forged = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: gopher',
  'X-Forwarded-Prefix: //evil.example',
  'X-Forwarded-Port: 666',
  'X-Original-URL: /evil',
  'X-Rewrite-URL: /evil',
  'X-Host: evil.example',
  'Forwarded: host=evil.example;proto=gopher',
];

interface Linked {
  links: Record<string, string>;
}

interface Manifest {
  links: { rel: string; href: string }[];
}

const selfOf = ({ body }: RawAnswer) =>
  (JSON.parse(body) as Manifest).links.find(({ rel }) => rel === 'self')?.href;

describe('forged host names', () => {
  test('are not used in list links, which are paths of this server', async () => {
    const lists = [
      '/api/v1/books',
      '/api/v1/series',
      '/api/v1/libraries',
      '/api/v1/users',
      '/api/v1/progress',
    ];
    for (const host of [[], ['Host: evil.example']]) {
      for (const list of lists) {
        const { status, body } = await request(`${list}?pageSize=1`, [...host, ...forged]);
        expect([list, status, /evil|gopher/.test(body)]).toEqual([list, 200, false]);
        for (const link of Object.values((JSON.parse(body) as Linked).links))
          expect([link, link.startsWith(`${list}?`)]).toEqual([link, true]);
      }
    }
  });

  test('are not used in manifest links, except when sent by a trusted proxy', async () => {
    const path = `/api/v1/books/${world.books.epub.id}/manifest`;
    const untrusting = await request(path, forged);
    expect(untrusting.body).not.toMatch(/evil|gopher/);
    expect(selfOf(untrusting)).toBe(`http://localhost${path}`);
    const behind = await startTestServer({
      withTasks: true,
      environment: { LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' },
    });
    onTestFinished(() => behind.stop());
    const other = `/api/v1/books/${(await makeWorld(behind)).books.epub.id}/manifest`;
    const forwarded = ['X-Forwarded-Host: books.example', 'X-Forwarded-Proto: https'];
    expect(selfOf(await request(other, forwarded, behind))).toBe(`https://books.example${other}`);
  });

  const statusWith = async (host: string) => {
    const port = Number(new URL(server.url).port);
    return (await sendRequestLine(port, 'GET /api/v1/info HTTP/1.1', [`Host: ${host}`])).status;
  };

  test.each([
    'a b',
    'evil.example/path',
    'evil.example"><script>',
    'user@evil.example',
    '[::1',
    'x:port',
    '',
  ])('with invalid syntax, such as %j, are rejected', async (host) => {
    expect(await statusWith(host)).toBe(400);
  });

  test.each([
    'localhost',
    'my_server:8080',
    '192.0.2.1:80',
    '[::1]:8080',
    'xn--bcher-kva.example',
    'books.example.:',
  ])('that no home server has, such as %s, are rejected', async (host) => {
    expect(await statusWith(host)).toBe(200);
  });
});

describe.each(testedDatabases)('a server without users, on %s', (kind) => {
  test('only accepts its IP addresses, localhost and configured names', async () => {
    const fresh = await startEmptyServer({
      kind,
      environment: { LECTERN_SERVER_PUBLIC_URL: 'https://outside.example/lib' },
    });
    onTestFinished(() => fresh.stop());
    const second = kind === 'postgres' ? await startSecondServer(fresh) : undefined;
    onTestFinished(() => second?.stop());
    const paths = ['/', '/api/v1/setup/status', '/api/v1/info', '/opds/v2', '/nowhere'];
    const requestAs = (host: string, path: string, { url }: { url: string } = fresh) =>
      sendRequestLine(Number(new URL(url).port), `GET ${path} HTTP/1.1`, [`Host: ${host}`]);
    for (const path of paths) {
      const { status, body } = await requestAs('evil.example', path);
      expect([path, status, body]).toEqual([path, 421, expect.stringContaining('first administrator')]);
    }
    for (const host of ['192.168.1.5:8080', '[fd00::5]', 'LOCALHOST:8080', 'x.localhost', 'outside.example'])
      expect([host, (await requestAs(host, '/api/v1/setup/status')).status]).toEqual([host, 200]);
    expect((await requestAs('evil.example', '/health')).status).toBe(200);
    await initialize(fresh);
    for (const server of [fresh, ...(second ? [second] : [])])
      expect((await requestAs('evil.example', '/api/v1/info', server)).status).toBe(200);
  });
});

describe('a server that only accepts configured host names', () => {
  let named: TestServer;
  beforeAll(async () => {
    const allowed = ['Books.example', '[fd00::5]', '127.0.0.1'];
    named = await startTestServer({
      environment: {
        LECTERN_SERVER_ALLOWED_HOSTS: allowed.join(', '),
        LECTERN_SERVER_PUBLIC_URL: 'https://outside.example/lib',
      },
    });
  });
  afterAll(() => named.stop());

  const requestAs = (host: string, path: string, more: readonly string[] = []) =>
    request(path, [`Host: ${host}`, ...more], named);

  test.each(['/', '/api/v1/books', '/api/v1/info', '/opds/v2', '/api/docs', '/nowhere'])(
    'rejects %s under any other name, before authentication',
    async (path) => {
      for (const host of ['evil.example', 'evil.books.example', 'books.example.evil', '192.168.1.5:8080']) {
        const { status, body, headers } = await requestAs(host, path, ['X-Forwarded-Host: books.example']);
        expect([host, status]).toEqual([host, 421]);
        expect([host, body]).toEqual([host, expect.stringContaining('server.allowed_hosts')]);
        expect(headers['x-request-id']).toBeDefined();
        expect(headers['set-cookie']).toBeUndefined();
      }
    },
  );

  test('returns the rejection in the API error format', async () => {
    const { body } = await requestAs('evil.example', '/api/v1/books');
    expect(JSON.parse(body)).toEqual({ error: 'misdirected_request', message: expect.any(String) });
  });

  test.each(['books.example', 'BOOKS.example.:8080', '[FD00::5]:8080', 'outside.example'])(
    'knows %s',
    async (host) => {
      expect((await requestAs(host, '/api/v1/books')).status).toBe(200);
    },
  );

  test('serves health checks under any name', async () => {
    expect((await requestAs('evil.example', '/health')).status).toBe(200);
  });

  test('rejects a request without a host name, except health checks', async () => {
    const port = Number(new URL(named.url).port);
    expect((await sendRaw(port, 'GET /api/v1/info HTTP/1.0\r\n\r\n')).status).toBe(421);
    expect((await sendRaw(port, 'GET /health HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});
