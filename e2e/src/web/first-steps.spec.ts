// The web client in a real browser: setup and first use.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { launchChromium } from '../harness/browser/chromium.ts';
import { password, phone, show, startWeb, type Web } from '../harness/browser/web.ts';
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
    await page.getByRole('combobox', { name: 'Choose a folder' }).fill(join(folder, 'My books'));
    await page.keyboard.press('Enter');
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
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 5 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 5 }),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const readPlace = async ({ id }: BookDto) =>
    (await web.admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body?.currentPage;

  test('signs in, opens the requested page, and stays signed in after a reload', async () => {
    const page = await web.open();
    await page.goto(`${web.base}/series`);
    await page.getByLabel('User name or e-mail').waitFor();
    await expectAccessible(page);
    await page.getByLabel('User name or e-mail').fill('admin');
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[name=password]').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'All series' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/shelf/series');
    await page.reload();
    await page.getByText('1 series', { exact: true }).waitFor();
    await expectAccessible(page);
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

  test('finds a series by key, and continues it', async () => {
    const page = await web.signedIn();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('saga');
    await page.getByRole('option', { name: /^Saga 2 books/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 series').waitFor();
    await page.getByRole('region', { name: 'Series' }).getByRole('link', { name: /Saga/ }).click();
    await page.getByRole('link', { name: 'Read #1' }).click();
    await page.getByText('1 / 5').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('3 / 5').waitFor();
    const book = await findBook(web.admin, 'Saga 001.cbz');
    await expect.poll(() => readPlace(book)).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Continue p. 3' }).waitFor();
    await page.goto(`${web.base}/`);
    await page.getByRole('heading', { name: 'Continue reading' }).waitFor();
  });
});
