import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReaders, makePairs } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { holdBack } from '../harness/browser/pages.ts';
import { desk, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('the home page', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makePairs(14) });
    await addReaders(web.admin, 'emma', 'pia');
  }, 60_000);

  afterAll(() => web?.end());

  const titles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts();

  test.each([
    ['a desk', desk, 'light'],
    ['a phone in the dark', phone, 'dark'],
  ] as const)('shows only shelves with content on %s', async (name, viewport, colorScheme) => {
    const page = await web.signedIn('/', { username: 'emma', viewport, context: { colorScheme } });
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    await expect
      .poll(() => titles(page))
      .toEqual(['Recently added books', 'Recently added series', 'Recently updated series']);
    await expectAccessible(page);
    await show(page, `home on ${name}`);
  });

  test('does not shift while it loads', async () => {
    const page = await web.signedIn('/', { username: 'emma' });
    await page.getByRole('heading', { name: 'Recently updated series' }).waitFor();
    const loadFirst = await holdBack(page, '**/api/v1/books/on-deck?*');
    const loadLater = await holdBack(page, '**/api/v1/series/recently-updated?*');
    await page.addInitScript(`
      window.moved = [];
      window.seen = new Set();
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries())
          for (const { node, previousRect, currentRect } of sources)
            window.moved.push(JSON.stringify([node?.textContent ?? node?.nodeValue, previousRect, currentRect]));
      }).observe({ type: 'layout-shift', buffered: true });
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('h2')) window.seen.add(textContent);
      }).observe(document, { childList: true, subtree: true });
    `);
    const isThere = page.waitForResponse('**/api/v1/books/recently-added?*');
    await page.reload();
    await isThere;
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    // Shelves below a delayed shelf are not shown before it.
    expect(await titles(page)).toEqual([]);
    loadFirst();
    // The placeholder appears below the loaded shelves and has not been moved.
    await page.getByRole('heading', { name: 'Recently added series' }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor();
    loadLater();
    await page.getByRole('heading', { name: 'Recently updated series' }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    expect(await page.evaluate('[...window.seen]')).toEqual(await titles(page));
    expect(await page.evaluate('window.moved')).toEqual([]);
  });

  test('scrolls its shelves by buttons and keys', async () => {
    const page = await web.signedIn('/', { username: 'emma' });
    const shelf = page.getByRole('region', { name: 'Recently added books' });
    const row = shelf.getByRole('list');
    const offset = () => row.evaluate((element) => (element as unknown as { scrollLeft: number }).scrollLeft);
    await shelf.getByRole('listitem').getByRole('link').first().waitFor();
    await shelf.getByRole('button', { name: 'Forward: Recently added books' }).click();
    await expect.poll(offset).toBeGreaterThan(300);
    await shelf.getByRole('button', { name: 'Back: Recently added books' }).click();
    await expect.poll(offset).toBe(0);
    await shelf.getByRole('listitem').getByRole('link').first().focus();
    for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowRight');
    await expect.poll(offset).toBeGreaterThan(300);
    const reached = await shelf.getByRole('listitem').nth(12).getByRole('link').first().getAttribute('href');
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe(reached);
  });

  test('saves the last arrangement even if the page is closed immediately', async () => {
    const page = await web.signedIn('/', { username: 'pia' });
    await page.evaluate(`
      const { fetch } = window;
      window.told = [];
      window.fetch = (url, init = {}) => {
        if (init.method === 'PUT') window.told.push(init.keepalive);
        return fetch(url, init);
      };`);
    await page.getByRole('button', { name: 'Shelves' }).click();
    for (let n = 0; n < 3; n++)
      for (const way of ['down', 'up'])
        await page.getByRole('button', { name: `Move ${way}: Recently added books` }).click();
    await page.getByRole('switch', { name: 'Recently updated series' }).click();
    await expect.poll(() => page.evaluate('window.told')).toEqual(Array.from({ length: 7 }, () => true));
    const saved = () =>
      page.evaluate(`fetch('api/v1/user/preferences').then((answer) => answer.json())`) as Promise<unknown>;
    await expect.poll(async () => JSON.stringify(await saved())).toMatch(/"hidden":\["/);
  });

  test("explains an empty library according to the user's permissions", { timeout: 60_000 }, async () => {
    const empty = await startWeb({ files: {} });
    try {
      await addReaders(empty.admin, 'mia');
      const { body } = await empty.admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
      // This test stops its own server under the open pages.
      const allow = /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED/;
      const page = await empty.signedIn('/', { allow });
      await page.getByRole('heading', { name: 'No books yet' }).waitFor();
      await empty.admin.delete(`/api/v1/libraries/${body.data[0]?.id}`);
      await page.getByRole('link', { name: 'Add library' }).last().waitFor();
      await expectAccessible(page);
      await show(page, 'home without a library');
      const reader = await empty.signedIn('/', { username: 'mia', allow });
      await reader.getByText('Ask your administrator').waitFor();
      expect(await reader.getByRole('link', { name: 'Add library' }).count()).toBe(0);
    } finally {
      await empty.end();
    }
  });
});
