// Several accounts in one browser, as the web client signs them in and out.
import type { Session } from '@lectern/contract/auth';
import { describe, expect, test } from 'vitest';
import { onBothDatabases, startTestServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { createWebPage } from '../../../test/harness/web-page.ts';

const path = '/api/v1/auth/browser';

onBothDatabases('the accounts of a browser', (server) => {
  const aBrowser = () => createWebPage(server());
  const whoIs = async (browser: ReturnType<typeof createWebPage>) => {
    const { status, body } = await browser.get<{ id: string }>('/api/v1/user');
    return status === 200 ? body.id : status;
  };

  test('have their refresh tokens in cookies alone, which scripts and other sites do not reach', async () => {
    const user = await signIn(server());
    const browser = aBrowser();
    const given = await browser.post(`${path}/login`, { username: user.username, password: user.password });
    expect(given.status).toBe(200);
    expect(Object.keys(given.body as object)).toEqual(['user']);
    expect(given.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^lectern_refresh_${user.userId}=[\\w-]{43}; Path=/api/v1/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$`,
        ),
      ),
    );
    expect(await whoIs(browser)).toBe(user.userId);
  });

  test('are changed between without a password, and each token works once', async () => {
    const [one, other] = [await signIn(server()), await signIn(server())];
    const browser = aBrowser();
    await browser.signIn(one);
    const before = browser.find(`lectern_refresh_${one.userId}`);
    await browser.signIn(other);
    expect(await whoIs(browser)).toBe(other.userId);
    const again = await browser.post(`${path}/resume`, { userId: one.userId });
    expect([again.status, again.body]).toEqual([200, { user: expect.objectContaining({ id: one.userId }) }]);
    expect(await whoIs(browser)).toBe(one.userId);
    expect(browser.find(`lectern_refresh_${one.userId}`)).not.toBe(before);
    await browser.post(`${path}/resume`, { userId: other.userId });
    expect(await whoIs(browser)).toBe(other.userId);
  });

  test('are nobody’s without their own cookie, or with another’s', async () => {
    const [one, other] = [await signIn(server()), await signIn(server())];
    const browser = aBrowser();
    await browser.signIn(one);
    expect((await browser.post(`${path}/resume`, { userId: other.userId })).status).toBe(401);
    browser.set(`lectern_refresh_${other.userId}`, browser.find(`lectern_refresh_${one.userId}`) ?? '');
    expect((await browser.post(`${path}/resume`, { userId: other.userId })).status).toBe(401);
    expect(await whoIs(browser)).toBe(one.userId);
  });

  test('are signed out one by one, by their cookie alone where another is in use', async () => {
    const [one, other] = [await signIn(server()), await signIn(server())];
    const browser = aBrowser();
    await browser.signIn(one);
    const token = browser.find(`lectern_refresh_${one.userId}`) ?? '';
    await browser.signIn(other);
    expect((await browser.post(`${path}/forget`, { userId: one.userId })).status).toBe(204);
    expect(browser.find(`lectern_refresh_${one.userId}`)).toBeUndefined();
    expect((await server().post('/api/v1/auth/refresh', { refreshToken: token })).status).toBe(401);
    expect(await whoIs(browser)).toBe(other.userId);
    const left = await browser.post(`${path}/forget`, { userId: other.userId });
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect(await whoIs(browser)).toBe(401);
    expect((await browser.post(`${path}/forget`, { userId: other.userId })).status).toBe(204);
  });

  test('take over a token that a page had kept, and use it up', async () => {
    const user = await signIn(server());
    const browser = aBrowser();
    const { refreshToken } = user.session;
    const moved = await browser.post(`${path}/adopt`, { refreshToken });
    expect([moved.status, moved.bytes.length]).toEqual([204, 0]);
    expect(await whoIs(browser)).toBe(401);
    expect(browser.find(`lectern_refresh_${user.userId}`)).not.toBe(refreshToken);
    expect((await browser.post(`${path}/resume`, { userId: user.userId })).status).toBe(200);
    expect((await browser.post(`${path}/adopt`, { refreshToken: 'nobody’s' })).status).toBe(401);
  });

  test('end with a new password', async () => {
    const user = await signIn(server());
    const browser = aBrowser();
    await browser.signIn(user);
    await server().admin.patch(`/api/v1/users/${user.userId}`, { password: 'another password' });
    expect((await browser.post(`${path}/resume`, { userId: user.userId })).status).toBe(401);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['nobody who says so', { 'sec-fetch-site': '' }],
  ])('are no business of %s', async (_, headers) => {
    const user = await signIn(server());
    const browser = aBrowser();
    await browser.signIn(user);
    const { username, password, userId } = user;
    const { refreshToken } = user.session;
    for (const [name, body] of Object.entries({
      login: { username, password },
      register: { username: 'x', email: 'x@example.org', password },
      adopt: { refreshToken },
      resume: { userId },
      forget: { userId },
    }))
      expect((await browser.post(`${path}/${name}`, body, headers)).status, name).toBe(403);
    expect(await whoIs(browser)).toBe(userId);
  });

  test('leave the tokens of programs as they are', async () => {
    const { username, password } = await signIn(server());
    const given = await server().post<Session>('/api/v1/auth/login', { username, password });
    expect(given.body.refreshToken).toMatch(/^[\w-]{43}$/);
    expect(given.headers.getSetCookie().join()).not.toContain('lectern_refresh');
  });
});

describe('over HTTPS', () => {
  test('the cookies are for this host and for HTTPS alone', async () => {
    const server = await startTestServer({
      environment: { LECTERN_SERVER_PUBLIC_URL: 'https://books.example.org' },
    });
    const browser = createWebPage(server);
    await browser.signIn(server.reader);
    expect(browser.find(`__Secure-lectern_refresh_${server.reader.userId}`)).toMatch(/^[\w-]{43}$/);
    const { status } = await browser.post(`${path}/resume`, { userId: server.reader.userId });
    expect(status).toBe(200);
    await server.stop();
  });
});
