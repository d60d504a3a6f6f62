import { describe, expect, onTestFinished, test } from 'vitest';
import { onBothDatabases, startTestServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

const me = '/api/v1/user';
const login = '/api/v1/auth/login';

onBothDatabases('the session cookie', (server) => {
  const own = () => new URL(server().url).origin;

  test('is set at sign-in for our own pages, out of reach of scripts', async () => {
    const { username, password } = server().reader;
    const { headers } = await server().post(login, { username, password });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lectern_session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^lectern_device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('opens what a browser loads by itself', async () => {
    const { cookie } = server().reader;
    expect((await server().get(me, { cookie: `other=1; ${cookie}` })).status).toBe(200);
  });

  test('writes for our own pages alone', async () => {
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

  test('signs nobody in or out for another site', async () => {
    const user = await signIn(server());
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await server().request('POST', '/api/v1/auth/logout', { headers })).status).toBe(403);
    expect((await server().get(me, { cookie: user.cookie })).status).toBe(200);
    const form = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' };
    const raw = JSON.stringify({ username: user.username, password: user.password });
    expect((await server().request('POST', login, { raw, headers: form })).status).toBe(415);
  });

  describe('beside other credentials', () => {
    test('a good bearer token goes first', async () => {
      const { body } = await server().admin.get(me, { cookie: server().reader.cookie });
      expect(body.id).toBe(server().admin.userId);
    });

    test('a bad bearer token or API key makes nobody of the caller', async () => {
      const { cookie } = server().reader;
      expect((await server().get(me, { cookie, authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await server().get(me, { cookie, 'x-api-key': 'wrong' })).status).toBe(401);
    });

    test('a scheme that is not ours is somebody else’s business', async () => {
      const { cookie } = server().reader;
      expect((await server().get(me, { cookie, authorization: 'Basic cHJveHk6cHJveHk=' })).status).toBe(200);
    });
  });

  test('is no bearer token, nor an access token a cookie', async () => {
    const { cookie, session } = server().reader;
    const value = cookie.slice(cookie.indexOf('=') + 1);
    expect((await server().get(me, { authorization: `Bearer ${value}` })).status).toBe(401);
    expect((await server().get(me, { cookie: `lectern_session=${session.accessToken}` })).status).toBe(401);
    const device = (await server().post(login, server().reader)).headers.getSetCookie()[1] ?? '';
    const mark = device.slice(device.indexOf('=') + 1).split(';')[0];
    expect((await server().get(me, { cookie: `lectern_session=${mark}` })).status).toBe(401);
  });
});

describe('the session cookie is sent over HTTPS only', () => {
  const cookiesWith = async (environment: Record<string, string>, headers: Record<string, string> = {}) => {
    const server = await startTestServer({ environment });
    onTestFinished(() => server.stop());
    const { username, password } = server.reader;
    const given = await server.request('POST', login, { body: { username, password }, headers });
    return given.headers.getSetCookie();
  };

  test('when it was given over HTTPS, as a trusted proxy says', async () => {
    const proto = { 'x-forwarded-proto': 'https' };
    for (const cookie of await cookiesWith({ LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' }, proto))
      expect(cookie).toMatch(/; Secure$/);
    for (const cookie of await cookiesWith({}, proto)) expect(cookie).not.toMatch(/Secure/);
  });

  test('when the configuration says so, and not when it says no', async () => {
    for (const cookie of await cookiesWith({ LECTERN_AUTH_SECURE_COOKIES: 'true' }))
      expect(cookie).toMatch(/; Secure$/);
    const off = { LECTERN_AUTH_SECURE_COOKIES: 'false', LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' };
    for (const cookie of await cookiesWith(off, { 'x-forwarded-proto': 'https' }))
      expect(cookie).not.toMatch(/Secure/);
  });
});

test('below a base path the cookie is for that path', async () => {
  const server = await startTestServer({ environment: { LECTERN_SERVER_BASE_PATH: '/books' } });
  const { headers } = await server.post(login, server.reader);
  expect(headers.getSetCookie()[0]).toContain('; Path=/books;');
  await server.stop();
});
