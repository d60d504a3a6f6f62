// The server is upgraded while a user reads: the new version of the client is offered and loaded on request.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { readPlace, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { enterWithWorker, keepOnDevice } from '../harness/browser/offline.ts';
import { desk, show, startWeb, type Web } from '../harness/browser/web.ts';
import { startReleases } from '../harness/next-version.ts';

describe('a new version of the client', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Novel.epub': await makeNovel(),
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'a', pages: 9 }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: 'b', pages: 9 }),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
  }, 120_000);

  afterAll(() => web?.end());

  /** Triggers the update check, which the browser runs only occasionally. */
  const look = (page: Page) =>
    page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => {})');
  const isWaiting = (page: Page) =>
    page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)');
  const offer = (page: Page) => page.getByText('A new version of Lectern is available.');
  const versionOf = (page: Page) =>
    page.evaluate(`document.querySelector('meta[name=version]')?.content ?? 'first'`);

  test('is offered when the book is closed, loads on request, and loses nothing', {
    timeout: 90_000,
  }, async () => {
    const { base, publish } = await startReleases(web.base);
    const page = await enterWithWorker(web, base, 'admin', desk);
    const kept = await keepOnDevice(web, page, 'Saga 1.cbz');
    const novel = await findBook(web.admin, 'Novel.epub');
    await page.goto(`${base}/books/${novel.id}/read`);
    await page.locator('[data-shown]').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('radio', { name: 'Sepia' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    publish();
    await look(page);
    await expect.poll(() => isWaiting(page)).toBe(true);
    // A reader is not interrupted, and the old version keeps running.
    expect(await offer(page).count()).toBe(0);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 3' }).click();
    await waitForText(page, 'Chapter 3');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(33);
    const there = await readPercent(page);
    await page.keyboard.press('Escape');
    await offer(page).waitFor();
    expect(await versionOf(page)).toBe('first');
    await expectAccessible(page);
    await show(page, 'a new version');
    // The offer is shown on other pages, too.
    await page.getByRole('link', { name: 'Lectern' }).first().click();
    await offer(page).waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    // The page is reloaded meanwhile.
    await expect.poll(() => versionOf(page).catch(() => 'gone'), { timeout: 30_000 }).toBe('next');
    expect(await offer(page).count()).toBe(0);
    // The offline version is also updated.
    const inside = `caches.keys().then(async (names) => {
      for (const name of names.filter((one) => /precache/.test(one)))
        for (const request of await (await caches.open(name)).keys())
          if (new URL(request.url).pathname === '/shelf/')
            return (await (await caches.match(request)).text()).includes('content="next"');
    })`;
    await expect.poll(() => page.evaluate(inside)).toBe(true);
    await page.goto(`${base}/offline`);
    await page.getByRole('link', { name: `Read ${kept.title}` }).waitFor();
    await page.goto(`${base}/books/${novel.id}/read`);
    await page.locator('[data-shown]').waitFor();
    await expect.poll(() => readPercent(page)).toBe(there);
    const paper = "getComputedStyle(document.querySelector('[data-shown]')).backgroundColor";
    expect(await page.evaluate(paper)).toBe('rgb(244, 236, 216)');
  });

  test('appears within seconds while the browser keeps the old worker, and is not offered again', {
    timeout: 90_000,
  }, async () => {
    const { base, publish } = await startReleases(web.base);
    const page = await enterWithWorker(web, base, 'admin', desk);
    publish();
    await look(page);
    await offer(page).waitFor();
    // The waiting worker is never told to activate.
    await page.evaluate('void (ServiceWorker.prototype.postMessage = () => {})');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => versionOf(page).catch(() => 'gone'), { timeout: 30_000 }).toBe('next');
    await page.getByRole('link', { name: 'Lectern' }).first().waitFor();
    // Resolves after the page's own registration.
    await page.evaluate("navigator.serviceWorker.register('/shelf/service-worker.js').then(() => {})");
    expect(await offer(page).count()).toBe(0);
  });

  test('does not disturb a reader in another tab, and is offered there afterwards', {
    timeout: 90_000,
  }, async () => {
    const { base, publish } = await startReleases(web.base);
    const page = await enterWithWorker(web, base, 'admin', desk);
    const book = await findBook(web.admin, 'Saga 2.cbz');
    const reading = await page.context().newPage();
    await reading.goto(`${base}/books/${book.id}/read`);
    await reading.getByRole('button', { name: 'Got it' }).click();
    await reading.keyboard.press('ArrowRight');
    await reading.getByText('2 / 9', { exact: true }).waitFor();
    publish();
    await look(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => versionOf(page).catch(() => 'gone'), { timeout: 30_000 }).toBe('next');
    await reading.keyboard.press('ArrowRight');
    await reading.getByText('3 / 9', { exact: true }).waitFor();
    await expect.poll(() => readPlace(web, book)).toBe(3);
    expect(await versionOf(reading)).toBe('first');
    await showBars(reading);
    await reading.getByRole('button', { name: 'Close book' }).click();
    await offer(reading).waitFor();
    await reading.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => versionOf(reading).catch(() => 'gone'), { timeout: 30_000 }).toBe('next');
    expect(await offer(reading).count()).toBe(0);
  });
});
