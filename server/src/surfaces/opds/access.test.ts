import { afterAll, beforeAll, expect, test } from 'vitest';
import { basic, readAuthentication } from '../../../test/harness/clients/opds.ts';
import { startTestServer, type TestServer } from '../../../test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const paths = [
  '/opds',
  '/opds/v1/catalog',
  '/opds/v2/catalog',
  '/opds/v1/series/nonsense',
  '/opds/v1/search.xml',
];

test('returns 401 with the authentication document, link and challenge', async () => {
  const { bytes } = await server.get('/opds/v2/auth');
  for (const path of paths) {
    const nobody = await server.get(path);
    expect([path, nobody.status]).toEqual([path, 401]);
    expect(nobody.headers.get('content-type')).toMatch(/^application\/opds-authentication\+json/);
    expect(nobody.headers.get('www-authenticate')).toBe('Basic realm="Lectern", charset="UTF-8"');
    expect(nobody.headers.get('link')).toBe(
      `<${server.url}/opds/v2/auth>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`,
    );
    expect(nobody.bytes.equals(bytes)).toBe(true);
  }
});

test('a published parser reads the document: Basic first, then OAuth with a password', async () => {
  const { status, body } = await server.get('/opds/v2/auth');
  const document = readAuthentication(body);
  expect([status, document.Id, document.Title]).toEqual([200, `${server.url}/opds/v2/auth`, 'Lectern']);
  expect(document.Authentication.map(({ Type }) => Type)).toEqual([
    'http://opds-spec.org/auth/basic',
    'http://opds-spec.org/auth/oauth/password',
  ]);
  expect(document.Authentication[1]?.Links.map(({ Rel, Href }) => [Rel, Href])).toEqual([
    [['authenticate'], `${server.url}/opds/v2/token`],
    [['refresh'], `${server.url}/opds/v2/token`],
  ]);
});

test('accepts a password, an API key as password or in its header, and a bearer token, but no cookie', async () => {
  const { username, password, cookie, session } = server.reader;
  const key = (
    await server.reader.post<{ key: string }>('/api/v1/api-keys', {
      name: 'reader app',
      permissions: ['books:read', 'series:read'],
    })
  ).body.key;
  const statusWith = async (headers: Record<string, string>) =>
    (await server.get('/opds/v1/catalog', headers)).status;
  expect(await statusWith(basic(username, password))).toBe(200);
  expect(await statusWith(basic('whatever', key))).toBe(200);
  expect(await statusWith({ 'x-api-key': key })).toBe(200);
  expect(await statusWith({ authorization: `Bearer ${session.accessToken}` })).toBe(200);
  expect(await statusWith({ cookie })).toBe(401);
  expect(await statusWith(basic(username, 'wrong'))).toBe(401);
  expect(await statusWith({ ...basic(username, 'wrong'), cookie })).toBe(401);
});

