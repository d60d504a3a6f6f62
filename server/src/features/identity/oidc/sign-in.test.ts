// The complete sign-in with a certified provider, in a browser that follows redirects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, createBrowser } from '../../../../test/harness/clients/browser.ts';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { startRival, startTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import {
  type RealProvider,
  startRealProvider,
} from '../../../../test/harness/sign-in-providers/real-oidc-provider.ts';

const people = {
  anna: {
    preferred_username: 'anna',
    name: 'Anna A.',
    email: 'anna@example.org',
    email_verified: true,
    groups: ['staff', 'librarians'],
  },
  bert: { preferred_username: 'bert', email: 'bert@example.org', email_verified: false, groups: [] },
};

interface Callback {
  browser: Browser;
  url: string;
}

describe.each(testedDatabases)('provider sign-in on %s', (kind) => {
  let provider: RealProvider;
  let server: TestServer;
  let nowMs = Date.now();
  beforeAll(async () => {
    provider = await startRealProvider(people);
    const { issuer, clientId, clientSecret } = provider;
    const entry = {
      id: 'home',
      name: 'Home ID',
      issuer,
      clientId,
      clientSecret,
      scopes: 'openid profile email groups',
      groupRoles: { librarians: 'maintainer' },
      autoCreate: true,
      allowInsecureHttp: true,
    };
    const LECTERN_AUTH_OIDC_PROVIDERS = JSON.stringify([entry, { ...entry, id: 'other', name: undefined }]);
    const environment = { LECTERN_AUTH_OIDC_PROVIDERS, LECTERN_SERVER_BASE_PATH: '/books' };
    server = await startTestServer({ kind, environment, clock: () => nowMs });
    provider.allow(`${server.url}/api/v1/auth/oidc/home/callback`);
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  /** Follows the redirects to the provider, signs in there, and returns the callback address. */
  async function goThroughProvider(who: string, body?: object, browser = createBrowser()): Promise<Callback> {
    const begun = await browser.post(`${server.url}/api/v1/auth/oidc/home/login`, body);
    expect([begun.status, begun.text]).toEqual([200, expect.stringContaining('authorizationUrl')]);
    const { authorizationUrl } = JSON.parse(begun.text);
    const url = await browser.followTo(`${authorizationUrl}&login_hint=${who}`, server.url);
    return { browser, url };
  }

  const aMaintainer = () => signIn(server, { role: 'maintainer' });

  const whoIs = async (browser: Browser) =>
    JSON.parse((await browser.get(`${server.url}/api/v1/auth/me`)).text) as Record<string, unknown>;

  test('lists the providers for anyone, without their secrets', async () => {
    const { status, body } = await server.get('/api/v1/auth/oidc/providers');
    expect(status).toBe(200);
    expect(body).toEqual([
      { id: 'home', name: 'Home ID' },
      { id: 'other', name: 'other' },
    ]);
  });

  test('returns a signed-in user to the requested page, with the permissions of their groups', async () => {
    const { browser, url } = await goThroughProvider('anna', { redirectTo: '/series?page=2#top' });
    const back = await browser.get(url);
    expect([back.status, back.headers.get('location'), back.text]).toEqual([
      302,
      '/books/series?page=2#top',
      '',
    ]);
    expect(back.headers.get('cache-control')).toBe('no-store');
    expect(await whoIs(browser)).toMatchObject({
      username: 'anna',
      email: 'anna@example.org',
      emailVerified: true,
      role: 'maintainer',
    });
  });

  test('uses the same account for a later sign-in', async () => {
    const first = await goThroughProvider('anna');
    expect((await first.browser.get(first.url)).headers.get('location')).toBe('/books/');
    const second = await goThroughProvider('anna');
    await second.browser.get(second.url);
    const { id } = await whoIs(first.browser);
    expect((await whoIs(second.browser)).id).toBe(id);
    const record = async () =>
      (
        await server.admin.get<{ data: { via: string; kind: string }[] }>(
          `/api/v1/admin/activity?userId=${id}`,
        )
      ).body.data;
    await expect.poll(async () => (await record()).length).toBeGreaterThanOrEqual(2);
    expect((await record())[0]).toMatchObject({ kind: 'sign_in', via: 'oidc', username: 'anna' });
  });

  test('returns the session to a program', async () => {
    const { browser, url } = await goThroughProvider('anna');
    const { status, text } = await browser.get(url, { accept: 'application/json' });
    const session = JSON.parse(text);
    expect([status, session.tokenType, session.user.username]).toEqual([200, 'Bearer', 'anna']);
    const me = await server.as({ authorization: `Bearer ${session.accessToken}` }).get('/api/v1/user');
    expect(me.body.username).toBe('anna');
    const again = await server.post('/api/v1/auth/refresh', { refreshToken: session.refreshToken });
    expect(again.status).toBe(200);
  });

  test('creates accounts without a password, which cannot be guessed', async () => {
    const { browser, url } = await goThroughProvider('anna');
    await browser.get(url);
    for (const password of ['null', '', 'anna', ' '.repeat(8)]) {
      const { status } = await server.post('/api/v1/auth/login', { username: 'anna', password });
      expect([password, status]).toEqual([password, password === '' ? 400 : 401]);
    }
  });

  test('does not adopt an unverified address', async () => {
    const { browser, url } = await goThroughProvider('bert');
    await browser.get(url);
    const { username, email, emailVerified, role } = await whoIs(browser);
    expect({ username, emailVerified, role }).toEqual({
      username: 'bert',
      emailVerified: false,
      role: 'reader',
    });
    expect(email).toMatch(/@no-address\.invalid$/);
  });

  test('uses a short-lived flow cookie that has no other use and is hidden from scripts and other sites', async () => {
    const begun = await createBrowser().post(`${server.url}/api/v1/auth/oidc/home/login`);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(
      /^lectern_oidc=[\w-]{43}; Path=\/books\/api\/v1\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const asked = new URL(JSON.parse(begun.text).authorizationUrl).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  });

  const asProgram = { accept: 'application/json' };

  test('redirects a rejected user to the sign-in page, and from there to the requested page', async () => {
    const { browser, url } = await goThroughProvider('nobody', { redirectTo: '/series?q=a&b#top' });
    const { status, headers, text } = await browser.get(url);
    expect([status, headers.getSetCookie(), headers.get('cache-control'), text]).toEqual([
      302,
      [],
      'no-store',
      '',
    ]);
    const location = headers.get('location') ?? '';
    expect(location).toMatch(/^[/]books[/]sign-in[?]/);
    expect(Object.fromEntries(new URL(location, server.url).searchParams)).toEqual({
      fault: 'denied',
      next: '/series?q=a&b#top',
    });
    expect((await browser.get(url)).headers.get('location')).toBe('/books/sign-in?fault=validation_failed');
  });

  test('returns the error to a rejected program', async () => {
    const { browser, url } = await goThroughProvider('nobody');
    const { status, text } = await browser.get(url, asProgram);
    expect([status, JSON.parse(text).error]).toEqual([403, 'forbidden']);
  });

  /** Verifies that a callback is rejected for a browser and a program, and that no user is signed in. */
  async function expectRefused({ browser, url }: Callback): Promise<void> {
    const led = await browser.get(url);
    expect([led.status, led.headers.getSetCookie(), led.headers.get('location')]).toEqual([
      302,
      [],
      '/books/sign-in?fault=validation_failed',
    ]);
    await expectInvalid({ browser, url });
  }

  async function expectInvalid({ browser, url }: Callback): Promise<void> {
    const { status, headers, text } = await browser.get(url, asProgram);
    expect([status, headers.getSetCookie(), JSON.parse(text).error]).toEqual([400, [], 'validation_failed']);
    expect((await browser.get(`${server.url}/api/v1/auth/me`)).status).toBe(401);
  }

  test('a callback works once', async () => {
    const { browser, url } = await goThroughProvider('anna');
    const given = await Promise.all([browser.get(url), browser.get(url), browser.get(url)]);
    const places = given.map(({ headers }) => headers.get('location'));
    const refused = '/books/sign-in?fault=validation_failed';
    expect(places.toSorted()).toEqual(['/books/', refused, refused]);
    expect((await browser.get(url, asProgram)).status).toBe(400);
  });

  test('another browser cannot complete a callback with any cookie, and does not invalidate it', async () => {
    const { browser, url } = await goThroughProvider('anna');
    await expectRefused({ browser: createBrowser(), url });
    const other = createBrowser();
    await other.post(`${server.url}/api/v1/auth/oidc/home/login`);
    await expectRefused({ browser: other, url });
    expect((await browser.get(url)).status).toBe(302);
  });

  test.each([
    ['an invented state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
  ])('%s is refused', async (_, change) => {
    const { browser, url } = await goThroughProvider('anna');
    const changed = new URL(url);
    change(changed);
    await expectRefused({ browser, url: changed.href });
  });

  test.each([
    ['two states', (url: URL) => url.searchParams.append('state', 'y')],
    ['a state of another length', (url: URL) => url.searchParams.set('state', 'z'.repeat(600))],
  ])('%s are rejected in a callback', async (_, change) => {
    const { browser, url } = await goThroughProvider('anna');
    const changed = new URL(url);
    change(changed);
    await expectInvalid({ browser, url: changed.href });
  });

  test('the callback of one provider is not accepted for another', async () => {
    const { browser, url } = await goThroughProvider('anna');
    await expectRefused({ browser, url: url.replace('/home/', '/other/') });
  });

  test('the flow expires after ten minutes', async () => {
    const inTime = await goThroughProvider('anna');
    nowMs += 9 * 60_000;
    expect((await inTime.browser.get(inTime.url)).status).toBe(302);
    const late = await goThroughProvider('anna');
    nowMs += 10 * 60_000;
    await expectRefused(late);
    nowMs = Date.now();
  });

  test.each([
    ['while an account is in use', /lectern_refresh_/],
    ['while no account is in use', /lectern_(refresh_|session=)/],
  ])(
    '%s, ends the sessions in the browser of accounts with more permissions, whose cookies the redirect does not carry',
    async (_, hidden) => {
      const browser = createBrowser();
      const maintainers = await Promise.all([aMaintainer(), aMaintainer()]);
      for (const { username, password } of maintainers) {
        const url = `${server.url}/api/v1/auth/browser/login`;
        expect((await browser.post(url, { username, password })).status).toBe(200);
      }
      const { url } = await goThroughProvider('bert', undefined, browser);
      const all = browser.cookiesFor(url).split('; ');
      const tokens = all
        .filter((pair) => pair.startsWith('lectern_refresh_'))
        .map((pair) => pair.split('=')[1]);
      expect(tokens).toHaveLength(2);
      const cookie = all.filter((pair) => !hidden.test(pair)).join('; ');
      const back = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
      expect([back.status, back.headers.get('location')]).toEqual([302, '/books/']);
      for (const refreshToken of tokens)
        expect((await server.post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
    },
  );

  test('ends the sessions of other accounts in the browser if groups grant fewer permissions after another sign-in', async () => {
    const maintainer = await aMaintainer();
    const browser = createBrowser();
    const { username, password } = maintainer;
    await browser.post(`${server.url}/api/v1/auth/browser/login`, { username, password });
    const { url } = await goThroughProvider('anna', undefined, browser);
    await browser.get(url);
    const name = `lectern_refresh_${maintainer.userId}=`;
    const refreshToken = () =>
      browser
        .cookiesFor(url)
        .split('; ')
        .find((pair) => pair.startsWith(name))
        ?.slice(name.length);
    expect(refreshToken()).toBeDefined();
    const { groups } = people.anna;
    people.anna.groups = [];
    try {
      const elsewhere = await goThroughProvider('anna');
      await elsewhere.browser.get(elsewhere.url);
      const given = await server.post('/api/v1/auth/refresh', { refreshToken: refreshToken() });
      expect(given.status).toBe(401);
    } finally {
      people.anna.groups = groups;
    }
  });

  test('several tabs of a browser can sign in concurrently', async () => {
    const browser = createBrowser();
    const first = await goThroughProvider('anna', {}, browser);
    const second = await goThroughProvider('anna', {}, browser);
    expect((await browser.get(first.url)).status).toBe(302);
    expect((await browser.get(second.url)).status).toBe(302);
  });

  test('the provider rejects a code of another flow, because it is bound to the flow', async () => {
    const mine = await goThroughProvider('anna');
    const stolen = await goThroughProvider('bert');
    const mixed = new URL(mine.url);
    mixed.searchParams.set('code', new URL(stolen.url).searchParams.get('code') ?? '');
    const { headers } = await mine.browser.get(mixed.href);
    expect(headers.get('location')).toBe('/books/sign-in?fault=unauthorized');
    expect((await mine.browser.get(`${server.url}/api/v1/auth/me`)).status).toBe(401);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '\n//evil.example',
    '/..//evil.example',
    '/../other-app',
    '/%2e%2e/other-app',
    'series',
    '',
  ])('does not redirect to %j', async (redirectTo) => {
    const { status, body } = await server.post('/api/v1/auth/oidc/home/login', { redirectTo });
    expect([status, body.error]).toEqual([400, 'validation_failed']);
    expect(JSON.stringify(body.details)).toContain('body.redirectTo');
  });

  test('a flow that one process starts can end at another', async () => {
    const rival = await startRival(server);
    try {
      const { browser, url } = await goThroughProvider('anna');
      const elsewhere = url.replace(server.url, rival.url);
      // The browser sees both as one host, as behind a proxy.
      const cookie = browser.cookiesFor(url);
      const back = await rival.get(elsewhere.slice(rival.url.length), { cookie });
      expect([back.status, back.headers.get('location')]).toEqual([302, '/books/']);
      expect((await browser.get(url, asProgram)).status).toBe(400);
    } finally {
      await rival.stop();
    }
  });

  test('a provider that is not configured does not exist', async () => {
    for (const id of ['nowhere', 'Home', 'a/b', 'x'.repeat(40)]) {
      const path = `/api/v1/auth/oidc/${encodeURIComponent(id)}`;
      expect((await server.post(`${path}/login`)).status).toBe(404);
      expect((await server.get(`${path}/callback?state=x&code=y`)).status).toBe(404);
    }
  });
});
