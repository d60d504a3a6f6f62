// Comics are compared by their pages: similar comics are listed, and credit pages are skipped by readers after
// confirmation.

import type { Library } from '@lectern/contract/libraries/libraries';
import { drawPage, makeDrawnCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, readPlace, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere, lookInAllThemes } from '../harness/browser/pages.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

const draw = (name: string, numbers: readonly number[]) =>
  Promise.all(numbers.map((number) => drawPage(`${name} ${number}`)));

/** Ten pages, of which the second and the last are the same in all books of the series. */
async function aVolume(name: string): Promise<Buffer> {
  const front = await drawPage('credits');
  const back = await drawPage('join us');
  const pages = await draw(name, [1, 2, 3, 4, 5, 6, 7, 8]);
  return makeDrawnCbz([...pages.slice(0, 1), front, ...pages.slice(1), back]);
}

describe('compared pages', () => {
  let web: Web;

  beforeAll(async () => {
    const smaller = Array.from({ length: 8 }, (_, i) =>
      drawPage(`one ${i + 1}`, (picture) => picture.resize(240)),
    );
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await aVolume('one'),
        'Saga/Saga 2.cbz': await aVolume('two'),
        'Saga/Saga 3.cbz': await aVolume('three'),
        'Rescan/Rescan 1.cbz': makeDrawnCbz(await Promise.all(smaller)),
      },
    });
  }, 120_000);
  afterAll(() => web?.end());

  const isAt = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });

  test('are reviewed', { timeout: 120_000 }, async () => {
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    await web.admin.patch(`/api/v1/libraries/${library?.id}`, { comparePages: true });
    await waitForTasks(web.admin);
    const page = await web.signedIn('/administration/duplicates');
    await page.getByText('Similar comics', { exact: true }).click();
    await page.getByText('compared pages match').waitFor();
    await lookEverywhere(page, 'similar comics');
    await page.getByText('Credit pages', { exact: true }).click();
    await page.getByText('In 3 books of 1 series').first().waitFor();
    await lookInAllThemes(page, 'credit pages');
    for (const number of [2, 10])
      await page
        .getByRole('button', { name: 'Skip in readers', description: new RegExp(`^Page ${number} of`) })
        .click();
    await page.getByText('No credit pages to review').waitFor();
  });

  test('are skipped while reading, finish the book, and can still be shown', {
    timeout: 120_000,
  }, async () => {
    const book = await findBook(web.admin, 'Saga 1.cbz');
    const page = await openBook(web, book, {});
    await isAt(page, 'Page 1 of 10');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 3 of 10');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 1 of 10');
    await page.keyboard.press('End');
    await isAt(page, 'Page 9 of 10');
    await expect.poll(() => readPlace(web, book)).toBe(10);
    // Its number leads to it, and the page keeps its position.
    await showBars(page);
    await page.getByRole('button', { name: 'All pages' }).click();
    await show(page, 'credit pages thumbnails');
    await page.getByRole('button', { name: 'Page 2 of 10, credit page' }).click();
    await isAt(page, 'Page 2 of 10');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 3 of 10');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 2 of 10');
  });

  test('are hidden in the webtoon layout, and shown on request', {
    timeout: 120_000,
  }, async () => {
    const book = await findBook(web.admin, 'Saga 2.cbz');
    const page = await openBook(web, book, { viewport: phone });
    await isAt(page, 'Page 1 of 10');
    await page.keyboard.press('v');
    await page.locator('[data-slot="3"]').waitFor();
    expect(await page.locator('[data-slot]').count()).toBe(8);
    expect(await page.locator('[data-slot="2"]').count()).toBe(0);
    await page.keyboard.press('s');
    const settings = page.getByRole('dialog', { name: 'Appearance' });
    await settings.getByLabel('Skip credit pages').click();
    await show(page, 'credit pages setting');
    await expect.poll(() => page.locator('[data-slot]').count()).toBe(10);
    await settings.getByLabel('Skip credit pages').click();
    await expect.poll(() => page.locator('[data-slot]').count()).toBe(8);
  });
});
