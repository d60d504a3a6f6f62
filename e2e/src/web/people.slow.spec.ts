// Sign-in and accounts: expired sessions, several users on one device, sign-in providers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCbz, startFakeProvider } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReaders } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { fillSignIn, password, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('people', () => {
  let web: Web;

  beforeAll(async () => {
    const environment = {
      LECTERN_SERVER_BASE_PATH: '/shelf',
    };
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) }, environment });
    await addReaders(web.admin, 'mia', 'noah');
  }, 60_000);

  afterAll(() => web?.end());

  const openMenu = (page: Page, username: string) =>
    page.getByRole('button', { name: `Account of ${username}` }).click();

  test('are signed out offline, and the sign-out is sent before any other request', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/', { username: 'mia', viewport: phone, allow: /Failed to load/ });
    const session = () =>
      page
        .context()
        .cookies()
        .then((all) => all.find(({ name }) => name === 'lectern_session'));
    const { name, value } = (await session()) ?? { name: '', value: '' };
    const asMia = async () =>
      (await fetch(`${web.base}/api/v1/user`, { headers: { cookie: `${name}=${value}` } })).status;
    await page.route('**/api/v1/auth/browser/forget', (route) => route.abort());
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const waiting = page.getByText('mia: signed out on this device. Can’t reach the server');
    await waiting.waitFor();
    await expectAccessible(page);
    // Other pages require a sign-in although the cookie is still valid.
    await page.goto(`${web.base}/series`);
    await page.waitForURL(({ pathname }) => pathname === '/shelf/sign-in');
    await waiting.waitFor();
    expect([(await session())?.value, await asMia()]).toEqual([value, 200]);
    await page.unroute('**/api/v1/auth/browser/forget');
    await page.reload();
    await expect.poll(asMia).toBe(401);
    await waiting.waitFor({ state: 'hidden' });
    expect(await session()).toBeUndefined();
    await fillSignIn(page, 'mia');
    await page.getByRole('button', { name: 'Account of mia' }).waitFor();
  });

  test('leave no cached covers on sign-out, and end their session when removed', async () => {
    const page = await web.signedIn('/series', { username: 'mia', allow: /Failed to load/ });
    const cover = page.locator('main img[src*=thumbnail]').first();
    let url = '';
    const isCached = () =>
      page.evaluate(
        `fetch(${JSON.stringify(url)}, { cache: 'only-if-cached', mode: 'same-origin' }).then(({ ok }) => ok, () => false)`,
      );
    // The first response may precede the creation of the thumbnail, and is not cached.
    const showAgain = async () => {
      await page.reload();
      await cover.waitFor();
      // Polled from outside: the content security policy forbids the page to evaluate text.
      const isComplete = () =>
        cover.evaluate((image) => (image as unknown as { complete: boolean }).complete);
      await expect.poll(isComplete).toBe(true);
      url = await cover.evaluate((image) => (image as unknown as { currentSrc: string }).currentSrc);
      return isCached();
    };
    await expect.poll(showAgain).toBe(true);
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'Add account' }).click();
    await fillSignIn(page, 'noah');
    await page.getByRole('button', { name: 'Account of noah' }).waitFor();
    const cookies = await page.context().cookies(`${web.base}/api/v1/auth/browser/resume`);
    const ofMia = cookies.find(({ value, name }) => name.startsWith('lectern_refresh_') && value !== '');
    // The first cookie belongs to the user who signed in first.
    const refreshToken = ofMia?.value;
    expect(await page.evaluate('JSON.stringify({ ...localStorage }) + document.cookie')).not.toContain(
      refreshToken,
    );
    await page.goto(`${web.base}/account`);
    await page.getByRole('button', { name: 'Remove mia from this device' }).click();
    const renew = () =>
      fetch(`${web.base}/api/v1/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken }),
      });
    await expect.poll(() => page.evaluate(`localStorage.getItem('lectern.sign-outs')`)).toBeNull();
    expect((await renew()).status).toBe(401);
    await page.goto(`${web.base}/`);
    await openMenu(page, 'noah');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.locator('input[name=username]').waitFor();
    expect(await isCached()).toBe(false);
  });

  test('continue on the same page after their session has expired', async () => {
    const page = await web.signedIn('/series?sort=dateAdded%2Cdesc', { username: 'mia' });
    await page.getByRole('heading', { name: 'All series' }).waitFor();
    await page.context().clearCookies();
    await page.reload();
    await page.getByText('Your session has expired').waitFor();
    await expectAccessible(page);
    await fillSignIn(page, 'mia');
    await page.getByRole('heading', { name: 'All series' }).waitFor();
    expect(new URL(page.url()).search).toContain('sort=dateAdded');
  });

  test('switch accounts with one tap, and are removed when they sign out', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/', { username: 'mia', viewport: phone });
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'Add account' }).click();
    await page.getByRole('button', { name: 'Continue as mia' }).waitFor();
    await show(page, 'sign-in with a known account');
    await expectAccessible(page);
    await fillSignIn(page, 'noah');
    await openMenu(page, 'noah');
    await expectAccessible(page);
    await show(page, 'account menu');
    await page.getByRole('menuitem', { name: 'mia' }).click();
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Continue as noah' }).click();
    await page.getByRole('button', { name: 'Account of noah' }).waitFor();
    expect(await page.getByText('mia').count()).toBe(0);
    const kept = await page.evaluate(`localStorage.getItem('lectern.accounts')`);
    expect(kept).not.toContain('mia');
  });

  test('need their password again after an account with fewer permissions was in use', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/', { username: 'admin', viewport: phone, allow: /401/ });
    await openMenu(page, 'admin');
    await page.getByRole('menuitem', { name: 'Add account' }).click();
    await fillSignIn(page, 'mia');
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'admin' }).click();
    await page.getByText('Enter the password to continue as admin.').waitFor();
    await expectAccessible(page);
    await show(page, 'password of an account with more rights');
    expect(await page.locator('input[name=username]').inputValue()).toBe('admin');
    await page.goto(`${web.base}/`);
    await page.getByRole('button', { name: 'Account of mia' }).waitFor();
    await page.goto(`${web.base}/sign-in`);
    await page.getByRole('button', { name: 'Continue as admin' }).click();
    await page.locator('input[name=password]:focus').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
    await openMenu(page, 'admin');
    await page.getByRole('menuitem', { name: 'mia' }).click();
    await page.getByRole('button', { name: 'Account of mia' }).waitFor();
  });

  test('lock their profile with a PIN, hand the device over, and return with the PIN', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/account/profile', { username: 'admin', viewport: phone, allow: /401/ });
    const form = page.getByRole('region', { name: 'Profile PIN' });
    await form.getByLabel('New PIN').fill('2580');
    await form.getByLabel('Current password').fill(password);
    await form.getByRole('button', { name: 'Set PIN' }).click();
    await form.getByText('Your profile has a PIN.').waitFor();
    await expectAccessible(page);
    await openMenu(page, 'admin');
    await page.getByRole('menuitem', { name: 'Lock and switch profile' }).click();
    await page.getByRole('heading', { name: 'Who is reading?' }).waitFor();
    await fillSignIn(page, 'mia');
    await openMenu(page, 'mia');
    await page.getByRole('menuitem', { name: 'Switch profile' }).click();
    await show(page, 'profiles of a device');
    await page.getByRole('button', { name: 'Continue as admin' }).click();
    await page.getByLabel('PIN of admin').fill('9999');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Wrong PIN. Attempts left: 4.').waitFor();
    await expectAccessible(page);
    await show(page, 'PIN of a locked profile');
    await page.getByLabel('PIN of admin').fill('2580');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('button', { name: 'Account of admin' }).waitFor();
    // The child's profile has no PIN.
    await openMenu(page, 'admin');
    await page.getByRole('menuitem', { name: 'mia' }).click();
    await page.getByRole('button', { name: 'Account of mia' }).waitFor();
    await web.admin.put('/api/v1/user/pin', { currentPassword: password, pin: null });
  });

  test('see their chosen colors from the first frame', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/', { username: 'noah', context: { colorScheme: 'light' } });
    const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const choose = async (name: string) => {
      await openMenu(page, 'noah');
      await page.getByRole('menuitemradio', { name }).click();
      await page.keyboard.press('Escape');
    };
    await page.getByRole('button', { name: 'Account of noah' }).waitFor();
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await choose('Black');
    await expect.poll(ground).toBe('rgb(0, 0, 0)');
    await expectAccessible(page);
    // Nothing else runs or is drawn before.
    let first: unknown;
    await page.route('**/assets/index-*.js', async (route) => {
      await expect
        .poll(async () => (first = await page.evaluate('document.documentElement.dataset.colours')))
        .toBeDefined();
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Account of noah' }).waitFor();
    expect([first, await ground()]).toEqual(['black', 'rgb(0, 0, 0)']);
    expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#000000');
    await page.unroute('**/assets/index-*.js');
    await choose('Dark');
    await expect.poll(ground).toBe('rgb(18, 21, 27)');
    await choose('System');
    await expect.poll(ground).toBe('rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).toBe('rgb(18, 21, 27)');
  });
});

describe('a sign-in provider', () => {
  let web: Web;
  let close: () => Promise<unknown>;
  /** Parameters with which its sign-in page redirects back. */
  let answer: Record<string, string> = {};

  beforeAll(async () => {
    const fake = await startFakeProvider();
    const signInPage = createServer((request, response) => {
      const asked = new URL(request.url ?? '', 'http://own.invalid').searchParams;
      fake.expect(answer.code ?? '', asked.get('nonce') ?? '');
      const back = new URL(asked.get('redirect_uri') ?? '');
      const said = { ...answer, state: asked.get('state') ?? '' };
      for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    });
    await new Promise<void>((resolve) => signInPage.listen(0, '127.0.0.1', resolve));
    const { port } = signInPage.address() as AddressInfo;
    fake.say({
      discovery: { authorization_endpoint: `http://127.0.0.1:${port}/authorize` },
      claims: { preferred_username: 'olivia', email: 'olivia@example.org', email_verified: true },
    });
    const provider = {
      id: 'home',
      name: 'Home ID',
      issuer: fake.issuer,
      client_id: fake.clientId,
      client_secret: 'secret',
      auto_create: true,
      allow_insecure_http: true,
    };
    web = await startWeb({
      files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) },
      environment: {
        LECTERN_SERVER_BASE_PATH: '/shelf',
        LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify([provider]),
      },
    });
    close = async () => {
      signInPage.close();
      await fake.close();
      await web.end();
    };
  }, 60_000);

  afterAll(() => close?.());

  test('leads to the requested page, and its user is added to the accounts on the device', async () => {
    answer = { code: 'a code' };
    const page = await web.open();
    await page.goto(`${web.base}/series`);
    await page.getByRole('button', { name: 'Sign in with Home ID' }).click();
    await page.getByRole('heading', { name: 'All series' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/shelf/series');
    await page.getByRole('button', { name: 'Account of olivia' }).waitFor();
    expect(await page.evaluate(`localStorage.getItem('lectern.accounts')`)).toContain('olivia');
    await page.reload();
    await page.getByRole('button', { name: 'Account of olivia' }).waitFor();
  });

  test('returns to the sign-in page after a cancellation, which reports it and keeps the requested page', async () => {
    answer = { error: 'access_denied' };
    const page = await web.open({ viewport: phone, context: { locale: 'de' } });
    await page.goto(`${web.base}/series`);
    await page.getByRole('button', { name: 'Mit Home ID anmelden' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Nicht angemeldet: Du hast abgebrochen/)
      .waitFor();
    await expectAccessible(page);
    await show(page, 'provider denied');
    await fillSignIn(page, 'admin');
    await page.waitForURL(({ pathname }) => pathname === '/shelf/series');
  });
});
