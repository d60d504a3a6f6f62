// A server that is temporarily unreachable under open pages.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { enterWithWorker, keepOnDevice } from '../harness/browser/offline.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { desk, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire } from '../harness/browser/wire.ts';

describe('while the server is unreachable', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 9 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 9 }),
      },
    });
  }, 60_000);

  afterAll(() => web?.end());

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Navigation' });
  /** Longer than the interval between two reachability checks. */
  const back = { timeout: 20_000 };

  test('a page reports it, keeps its menu, and continues automatically', { timeout: 90_000 }, async () => {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'admin', desk);
    await keepOnDevice(web, page, 'Saga 001.cbz');
    await page.goto(`${wire.base}/notes`);
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    await wire.cut();
    await page.reload();
    await menu(page).getByRole('link', { name: 'Downloads' }).waitFor();
    await menu(page).getByRole('link', { name: 'All series' }).click();
    await page.getByRole('alert').getByText('Can’t reach the server').waitFor();
    await lookEverywhere(page, 'server away');
    await menu(page).getByRole('link', { name: 'Downloads' }).waitFor();
    await wire.mend();
    await page.getByRole('link', { name: /Saga/ }).first().waitFor(back);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await menu(page)
      .getByRole('link', { name: /^Books/ })
      .waitFor(back);
  });

  test('a proxy error counts as an unreachable server', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/notes', { allow: /Failed to load resource/ });
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    for (const status of [502, 503, 504]) {
      const refuse = { status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
      await page.route('**/api/v1/**', (route) => route.fulfill(refuse));
      await menu(page).getByRole('link', { name: 'All series' }).click();
      await page.getByRole('alert').getByText('Can’t reach the server').waitFor();
      await page.unroute('**/api/v1/**');
      await page.getByRole('link', { name: /Saga/ }).first().waitFor(back);
      await menu(page).getByRole('link', { name: 'Notes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
      await page.reload();
    }
  });

  test('a page without cached data keeps the menu, and continues automatically', {
    timeout: 90_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'admin', desk);
    await wire.cut();
    await page.goto(`${wire.base}/series`);
    await page.getByText('Can’t reach the server').waitFor();
    await menu(page).getByRole('link', { name: 'Home' }).click();
    await page.getByText('Can’t reach the server').waitFor();
    await lookEverywhere(page, 'server away without downloads');
    await menu(page).getByRole('link', { name: 'All series' }).click();
    await wire.mend();
    await page.getByRole('link', { name: /Saga/ }).first().waitFor(back);
  });

  test('a reader explains a missing page, and loads it when the server is back', {
    timeout: 90_000,
  }, async () => {
    const book = await findBook(web.admin, 'Saga 002.cbz');
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'admin', desk);
    await page.goto(`${wire.base}/books/${book.id}/read`);
    await page.getByText('1 / 9').waitFor();
    await wire.cut();
    await page.keyboard.press('End');
    await page.getByText('Page 9 will load when it’s back.').waitFor();
    await lookEverywhere(page, 'reader without its server');
    await wire.mend();
    const isShown = `document.querySelector('[data-page="9"] img')?.naturalWidth > 0`;
    await expect.poll(() => page.evaluate(isShown), back).toBe(true);
  });
});
