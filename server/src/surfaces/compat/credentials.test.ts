import { expect, onTestFinished, test } from 'vitest';
import { anApp, compatEnvironment, cookiesOf, toBasic, toCookieHeader } from '../../../test/compat/app.ts';
import { expectClients } from '../../../test/compat/clients.ts';
import { sendRequestLine } from '../../../test/harness/clients/raw-http.ts';
import { startTestServer, withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

const me = '/api/v2/users/me';

withServer(
  'authentication in the compatibility API',
  (server) => {
    const make = () => signIn(server());
    const session = async (person: { username: string; password: string }, query = '') => {
      const answer = await anApp(server(), person).get(`${me}${query}`);
      expect(answer.status).toBe(200);
      return { answer, cookies: cookiesOf(answer) };
    };
    const withCookies = (cookies: Record<string, string>) =>
      anApp(server(), undefined, { cookie: toCookieHeader(cookies) });

    test('returns 401 with a challenge and a valid error to anonymous callers', async () => {
      const answer = await anApp(server()).get('/api/v1/series?page=0');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
      expectClients('error', answer.body);
      expect(answer.body).toMatchObject({
        status: 401,
        error: 'Unauthorized',
        path: '/compat/api/v1/series',
      });
      const wrong = await anApp(server(), { username: 'nobody', password: 'nothing' }).get(me);
      expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    });

    test('accepts a password and returns the account', async () => {
      const anna = await make();
      const { answer } = await session(anna);
      expectClients('user', answer.body);
      expect(answer.body).toMatchObject({ id: anna.userId, email: anna.email, sharedAllLibraries: true });
      expect(answer.body.roles).not.toContain('ADMIN');
      expect((await anApp(server(), server().admin).get(me)).body.roles).toContain('ADMIN');
    });

    test('accepts the cookie of the first response afterwards', async () => {
      const anna = await make();
      const { answer, cookies } = await session(anna);
      const [line = ''] = answer.headers.getSetCookie();
      expect(line).toMatch(/; Path=\/compat; .*HttpOnly; SameSite=Lax/);
      expect(Object.keys(cookies)).toEqual(['lectern_compat']);
      const again = await withCookies(cookies).get('/api/v1/series');
      expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
      expect((await withCookies(cookies).get(me)).body.id).toBe(anna.userId);
    });

    test('rejects its cookie in the native API, and the cookie of the web client here', async () => {
      const anna = await make();
      const { cookies } = await session(anna);
      const elsewhere = await server()
        .as({ cookie: toCookieHeader(cookies) })
        .get('/api/v1/auth/me');
      expect(elsewhere.status).toBe(401);
      const renamed = { lectern_session: cookies.lectern_compat ?? '' };
      expect(
        (
          await server()
            .as({ cookie: toCookieHeader(renamed) })
            .get('/api/v1/auth/me')
        ).status,
      ).toBe(401);
      expect((await anApp(server(), undefined, { cookie: anna.cookie }).get(me)).status).toBe(401);
      const bearer = { authorization: `Bearer ${anna.session.accessToken}` };
      expect((await anApp(server(), undefined, bearer).get(me)).status).toBe(200);
    });

    test('reuses one session for a client that sends a password with every request', async () => {
      const anna = await make();
      const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => session(anna)));
      for (const other of others) expect(other.cookies).toEqual(first?.cookies);
      const held = await anApp(server(), anna, { cookie: toCookieHeader(first?.cookies ?? {}) }).get(me);
      expect(held.headers.getSetCookie()).toEqual([]);
    });

    test('credentials replace an expired cookie and a cookie of another user', async () => {
      const anna = await make();
      const ben = await make();
      const { cookies } = await session(ben);
      for (const cookie of [toCookieHeader(cookies), 'lectern_compat=rubbish']) {
        const answer = await anApp(server(), anna, { cookie }).get(me);
        expect(answer.body.id).toBe(anna.userId);
        expect((await withCookies(cookiesOf(answer)).get(me)).body.id).toBe(anna.userId);
      }
    });

    test('X-Auth-Token, even if empty, returns the session in a header that is accepted afterwards', async () => {
      const anna = await make();
      const response = await anApp(server(), anna, { 'x-auth-token': '' }).get(`${me}?remember-me=true`);
      const token = response.headers.get('x-auth-token') ?? '';
      expect(token.length).toBeGreaterThan(20);
      expect(Object.keys(cookiesOf(response))).toEqual(['lectern_compat_remember']);
      const later = await anApp(server(), undefined, { 'x-auth-token': token }).get(me);
      expect([later.status, later.body.id]).toEqual([200, anna.userId]);
      expect(later.headers.getSetCookie()).toEqual([]);
      const remembered = await withCookies(cookiesOf(response)).get(me);
      expect([remembered.status, Object.keys(cookiesOf(remembered))]).toEqual([200, ['lectern_compat']]);
      expect((await anApp(server(), undefined, { 'x-auth-token': 'rubbish' }).get(me)).status).toBe(401);
    });

    test('converts a token to a cookie', async () => {
      const anna = await make();
      const response = await anApp(server(), anna, { 'x-auth-token': '' }).get(me);
      const token = response.headers.get('x-auth-token') ?? '';
      const answer = await anApp(server(), undefined, { 'x-auth-token': token }).get(
        '/api/v1/login/set-cookie',
      );
      expect(answer.status).toBe(204);
      expect((await withCookies(cookiesOf(answer)).get(me)).body.id).toBe(anna.userId);
    });

    test.each(['GET', 'POST'])('signing out with %s ends the session', async (method) => {
      const anna = await make();
      const { cookies } = await session(anna, '?remember-me=true');
      expect(Object.keys(cookies)).toEqual(['lectern_compat', 'lectern_compat_remember']);
      const left = await withCookies(cookies).request(method, '/api/logout');
      expect([left.status, left.headers.getSetCookie().length]).toEqual([204, 2]);
      expect(cookiesOf(left)).toEqual({});
      expect((await withCookies(cookies).get(me)).status).toBe(401);
      const again = await session(anna);
      expect((await withCookies(again.cookies).get(me)).status).toBe(200);
      expect((await anApp(server()).request(method, '/api/logout')).status).toBe(204);
    });

    test('a changed password and a deleted account end the session', async () => {
      const anna = await make();
      const { cookies } = await session(anna);
      await server().admin.patch(`/api/v1/users/${anna.userId}`, { password: 'another password' });
      expect((await withCookies(cookies).get(me)).status).toBe(401);
      const renewed = await session({ ...anna, password: 'another password' });
      expect((await withCookies(renewed.cookies).get(me)).status).toBe(200);
      await server().admin.patch(`/api/v1/users/${anna.userId}`, { isActive: false });
      expect((await withCookies(renewed.cookies).get(me)).status).toBe(401);
    });

    test('a session created with an API key has its permissions and ends with it', async () => {
      const anna = await make();
      const made = await anna.post<{ id: string; key: string }>('/api/v1/api-keys', {
        name: 'Phone',
        permissions: ['books:read'],
      });
      const keyed = await anApp(server(), undefined, { 'x-api-key': made.body.key }).get(me);
      const cookies = cookiesOf(keyed);
      expect([keyed.status, Object.keys(cookies)]).toEqual([200, ['lectern_compat']]);
      expect((await withCookies(cookies).get('/api/v1/books')).status).toBe(200);
      expect((await withCookies(cookies).get('/api/v1/series')).status).toBe(403);
      const own = await anApp(server(), anna, { cookie: toCookieHeader(cookies) }).get('/api/v1/series');
      expect([own.status, Object.keys(cookiesOf(own))]).toEqual([200, ['lectern_compat']]);
      await anna.delete(`/api/v1/api-keys/${made.body.id}`);
      expect((await withCookies(cookies).get('/api/v1/books')).status).toBe(401);
      const revoked = await anApp(server(), undefined, { 'x-api-key': made.body.key }).get(me);
      expect([revoked.status, revoked.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic/),
      ]);
    });

    test('rejects an invalid host with a valid error', async () => {
      const headers = ['Host: books.example:99999', `Authorization: ${toBasic(await make())}`];
      const { port } = new URL(server().url);
      const answer = await sendRequestLine(Number(port), `GET /compat${me} HTTP/1.1`, headers);
      expect([answer.status, answer.headers['set-cookie']]).toEqual([400, undefined]);
      expectClients('error', JSON.parse(answer.body));
    });

    test('rejects writes with the cookie from another site', async () => {
      const anna = await make();
      const { cookies } = await session(anna);
      const foreign = { cookie: toCookieHeader(cookies), origin: 'https://evil.example' };
      const answer = await anApp(server(), undefined, foreign).patch('/api/v1/client-settings/user', {
        a: { value: 'b' },
      });
      expect(answer.status).toBe(403);
    });

    test('global client settings need no sign-in, and those of a user are private', async () => {
      const nobody = await anApp(server()).get('/api/v1/client-settings/global/list');
      expect([nobody.status, nobody.body]).toEqual([200, {}]);
      const anna = await make();
      const ben = await make();
      const app = anApp(server(), anna);
      const settings = { 'reader.zoom': { value: '{"a":1}' }, theme: { value: 'dark' } };
      expect((await app.patch('/api/v1/client-settings/user', settings)).status).toBe(204);
      const stored = await app.get('/api/v1/client-settings/user/list');
      expect(stored.body).toEqual(settings);
      expectClients('clientSettings', stored.body);
      expect((await anApp(server(), ben).get('/api/v1/client-settings/user/list')).body).toEqual({});
      const removed = await app.request('DELETE', '/api/v1/client-settings/user', { body: ['theme'] });
      expect(removed.status).toBe(204);
      expect(Object.keys((await app.get('/api/v1/client-settings/user/list')).body)).toEqual(['reader.zoom']);
      const bad = await app.patch('/api/v1/client-settings/user', { 'a b': { value: '' } });
      expect(bad.status).toBe(400);
      expectClients('validationError', bad.body);
    });
  },
  { environment: compatEnvironment },
);