test('an API key only sees the parts of the catalog that its permissions allow', async () => {
  const { body } = await server.reader.post<{ key: string }>('/api/v1/api-keys', {
    name: 'series only',
    permissions: ['series:read'],
  });
  const client = server.as({ 'x-api-key': body.key });
  const { navigation = [] } = (await client.get<{ navigation?: { href: string }[] }>('/opds/v2/catalog'))
    .body;
  const own = navigation.map(({ href }) => href.replace(`${server.url}/opds/v2`, ''));
  expect(own).toEqual([
    '/series/updated',
    '/series/new',
    '/series',
    '/genres',
    '/publishers',
    '/want-to-read',
  ]);
  for (const path of own) expect([path, (await client.get(`/opds/v2${path}`)).status]).toEqual([path, 200]);
  expect((await client.get('/opds/v2/search?query=x')).status).toBe(200);
  const books = await client.get('/opds/v1/books');
  expect([books.status, books.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8']);
});

const form = (fields: Record<string, string>) => ({
  raw: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

interface Token {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  error?: string;
}

test('issues a token for a password and for a refresh token', async () => {
  const { username, password } = server.reader;
  const listGenres = (fields: Record<string, string>) =>
    server.request<Token>('POST', '/opds/v2/token', form(fields));
  const given = await listGenres({ grant_type: 'password', username, password });
  expect(given.status).toBe(200);
  expect(given.headers.get('cache-control')).toBe('no-store');
  expect(given.headers.get('set-cookie')).toBeNull();
  expect(Object.keys(given.body).sort()).toEqual([
    'access_token',
    'expires_in',
    'refresh_token',
    'token_type',
  ]);
  const bearer = (token: Token) => ({ authorization: `Bearer ${token.access_token}` });
  expect((await server.get('/opds/v2/catalog', bearer(given.body))).status).toBe(200);
  const again = await listGenres({ grant_type: 'refresh_token', refresh_token: given.body.refresh_token });
  expect([again.status, again.body.token_type]).toEqual([200, 'bearer']);
  expect((await server.get('/opds/v1/catalog', bearer(again.body))).status).toBe(200);
});

test('rejects invalid grants with OAuth errors', async () => {
  const { username } = server.reader;
  const listGenres = async (fields: Record<string, string>) => {
    const { status, body } = await server.request<Token>('POST', '/opds/v2/token', form(fields));
    return [status, body.error];
  };
  expect(await listGenres({ grant_type: 'password', username, password: 'wrong' })).toEqual([
    400,
    'invalid_grant',
  ]);
  expect(await listGenres({ grant_type: 'refresh_token', refresh_token: 'x' })).toEqual([
    400,
    'invalid_grant',
  ]);
  expect(await listGenres({ grant_type: 'password', username })).toEqual([400, 'invalid_request']);
  expect(await listGenres({ grant_type: 'implicit' })).toEqual([400, 'unsupported_grant_type']);
  expect(await listGenres({})).toEqual([400, 'unsupported_grant_type']);
  const nothing = await server.request<Token>('POST', '/opds/v2/token');
  expect([nothing.status, nothing.body.error]).toEqual([400, 'unsupported_grant_type']);
  const long = await server.request('POST', '/opds/v2/token', form({ grant_type: 'x'.repeat(20_000) }));
  expect(long.status).toBe(413);
});

test('ignores the client id of an OAuth client next to the password', async () => {
  const lines: string[] = [];
  const own = await startTestServer({
    environment: { LECTERN_LOG_LEVEL: 'warn' },
    onLogLine: (line) => void lines.push(line),
  });
  const { username, password } = own.reader;
  const { raw, headers } = form({ grant_type: 'password', username, password });
  const named = { ...headers, ...basic('http://opds-spec.org/auth/client', '') };
  const { status } = await own.request('POST', '/opds/v2/token', { raw, headers: named });
  expect(status).toBe(200);
  expect(lines.filter((line) => line.includes('sign-in failed'))).toEqual([]);
  await own.get('/opds/v2/catalog', named);
  expect(lines.filter((line) => line.includes('sign-in failed'))).toHaveLength(1);
  await own.stop();
});

test('returns 404 while OPDS is disabled', async () => {
  const { admin } = server;
  const set = (value: boolean) => admin.put('/api/v1/admin/settings/opds.enabled', { value });
  const credentials = basic(admin.username, admin.password);
  await set(false);
  expect((await server.get('/opds/v1/catalog', credentials)).status).toBe(404);
  expect((await server.get('/opds/v2/auth')).status).toBe(404);
  await set(true);
  expect((await server.get('/opds/v1/catalog', credentials)).status).toBe(200);
});

test("uses the client's address behind a proxy and below a base path", async () => {
  const behind = await startTestServer({
    environment: { LECTERN_SERVER_BASE_PATH: '/books', LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' },
  });
  const { username, password } = behind.reader;
  const forwarded = {
    ...basic(username, password),
    'x-forwarded-for': '203.0.113.5',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shelf.example.org',
    'x-forwarded-prefix': '/shelf',
  };
  const root = 'https://shelf.example.org/shelf/books/opds/';
  for (const path of ['/opds/v1/catalog', '/opds/v2/catalog', '/opds/v1/search.xml', '/opds/v2/auth']) {
    const { status, bytes } = await behind.get(path, forwarded);
    expect([path, status]).toEqual([path, 200]);
    const addresses = [...bytes.toString().matchAll(/(?:href|template|id)(?:=|":)"(http[^"]+)"/g)];
    expect(addresses.length).toBeGreaterThan(0);
    for (const [, address = ''] of addresses) expect(address.slice(0, root.length)).toBe(root);
  }
  const { headers } = await behind.get('/opds/v1/catalog', { ...forwarded, authorization: '' });
  expect(headers.get('link')).toContain(`<${root}v2/auth>`);
  const missing = await behind.get('/opds/v2/nothing', forwarded);
  expect(missing.headers.get('content-type')).toContain('application/problem+json');
  await behind.stop();
});
