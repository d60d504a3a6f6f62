// The web client in a real browser: setup and first use.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { launchChromium } from '../harness/browser/chromium.ts';
import { desk, fillSignIn, password, phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { makeFolder, serve } from '../harness/server.ts';

describe('the first run', () => {
  test('leads through the administrator and a library to readable books', {
    timeout: 60_000,
  }, async () => {
    const folder = makeFolder();
    writeFiles(join(folder, 'My books'), { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'first run' }) });
    const program = serve({ dataDir: join(folder, 'data'), args: ['--setup'] });
    const base = await program.url();
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${base}/`);
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('E-mail').fill('anna@example.org');
    await page.locator('input[name=password]').fill(password);
    await show(page, 'welcome');
    await page.getByRole('button', { name: 'Next' }).click();
    for (const name of join(folder, 'My books').split('/').filter(Boolean))
      await page.getByRole('button', { name, exact: true }).click();
    await page.getByText('1 book in 1 series').waitFor();
    await page.getByRole('button', { name: 'Add and scan' }).click();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    expect(program.out()).not.toMatch(/password/i);
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

describe('the first run from another device', () => {
  test('asks for the code that the terminal shows', { timeout: 60_000 }, async () => {
    const program = serve({ dataDir: join(makeFolder(), 'data'), args: ['--setup'] });
    const base = await program.url();
    const [, code = ''] = await program.waitFor(/setup code\s+(\S+)\n/);
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    // Header of a local reverse proxy with the address of its client.
    const page = await browser.newPage({ extraHTTPHeaders: { 'x-forwarded-for': '192.168.1.20' } });
    page.setDefaultTimeout(15_000);
    await page.goto(`${base}/`);
    await page.getByLabel('Setup code').fill('wrong');
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('E-mail').fill('anna@example.org');
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Wrong setup code.').waitFor();
    await show(page, 'welcome-with-code');
    await page.setViewportSize(phone);
    await show(page, 'welcome-with-code-phone');
    await page.getByLabel('Setup code').fill(code);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('First library').waitFor();
    // An import brings its own libraries.
    await page.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { name: 'Import from another server' }).waitFor();
  });
});

describe('the web client', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {
      'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 5 }),
      'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 5 }),
      'Manga/Manga 1.cbz': await makeCbz({
        mark: 'm',
        pages: 5,
        comicInfo: '<Manga>YesAndRightToLeft</Manga>',
      }),
    };
    for (let n = 1; n <= 130; n++) files[`Series ${n}/1.cbz`] = await makeCbz({ mark: `s${n}`, pages: 1 });
    web = await startWeb({ files, environment: { LECTERN_SERVER_BASE_PATH: '/shelf' } });
  }, 120_000);

  afterAll(() => web?.end());

  const readPlace = async ({ id }: BookDto) =>
    (await web.admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body?.currentPage;

  test('signs in, opens the requested page, and stays signed in after a reload', async () => {
    const page = await web.open();
    await page.goto(`${web.base}/series`);
    await page.getByLabel('User name or e-mail').fill('admin');
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'All series' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/shelf/series');
    await page.reload();
    await page.getByText('132 series').waitFor();
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto(`${web.base}/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('executes no code except its own files', async () => {
    const answer = await fetch(`${web.base}/series`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(await answer.text()).not.toMatch(/<script(?![^>]* src=)/);
    for (const path of ['/api/v1/nothing', '/opds/nothing', '/assets/nothing.js'])
      expect([path, (await fetch(web.base + path)).headers.get('content-type')]).not.toEqual([
        path,
        expect.stringContaining('text/html'),
      ]);
  });

  test('renders only the visible part of a long list', async () => {
    const page = await web.signedIn('/series');
    const cards = page.getByRole('listitem');
    await cards.first().waitFor();
    expect(await cards.count()).toBeLessThan(100);
    expect(await cards.first().getAttribute('aria-setsize')).toBe('132');
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.getByText('Series 99', { exact: true }).waitFor();
  });

  test('finds a series by key, and continues it', async () => {
    const page = await web.signedIn();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('saga');
    await page.getByRole('option', { name: /^Saga 2 books/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 series').waitFor();
    await page.getByRole('region', { name: 'Series' }).getByRole('link', { name: /Saga/ }).click();
    await page.getByRole('link', { name: /^Read Saga/ }).click();
    await page.getByText('1 / 5').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('3 / 5').waitFor();
    const book = await findBook(web.admin, 'Saga 001.cbz');
    await expect.poll(() => readPlace(book)).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Continue on page 3' }).waitFor();
    await page.goto(`${web.base}/`);
    await page.getByRole('heading', { name: 'Continue reading' }).waitFor();
  });

  test('turns manga pages from right to left, and saves the position', async () => {
    const book = await findBook(web.admin, 'Manga 1.cbz');
    const page = await web.signedIn(`/books/${book.id}/read`);
    await page.getByText('1 / 5').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('2 / 5').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('1 / 5').waitFor();
    await page.mouse.click(100, 400);
    await page.getByText('2 / 5').waitFor();
    await page.goto('about:blank');
    await expect.poll(() => readPlace(book)).toBe(2);
    await page.goto(`${web.base}/books/${book.id}/read`);
    await page.getByText('2 / 5').waitFor();
  });

  test('marks a series as read on every page', async () => {
    const { seriesId } = await findBook(web.admin, 'Saga 002.cbz');
    const page = await web.signedIn(`/series/${seriesId}`);
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByRole('button', { name: 'Mark as unread' }).waitFor();
    const { body } = await web.admin.get<{ unreadCount: number }>(`/api/v1/series/${seriesId}`);
    expect(body.unreadCount).toBe(0);
  });

  test('uses the language of the browser, or the chosen one', async () => {
    const page = await web.signedIn('/', { context: { locale: 'de-AT' } });
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
  });

  test.each([
    ['a desk', desk, 'light'],
    ['a desk in the dark', desk, 'dark'],
    ['a phone', phone, 'light'],
  ] as const)('is accessible on %s', async (name, viewport, colorScheme) => {
    const page = await web.open({ viewport, context: { colorScheme } });
    await page.goto(`${web.base}/series`);
    await page.locator('input[name=username]').waitFor();
    await expectAccessible(page);
    await fillSignIn(page, 'admin');
    await page.getByText('132 series').waitFor();
    await expectAccessible(page);
    await show(page, `series on ${name}`);
  });
});