withServer('the compatibility API', (server) => {
  const get = (path: string) =>
    server()
      .as({ authorization: toBasic(server().admin) })
      .get(path);

  test('is disabled by default, can be enabled at runtime, and changes its prefix', async () => {
    const { admin } = server();
    const set = (key: string, value: unknown) =>
      admin.put(`/api/v1/admin/settings/compat_api.${key}`, { value });
    for (const path of ['/compat/api/v1/series', '/compat/api/v2/users/me', '/compat/api/logout', '/compat'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    await set('enabled', true);
    expect((await get('/compat/api/v1/series/')).status).toBe(200);
    const first = await get('/compat/api/v2/users/me');
    await set('prefix', 'komga');
    expect((await get('/compat/api/v1/series')).status).toBe(404);
    const answer = await get('/komga/api/v2/users/me');
    expect([first.status, answer.status]).toEqual([200, 200]);
    expect(answer.headers.getSetCookie().join()).toContain('Path=/komga;');
    await set('enabled', false);
    expect((await get('/komga/api/v1/series')).status).toBe(404);
  });
});

test('below a base path, cookies and page links use the address of the client', async () => {
  const own = {
    LECTERN_SERVER_BASE_PATH: '/books',
    LECTERN_SERVER_PUBLIC_URL: 'https://example.org/shelf/books',
  };
  const server = await startTestServer({ environment: { ...compatEnvironment, ...own } });
  onTestFinished(server.stop);
  const app = anApp(server, server.reader);
  const answer = await app.get(me);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Secure-lectern_compat=.*; Path=\/shelf\/books\/compat; .*; Secure$/);
  const again = anApp(server, undefined, { cookie: cookie.split(';')[0] ?? '' });
  expect((await again.get(me)).status).toBe(200);
  const { headers } = await anApp(server).get('/series/01890000-0000-7000-8000-000000000000');
  const page = 'https://example.org/shelf/books/series/01890000-0000-7000-8000-000000000000';
  expect(headers.get('location')).toBe(page);
});
