// A new household with real books: from setup to reading positions in every kind of book.
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Client, corpusPath, hasCorpus, readCorpus, writeFiles } from '@lectern/server/testing';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { launchChromium } from '../harness/browser/chromium.ts';
import { desk, fillSignIn, password, phone, show } from '../harness/browser/web.ts';
import { makeFolder, serve, signIn, waitForTasks } from '../harness/server.ts';

/** Books, and the key that turns a page in each. */
const chosen: Record<string, string> = {
  'Science Comics 001 (1946).cbz': 'ArrowRight',
  "Alice's Adventures in Wonderland v03.cbr": 'ArrowRight',
  'ハルコさんの彼氏 第01話.cbz': 'ArrowLeft',
  'Metamorphosis.epub': 'ArrowRight',
  'Debian FAQ.pdf': 'PageDown',
};
const names = Object.keys(chosen);
const found = hasCorpus
  ? readCorpus().filter(({ path, hostile }) => !hostile && names.includes(basename(path)))
  : [];

interface Household {
  base: string;
  admin: Client;
  browser: Browser;
}

async function open({ browser }: Pick<Household, 'browser'>, viewport = desk): Promise<Page> {
  const touch = viewport === phone ? { hasTouch: true, isMobile: true } : {};
  const page = await (await browser.newContext({ viewport, ...touch })).newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

async function setUp(page: Page, base: string, books: string): Promise<void> {
  await page.goto(`${base}/`);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('E-mail').fill('anna@example.org');
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('combobox', { name: 'Choose a folder' }).fill(books);
  await page.keyboard.press('Enter');
  await page.getByText(`${names.length} books in ${names.length} series`).waitFor();
  await page.getByRole('button', { name: 'Add and scan' }).click();
  await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
}

/** Opens the book from its page, reads until the server has a new position, and closes it. */
async function readSome({ base, admin }: Household, page: Page, name: string): Promise<void> {
  const { id } = await findBook(admin, name);
  const readPlace = async () => JSON.stringify((await admin.get(`/api/v1/books/${id}/progress`)).body);
  const before = await readPlace();
  await page.goto(`${base}/books/${id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Read|Continue)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Close book' }).waitFor();
  const hint = page.getByRole('button', { name: 'Got it' });
  if (await hint.isVisible()) await hint.click();
  const goOn = async () => {
    await page.keyboard.press(chosen[name] ?? '');
    return (await readPlace()) !== before;
  };
  await expect.poll(goOn, { timeout: 30_000, interval: 700 }).toBe(true);
  await show(page, `whole-path/${name} ${page.viewportSize()?.width}`);
  await page.keyboard.press('Escape');
}

/** Another device shows the started books, opens the comic at its position, and continues in every book. */
async function goOnElsewhere(household: Household): Promise<void> {
  const { base, admin, browser } = household;
  const page = await open({ browser }, phone);
  await page.goto(`${base}/`);
  await fillSignIn(page, 'admin');
  await page.getByRole('heading', { name: 'Continue reading' }).waitFor();
  await show(page, 'whole-path/phone-home');
  const { id } = await findBook(admin, names[0] ?? '');
  const { body } = await admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`);
  expect(body.currentPage).toBeGreaterThan(1);
  await page.goto(`${base}/books/${id}/read`);
  const place = page.getByText(new RegExp(`^${body.currentPage} / `)).first();
  await place.waitFor({ state: 'attached' });
  for (const name of names) await readSome(household, page, name);
}

/** Verifies that a child cannot access a comic for adults by any path. */
async function addChild({ base, admin, browser }: Household): Promise<void> {
  const { seriesId } = await findBook(admin, names[0] ?? '');
  const rated = await admin.patch(`/api/v1/series/${seriesId}/metadata`, { ageRating: 18 });
  expect(rated.status).toBe(200);
  const account = { username: 'ben', email: 'ben@example.org', password, role: 'reader' };
  const { body: child } = await admin.post<{ id: string }>('/api/v1/users', account);
  const limits = { sharedLibraryIds: [], maxAgeRating: 12, allowUnrated: true };
  expect((await admin.put(`/api/v1/users/${child.id}/restrictions`, limits)).status).toBe(200);
  const page = await open({ browser });
  await page.goto(`${base}/series`);
  await fillSignIn(page, 'ben');
  // The manga declares an age rating for older readers.
  await page.getByText(`${names.length - 2} series`).waitFor();
  await page.goto(`${base}/series/${seriesId}`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByText('Science Comics').count()).toBe(0);
}

describe.skipIf(!hasCorpus)('a new household', () => {
  test('has the selected books', () => {
    expect(found.map(({ path }) => basename(path)).sort()).toEqual([...names].sort());
  });

  test('goes from setup through every kind of book to another device and a child account', {
    timeout: 240_000,
  }, async () => {
    const folder = makeFolder();
    const books = join(folder, 'Family books');
    mkdirSync(books, { recursive: true });
    for (const { path } of found) {
      const name = basename(path);
      writeFiles(books, { [`${name.replace(/[.]\w+$/, '')}/${name}`]: readFileSync(corpusPath({ path })) });
    }
    const program = serve({ dataDir: join(folder, 'data'), args: ['--setup'] });
    const base = await program.url();
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const page = await open({ browser });
    await setUp(page, base, books);
    const admin = await signIn(program, password);
    await waitForTasks(admin);
    await show(page, 'whole-path/home');
    const household = { base, admin, browser };
    for (const name of names) await readSome(household, page, name);
    await goOnElsewhere(household);
    await addChild(household);
  });
});
