import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const me = '/api/v1/user';
const login = '/api/v1/auth/login';

withServer('the session cookie', (server) => {
  const own = () => new URL(server().url).origin;

  test('is set at sign-in for our own pages, and not readable by scripts', async () => {
    const { username, password } = server().reader;
    const { headers } = await server().post(login, { username, password });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lectern_session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^lectern_device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('authenticates requests that the browser itself sends', async () => {
    const { cookie } = server().reader;
    expect((await server().get(me, { cookie: `other=1; ${cookie}` })).status).toBe(200);
  });

  test('authenticates writes only from our own pages', async () => {
    const { cookie, cookie: _, ...user } = await signIn(server());
    const write = (headers: Record<string, string>) =>
      server().request('PUT', '/api/v1/user/password', {
        body: { currentPassword: user.password, newPassword: user.password },
        headers: { cookie, ...headers },
      });
    expect((await write({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({})).status).toBe(403);
    expect((await write({ origin: own() })).status).toBe(204);
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(204);
  });

  test('does not allow other sites to sign a user in or out', async () => {
    const user = await signIn(server());
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await server().request('POST', '/api/v1/auth/logout', { headers })).status).toBe(403);
    expect((await server().get(me, { cookie: user.cookie })).status).toBe(200);
    const form = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' };
    const raw = JSON.stringify({ username: user.username, password: user.password });
    expect((await server().request('POST', login, { raw, headers: form })).status).toBe(415);
  });

  test('clears the browser cache when its session ends', async () => {
    const user = await signIn(server());
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
    const left = await server().request('POST', '/api/v1/auth/logout', { headers });
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect(left.headers.getSetCookie()[0]).toMatch(/^lectern_session=; Path=\/; Max-Age=0;/);
    const program = await (await signIn(server())).post('/api/v1/auth/logout');
    expect([program.status, program.headers.get('clear-site-data')]).toEqual([204, null]);
  });

  describe('with other credentials', () => {
    test('a valid bearer token takes precedence', async () => {
      const { body } = await server().admin.get(me, { cookie: server().reader.cookie });
      expect(body.id).toBe(server().admin.userId);
    });

    test('an invalid bearer token or API key makes the request anonymous', async () => {
      const { cookie } = server().reader;
      expect((await server().get(me, { cookie, authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await server().get(me, { cookie, 'x-api-key': 'wrong' })).status).toBe(401);
    });

    test('an unsupported authorization scheme is ignored', async () => {
      const { cookie } = server().reader;
      expect((await server().get(me, { cookie, authorization: 'Basic cHJveHk6cHJveHk=' })).status).toBe(200);
    });
  });

  test('is not accepted as a bearer token, nor an access token as a cookie', async () => {
    const { cookie, session } = server().reader;
    const value = cookie.slice(cookie.indexOf('=') + 1);
    expect((await server().get(me, { authorization: `Bearer ${value}` })).status).toBe(401);
    expect((await server().get(me, { cookie: `lectern_session=${session.accessToken}` })).status).toBe(401);
    const device = (await server().post(login, server().reader)).headers.getSetCookie()[1] ?? '';
    const mark = device.slice(device.indexOf('=') + 1).split(';')[0];
    expect((await server().get(me, { cookie: `lectern_session=${mark}` })).status).toBe(401);
  });
});

describe('over HTTPS', () => {
  const aServer = async (environment: Record<string, string>) => {
    const server = await startTestServer({ environment });
    onTestFinished(() => server.stop());
    return server;
  };
  const proto = { 'x-forwarded-proto': 'https' };
  const behindProxy = { LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' };
  const publicUrl = { LECTERN_SERVER_PUBLIC_URL: 'https://books.example.org' };
  const policy = 'strict-transport-security';
  const namesOf = (lines: string[]) => lines.map((line) => line.slice(0, line.indexOf('=')));

  test.each([
    ['a trusted proxy reports HTTPS', behindProxy, proto],
    ['the public URL uses HTTPS', publicUrl, {}],
  ])('cookies are limited to this host and HTTPS if %s', async (_, environment, headers) => {
    const server = await aServer(environment);
    const { username, password } = server.reader;
    const given = await server.request('POST', login, { body: { username, password }, headers });
    const lines = given.headers.getSetCookie();
    expect(namesOf(lines)).toEqual(['__Host-lectern_session', '__Host-lectern_device']);
    for (const line of lines) expect(line).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    expect(given.headers.get(policy)).toBe('max-age=31536000');
    const [cookie = ''] = (lines[0] ?? '').split(';');
    expect((await server.get(me, { ...headers, cookie })).status).toBe(200);
    for (const path of ['/', '/api/v1/nothing', '/health', '/api/v1/books'])
      expect((await server.get(path, headers)).headers.get(policy), path).toBe('max-age=31536000');
  });

  test('a cookie name that other hosts can set is neither read nor kept', async () => {
    const server = await aServer(behindProxy);
    const { cookie, username, password } = server.reader;
    expect(cookie).toMatch(/^lectern_session=/);
    expect((await server.get(me, { cookie })).status).toBe(200);
    expect((await server.get(me, { ...proto, cookie })).status).toBe(401);
    const headers = { ...proto, cookie, 'sec-fetch-site': 'same-origin' };
    const given = await server.request('POST', login, { body: { username, password }, headers });
    expect(given.headers.getSetCookie()).toContain(
      'lectern_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });

  test('the header of an untrusted proxy is ignored', async () => {
    const server = await aServer({});
    const { username, password } = server.reader;
    const headers = { ...proto, forwarded: 'proto=https', 'x-forwarded-ssl': 'on' };
    const given = await server.request('POST', login, { body: { username, password }, headers });
    expect(namesOf(given.headers.getSetCookie())).toEqual(['lectern_session', 'lectern_device']);
    expect(given.headers.get(policy)).toBeNull();
    for (const line of given.headers.getSetCookie()) expect(line).not.toMatch(/Secure/);
  });

  test('the configuration can override the detection', async () => {
    const asked = async (environment: Record<string, string>, headers: Record<string, string>) => {
      const server = await aServer(environment);
      const { username, password } = server.reader;
      return server.request('POST', login, { body: { username, password }, headers });
    };
    const on = await asked({ LECTERN_AUTH_SECURE_COOKIES: 'true' }, {});
    for (const line of on.headers.getSetCookie()) expect(line).toMatch(/; Secure$/);
    expect(on.headers.get(policy)).toBeNull();
    const off = await asked({ LECTERN_AUTH_SECURE_COOKIES: 'false', ...behindProxy, ...publicUrl }, proto);
    for (const line of off.headers.getSetCookie()) expect(line).not.toMatch(/Secure/);
    expect(off.headers.get(policy)).toBeNull();
  });

  test('below a base path, cookies are limited to that path and HTTPS', async () => {
    const server = await aServer({ ...behindProxy, LECTERN_SERVER_BASE_PATH: '/books' });
    const { username, password } = server.reader;
    const given = await server.request('POST', login, { body: { username, password }, headers: proto });
    const [line = ''] = given.headers.getSetCookie();
    expect(line).toMatch(/^__Secure-lectern_session=[\w.-]+; Path=\/books; .*; Secure$/);
    const [cookie = ''] = line.split(';');
    expect((await server.get(me, { ...proto, cookie })).status).toBe(200);
  });
});

test('below a base path, the cookie is limited to that path', async () => {
  const server = await startTestServer({ environment: { LECTERN_SERVER_BASE_PATH: '/books' } });
  const { headers } = await server.post(login, server.reader);
  expect(headers.getSetCookie()[0]).toContain('; Path=/books;');
  await server.stop();
});
