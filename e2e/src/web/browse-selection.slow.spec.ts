// Selection of series and books by keyboard, mouse and touch, and the search palette.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('selection and search', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (let n = 10; n < 40; n++) {
      for (const number of [1, 2])
        files[`Series ${n}/Series ${n} ${number}.cbz`] = await makeCbz({
          mark: `${n} ${number}`,
          pages: 4,
        });
    }
    web = await startWeb({ files });
  }, 120_000);

  afterAll(() => web?.end());

  const unreadOf = async (title: string) => {
    const { body } = await web.admin.get<{ data: Series[] }>('/api/v1/series?pageSize=500');
    return body.data.find((one) => one.title === title)?.unreadCount;
  };
  const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

  test('a selection by keyboard is marked as read, and undo restores each position', async () => {
    const books = (await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500')).body.data;
    const begun = books.find(({ path }) => path.endsWith('Series 13 1.cbz'));
    await web.admin.put(`/api/v1/books/${begun?.id}/progress`, { currentPage: 3 });
    const page = await web.signedIn('/series');
    await page.getByRole('link', { name: /Series 12/ }).focus();
    await page.keyboard.press('Space');
    await bar(page).getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await bar(page).getByText('2 selected').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Series 13');
    await show(page, 'selection');
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'Mark read' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 marked as read.').waitFor();
    expect([await unreadOf('Series 12'), await unreadOf('Series 13')]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => [await unreadOf('Series 12'), await unreadOf('Series 13')]).toEqual([2, 2]);
    await expect
      .poll(
        async () =>
          (await web.admin.get<{ currentPage: number }>(`/api/v1/books/${begun?.id}/progress`)).body
            ?.currentPage,
      )
      .toBe(3);
  });

  test('a range, all and nothing are selected by Shift, Ctrl and Escape', async () => {
    const page = await web.signedIn('/books?view=table');
    await page.getByText('60 books').waitFor();
    await page.getByRole('checkbox', { name: 'Select Series 10 1' }).click();
    await page
      .getByRole('row')
      .nth(6)
      .click({ modifiers: ['Shift'] });
    await bar(page).getByText('6 selected').waitFor();
    await page
      .getByRole('row')
      .nth(3)
      .click({ modifiers: ['Control'] });
    await bar(page).getByText('5 selected').waitFor();
    await show(page, 'selection in a table');
    await expectAccessible(page);
    await page.keyboard.press('Control+a');
    await bar(page).getByText('60 selected').waitFor();
    await bar(page).getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
    await page.getByRole('dialog', { name: 'Edit 60 books' }).getByLabel('Edit: Publisher').check();
    await show(page, 'metadata of many');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/books');
  });

  test('on a phone, a long press opens the menu to select, taps add items, which are added to and removed from a collection', async () => {
    const page = await web.signedIn('/series', { viewport: phone });
    const card = page.getByRole('link', { name: /Series 11/ });
    await card.waitFor();
    const box = await card.boundingBox();
    const place = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 60 };
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
    await page.getByRole('menu').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('menuitem', { name: 'Select' }).tap();
    await bar(page).getByText('1 selected').waitFor();
    await page.getByRole('link', { name: /Series 10/ }).tap();
    await bar(page).getByText('2 selected').waitFor();
    await show(page, 'selection on a phone');
    await expectAccessible(page);
    await bar(page).getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Add to a collection' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add to a collection' });
    await dialog.getByLabel('Name').fill('By the sea');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'New collection: By the sea' }).tap();
    await page.getByText('2 added to “By the sea”.').waitFor();
    const list = async () =>
      (await web.admin.get<{ data: { name: string; memberCount: number }[] }>('/api/v1/collections')).body
        .data;
    expect(await list()).toMatchObject([{ name: 'By the sea', memberCount: 2 }]);
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(list).toEqual([]);
  });

  test('a single key finds series, books, pages and recent searches', async () => {
    const page = await web.signedIn('/presets');
    await page.getByRole('heading', { name: 'Presets', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search series, books, people …' });
    await field.fill('series 17');
    await page.getByRole('option', { name: /^Series 17 2 books/ }).waitFor();
    await page.getByRole('option', { name: /^Series 17 2 Series 17/ }).waitFor();
    await show(page, 'palette');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Series 17', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('option', { name: 'series 17', exact: true }).waitFor();
    await page.keyboard.type('all bo');
    await page.getByRole('option', { name: 'All books' }).click();
    await page.getByText('60 books').waitFor();
  });

  test('the Search tab of a phone opens the palette with the keyboard, and typing errors are corrected', async () => {
    const page = await web.signedIn('/series', { viewport: phone });
    await page.getByText('30 series').waitFor();
    // Phones show the keyboard only for a field that is focused during the tap.
    const tab = '[data-bottom-navigation] button[aria-haspopup="dialog"]';
    const focused = await page.evaluate(
      `document.querySelector('${tab}').click(), document.activeElement.tagName`,
    );
    expect(focused).toBe('INPUT');
    const field = page.getByRole('combobox', { name: 'Search series, books, people …' });
    await field.waitFor();
    await page.keyboard.type('serise 17');
    await page.getByText('Showing results for “series 17”').waitFor();
    await page.getByRole('option', { name: /^Series 17 2 books/ }).waitFor();
    await show(page, 'palette-corrected');
    await expectAccessible(page);
    await page.getByRole('option', { name: 'Search only for “serise 17”' }).tap();
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.goto(`${web.base}/books?q=serise+17`);
    await page.getByRole('button', { name: 'Search only for “serise 17”' }).tap();
    await page.getByRole('heading', { name: 'No results' }).waitFor();
  });

  test('the scroll position of a long list is restored', async () => {
    const page = await web.signedIn('/books', { viewport: { width: 500, height: 600 } });
    await page.getByText('60 books').waitFor();
    await page.evaluate('window.scrollTo(0, 2500)');
    const card = page.getByRole('link', { name: /Series 3/ }).first();
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate('window.scrollY');
    await card.click();
    await page.getByRole('heading', { level: 1, name: /^Series 3/ }).waitFor();
    await page.goBack();
    await page.getByText('60 books').waitFor();
    await expect.poll(() => page.evaluate('window.scrollY')).toBe(before);
  });
});
