// Sign-in and sign-out of several accounts in one browser, as the web client does it.
import type { Session } from '@lectern/contract/identity/auth';
import { describe, expect, test } from 'vitest';
import { createWebPage } from '../../../../test/harness/clients/web-page.ts';
import { startTestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const path = '/api/v1/auth/browser';

withServer('the accounts of a browser', (server) => {
  const aBrowser = () => createWebPage(server());
  const whoIs = async (browser: ReturnType<typeof createWebPage>) => {
    const { status, body } = await browser.get<{ id: string }>('/api/v1/user');
    return status === 200 ? body.id : status;
  };

  test('store their refresh tokens only in cookies that scripts and other sites cannot read', async () => {
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

  test('are switched without a password, and each token works once', async () => {
    const one = await signIn(server());
    const other = await signIn(server());
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

  test('require their own cookie', async () => {
    const one = await signIn(server());
    const other = await signIn(server());
    const browser = aBrowser();
    await browser.signIn(one);
    expect((await browser.post(`${path}/resume`, { userId: other.userId })).status).toBe(401);
    browser.set(`lectern_refresh_${other.userId}`, browser.find(`lectern_refresh_${one.userId}`) ?? '');
    expect((await browser.post(`${path}/resume`, { userId: other.userId })).status).toBe(401);
    expect(await whoIs(browser)).toBe(one.userId);
  });

  test('are signed out one by one, by cookie alone if another account is in use', async () => {
    const one = await signIn(server());
    const other = await signIn(server());
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

  describe('with more permissions', () => {
    const limits = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: 12, allowUnrated: false };
    const aChild = async () => {
      const child = await signIn(server());
      expect((await server().admin.put(`/api/v1/users/${child.userId}/restrictions`, limits)).status).toBe(
        200,
      );
      return child;
    };
    const isAlive = async (cookie: string) => (await server().get('/api/v1/user', { cookie })).status === 200;

    test.each([
      ['without limits', 'reader' as const],
      ['with a higher role', 'maintainer' as const],
    ])('are signed out when a child uses the browser: a user %s', async (_, role) => {
      const parent = await signIn(server(), { role });
      const child = await aChild();
      const browser = createWebPage(server());
      await browser.signIn(parent);
      // Cookies that the browser's developer tools show and that could be copied.
      const cookie = `lectern_session=${browser.find('lectern_session')}`;
      const refreshToken = browser.find(`lectern_refresh_${parent.userId}`) ?? '';
      await browser.signIn(child);
      expect(browser.find(`lectern_refresh_${parent.userId}`)).toBeUndefined();
      expect(await isAlive(cookie)).toBe(false);
      browser.set(`lectern_refresh_${parent.userId}`, refreshToken);
      expect((await browser.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
      expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
      expect(await whoIs(browser)).toBe(child.userId);
      // They can sign in again with the password, and the child stays signed in.
      await browser.signIn(parent);
      expect((await browser.post(`${path}/resume`, { userId: child.userId })).status).toBe(200);
      expect((await browser.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
    });

    test('are signed out when a child uses the browser again, including accounts that were not in use', async () => {
      const mother = await signIn(server());
      const father = await signIn(server());
      const child = await aChild();
      const browser = createWebPage(server());
      for (const person of [child, mother, father]) await browser.signIn(person);
      expect((await browser.post(`${path}/resume`, { userId: mother.userId })).status).toBe(200);
      expect((await browser.post(`${path}/resume`, { userId: child.userId })).status).toBe(200);
      for (const { userId } of [mother, father])
        expect((await browser.post(`${path}/resume`, { userId })).status).toBe(401);
    });

    test('stay inaccessible to an account that is restricted later, also when it signs out', async () => {
      const people = [await signIn(server()), await signIn(server()), await signIn(server())] as const;
      const [parent, one, other] = people;
      const aPage = async (child: typeof one) => {
        const browser = createWebPage(server());
        for (const person of [parent, child]) await browser.signIn(person);
        await server().admin.put(`/api/v1/users/${child.userId}/restrictions`, limits);
        return browser;
      };
      const changing = await aPage(one);
      expect((await changing.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
      const leaving = await aPage(other);
      await leaving.post(`${path}/forget`, { userId: other.userId });
      expect((await leaving.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
    });

    test('are signed out when the account in use is restricted, before any cookie is removed', async () => {
      const parent = await signIn(server());
      const teen = await signIn(server());
      const browser = createWebPage(server());
      for (const person of [parent, teen]) await browser.signIn(person);
      const refreshToken = browser.find(`lectern_refresh_${parent.userId}`) ?? '';
      await server().admin.put(`/api/v1/users/${teen.userId}/restrictions`, limits);
      browser.remove('lectern_session');
      browser.remove(`lectern_refresh_${teen.userId}`);
      expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
      expect((await browser.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
    });

    test('stay signed in where they are in use when another account is restricted', async () => {
      const parent = await signIn(server());
      const teen = await signIn(server());
      const browser = createWebPage(server());
      for (const person of [teen, parent]) await browser.signIn(person);
      await server().admin.put(`/api/v1/users/${teen.userId}/restrictions`, limits);
      expect(await whoIs(browser)).toBe(parent.userId);
      expect((await browser.post(`${path}/resume`, { userId: teen.userId })).status).toBe(200);
      expect((await browser.post(`${path}/resume`, { userId: parent.userId })).status).toBe(401);
    });
  });

  test('are limited to ten', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => signIn(server())));
    const browser = createWebPage(server());
    for (const person of people) await browser.signIn(person);
    const has = ({ userId }: { userId: string }) => browser.find(`lectern_refresh_${userId}`) !== undefined;
    expect(people.map(has)).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
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
    ['an anonymous caller', { 'sec-fetch-site': '' }],
  ])('are not accessible to %s', async (_, headers) => {
    const user = await signIn(server());
    const browser = aBrowser();
    await browser.signIn(user);
    const { username, password, userId } = user;
    for (const [name, body] of Object.entries({
      login: { username, password },
      register: { username: 'x', email: 'x@example.org', password },
      resume: { userId },
      forget: { userId },
    }))
      expect((await browser.post(`${path}/${name}`, body, headers)).status, name).toBe(403);
    expect(await whoIs(browser)).toBe(userId);
  });

  test('do not affect the tokens of programs', async () => {
    const { username, password } = await signIn(server());
    const given = await server().post<Session>('/api/v1/auth/login', { username, password });
    expect(given.body.refreshToken).toMatch(/^[\w-]{43}$/);
    expect(given.headers.getSetCookie().join()).not.toContain('lectern_refresh');
  });
});

describe('over HTTPS', () => {
  test('the cookies are limited to this host and HTTPS', async () => {
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
