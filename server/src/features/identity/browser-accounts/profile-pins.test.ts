// PINs of profiles, as the web client uses them.
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { createWebPage } from '../../../../test/harness/clients/web-page.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';

const path = '/api/v1/auth/browser';
const pin = '2580';

onBothDatabases('PINs of profiles', (server) => {
  const aBrowser = () => createWebPage(server());
  type Browser = ReturnType<typeof aBrowser>;
  const whoIs = async (browser: Browser) => {
    const { status, body } = await browser.get<{ id: string }>('/api/v1/user');
    return status === 200 ? body.id : status;
  };
  const setPin = (person: SignedIn, value: string | null = pin) =>
    person.put('/api/v1/user/pin', { currentPassword: person.password, pin: value });
  const unlock = async (browser: Browser, { userId }: SignedIn, value = pin) => {
    const { status, body } = await browser.post<{ reason?: string; params?: object }>(`${path}/unlock`, {
      userId,
      pin: value,
    });
    return status === 200 ? 200 : [status, body.reason];
  };
  const resume = async (browser: Browser, { userId }: SignedIn) => {
    const { status, body } = await browser.post<{ reason?: string }>(`${path}/resume`, { userId });
    return status === 200 ? 200 : [status, body.reason];
  };
  const statusOf = async (person: SignedIn) => (await person.get('/api/v1/user/pin')).body;

  async function aChild(): Promise<SignedIn> {
    const child = await signIn(server());
    const limits = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: 12, allowUnrated: false };
    await server().admin.put(`/api/v1/users/${child.userId}/restrictions`, limits);
    return child;
  }

  /** A browser in which a parent with a PIN has handed over to a child. */
  async function aTablet() {
    const parent = await signIn(server());
    const child = await aChild();
    expect((await setPin(parent)).status).toBe(204);
    const browser = aBrowser();
    await browser.signIn(parent);
    const cookie = `lectern_session=${browser.find('lectern_session')}`;
    const refreshToken = browser.find(`lectern_refresh_${parent.userId}`) ?? '';
    await browser.signIn(child);
    return { parent, child, browser, cookie, refreshToken };
  }

  test('unlock a profile whose session was ended for a child', async () => {
    const { parent, child, browser, cookie, refreshToken } = await aTablet();
    expect((await server().get('/api/v1/user', { cookie })).status).toBe(401);
    expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
    expect(await resume(browser, parent)).toEqual([401, 'profile_locked']);
    expect(await whoIs(browser)).toBe(child.userId);
    expect(await unlock(browser, parent)).toBe(200);
    expect(await whoIs(browser)).toBe(parent.userId);
    // The child needs no password to return, and the parent needs the PIN again.
    expect(await resume(browser, child)).toBe(200);
    expect(await resume(browser, parent)).toEqual([401, 'profile_locked']);
    expect(await unlock(browser, parent)).toBe(200);
    expect(await statusOf(parent)).toEqual({ isSet: true, lockedBrowserCount: 0 });
  });

  test('also protect a profile from one with equal rights', async () => {
    const mother = await signIn(server());
    const father = await signIn(server());
    await setPin(mother);
    const browser = aBrowser();
    await browser.signIn(mother);
    await browser.signIn(father);
    expect(await resume(browser, mother)).toEqual([401, 'profile_locked']);
    expect(await unlock(browser, mother)).toBe(200);
    expect(await resume(browser, father)).toBe(200);
  });

  test('are worth nothing in another browser, nor the cookie without the PIN', async () => {
    const { parent, browser } = await aTablet();
    expect(await unlock(aBrowser(), parent)).toEqual([401, 'not_signed_in_here']);
    const name = `lectern_profile_${parent.userId}`;
    const copy = browser.find(name) ?? '';
    expect(copy).toMatch(/^[\w-]{43}$/);
    const other = await signIn(server());
    const stranger = aBrowser();
    stranger.set(`lectern_profile_${other.userId}`, copy);
    expect(await unlock(stranger, other)).toEqual([401, 'not_signed_in_here']);
    // A copied cookie is invalid after the profile was unlocked.
    expect(await unlock(browser, parent)).toBe(200);
    stranger.set(name, copy);
    expect(await unlock(stranger, parent)).toEqual([401, 'not_signed_in_here']);
    for (const [route, body] of Object.entries({ unlock: { userId: parent.userId, pin }, lock: {} }))
      expect((await browser.post(`${path}/${route}`, body, { 'sec-fetch-site': 'cross-site' })).status).toBe(
        403,
      );
  });

  test('need the password after five wrong attempts, also by concurrent requests', async () => {
    const { parent, child, browser } = await aTablet();
    const answers = [];
    for (let attempt = 0; attempt < 4; attempt++) answers.push(await unlock(browser, parent, '9999'));
    expect(answers).toEqual(Array.from({ length: 4 }, () => [401, 'wrong_pin']));
    const last = await Promise.all(Array.from({ length: 4 }, () => unlock(browser, parent, '9999')));
    expect(last.filter((one) => String(one) === '401,wrong_pin')).toEqual([]);
    expect(await unlock(browser, parent)).toEqual([401, 'not_signed_in_here']);
    expect(await whoIs(browser)).toBe(child.userId);
    await browser.signIn(parent);
    expect(await whoIs(browser)).toBe(parent.userId);
  });

  test('are recorded as sign-ins, also wrong ones', async () => {
    const { parent, browser } = await aTablet();
    await unlock(browser, parent, '9999');
    await unlock(browser, parent);
    const list = async () => {
      const path = `/api/v1/admin/activity?userId=${parent.userId}`;
      const { body } = await server().admin.get<{ data: { kind: string; via: string; username: string }[] }>(
        path,
      );
      return body.data.flatMap(({ kind, via, username }) => (via === 'pin' ? [[kind, username]] : []));
    };
    await expect.poll(list).toEqual([
      ['sign_in', parent.username],
      ['sign_in_failed', parent.username],
    ]);
  });

  test('lock the profile in use on request', async () => {
    const parent = await signIn(server());
    const browser = aBrowser();
    await browser.signIn(parent);
    expect((await browser.post(`${path}/lock`)).status).toBe(409);
    await setPin(parent);
    const token = browser.find(`lectern_refresh_${parent.userId}`) ?? '';
    expect((await browser.post(`${path}/lock`)).status).toBe(204);
    expect(await whoIs(browser)).toBe(401);
    expect((await server().post('/api/v1/auth/refresh', { refreshToken: token })).status).toBe(401);
    expect(await unlock(browser, parent)).toBe(200);
  });

  describe('stop working', () => {
    test.each<[string, (tablet: Awaited<ReturnType<typeof aTablet>>) => Promise<unknown>]>([
      [
        'when the profile is signed out in the browser',
        ({ browser, parent }) => browser.post(`${path}/forget`, { userId: parent.userId }),
      ],
      ['with another PIN', ({ parent }) => setPin(parent, '8520')],
      ['without a PIN', ({ parent }) => setPin(parent, null)],
      [
        'with a new password',
        ({ parent }) =>
          server().admin.patch(`/api/v1/users/${parent.userId}`, { password: 'another password' }),
      ],
      ['when other sessions are revoked', ({ parent }) => parent.delete('/api/v1/auth/sessions')],
      [
        'when the account is disabled',
        ({ parent }) => server().admin.patch(`/api/v1/users/${parent.userId}`, { isActive: false }),
      ],
    ])('%s', async (_, end) => {
      const tablet = await aTablet();
      await end(tablet);
      expect(await unlock(tablet.browser, tablet.parent)).toEqual([401, 'not_signed_in_here']);
      expect(await resume(tablet.browser, tablet.parent)).not.toBe(200);
      expect(await whoIs(tablet.browser)).toBe(tablet.child.userId);
    });
  });

  test('are set with the password only, and must not be easy to guess', async () => {
    const person = await signIn(server());
    const put = (body: object, client: Pick<SignedIn, 'put'> = person) =>
      client.put('/api/v1/user/pin', body);
    expect((await put({ currentPassword: 'wrong', pin })).status).toBe(403);
    for (const bad of ['123', '123456789', 'abcd', '１２３４', '1234', '9876', '0000', ''])
      expect([bad, (await put({ currentPassword: person.password, pin: bad })).status]).toEqual([bad, 400]);
    const { key } = await makeKey(person, { permissions: ['books:read'] });
    const headers = { 'x-api-key': key };
    const byKey = await server().request('PUT', '/api/v1/user/pin', {
      body: { currentPassword: person.password, pin },
      headers,
    });
    expect(byKey.status).toBe(403);
    expect(await statusOf(person)).toEqual({ isSet: false, lockedBrowserCount: 0 });
    expect((await put({ currentPassword: person.password, pin })).status).toBe(204);
    expect(await statusOf(person)).toEqual({ isSet: true, lockedBrowserCount: 0 });
  });
});
