// Texts and PDFs read incognito in a real browser, switched on and off in their panels and by key.
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { makeGuide } from '../harness/books/pdfs.ts';
import { openBook, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { show, startWeb, type Web } from '../harness/browser/web.ts';

describe('incognito', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: { 'Novels/Novel.epub': await makeNovel(), 'Guides/Guide.pdf': makeGuide(12) },
    });
  }, 120_000);

  afterAll(() => web?.end());

  /** Toggles the switch in the appearance panel and closes the panel. */
  async function toggle(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('switch', { name: 'Incognito' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Incognito' }).waitFor({ state: 'detached' });
  }

  const kinds = ['Novel.epub', 'Guide.pdf'];
  test.each(kinds)(
    'in the panel of %s: saves nothing while it is on, and indicates the mode',
    async (end) => {
      const book = await findBook(web.admin, end);
      const readShare = async () =>
        (await web.admin.get<ReadProgress>(`/api/v1/books/${book.id}/progress`)).body?.progressPercentage;
      const page = await openBook(web, book);
      // The server knows that reading has begun.
      await page.keyboard.press('ArrowRight');
      await expect.poll(readShare).toBeDefined();
      const before = await readShare();
      await showBars(page);
      await toggle(page);
      await page.getByText('Progress and reading time won’t be saved.').waitFor();
      await showBars(page);
      await page.locator('main > header').getByText('Incognito').waitFor();
      await expectAccessible(page);
      await show(page, `incognito ${end}`);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET' && /progress|reading-sessions/.test(request.url()))
          sent.push(request.url());
      });
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.locator('[data-incognito]').waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL(`${web.base}/books/${book.id}`);
      expect(await readShare()).toBe(before);
      const stored = `Object.keys(localStorage).filter((key) => /lectern\\.(place|session)/.test(key))`;
      expect([await page.evaluate(stored), sent]).toEqual([[], []]);
    },
  );

  test.each(kinds)(
    'by key in %s: reading continues at the same position, and is saved from there',
    async (end) => {
      const book = await findBook(web.admin, end);
      const readShare = async () =>
        (await web.admin.get<ReadProgress>(`/api/v1/books/${book.id}/progress`)).body?.progressPercentage ??
        0;
      const page = await openBook(web, book, { search: '?incognito=true' });
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.locator('[data-incognito]').waitFor();
      expect(await readShare()).toBeLessThan(0.2);
      await page.keyboard.press('i');
      await page.getByText('Progress is saved again.').waitFor();
      await page.locator('[data-incognito]').waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowLeft');
      await expect.poll(readShare).toBeGreaterThan(0.5);
    },
  );
});
