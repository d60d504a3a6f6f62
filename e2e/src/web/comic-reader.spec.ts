// The comic reader in a real browser: page turns in each layout, fit, and settings, on phone and desktop.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComic } from '../harness/books/comics.ts';
import { openAt, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { swipe } from '../harness/browser/touch.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('the comic reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeComic('uuuwuuu', 'one'),
        'Saga/Saga 002.cbz': await makeComic('uuu', 'two'),
        'Manga/Manga 1.cbz': await makeComic('uuuuu', 'm', '<Manga>YesAndRightToLeft</Manga>'),
        'Tower/Tower 1.cbz': await makeComic('llllll', 'w'),
        'Plain/Plain 1.cbz': await makeCbz({ mark: 'p', pages: 4 }),
      },
    });
    const tower = await findBook('Tower 1.cbz');
    await web.admin.patch(`/api/v1/series/${tower.seriesId}/metadata`, { readingDirection: 'webtoon' });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  const read = (end: string, visit?: Visit & { page?: number }) => openAt(web, end, visit);
  const isAt = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
  /** Visible pages from left to right. */
  const listShown = async (page: Page): Promise<number[]> => {
    const boxes = await page.locator('[dir]:not([data-ahead]) > [data-page]').all();
    const shown = await Promise.all(
      boxes.map(async (box) => ({
        number: Number(await box.getAttribute('data-page')),
        x: (await box.boundingBox())?.x ?? 0,
      })),
    );
    return shown.sort((a, b) => a.x - b.x).map(({ number }) => number);
  };
  const scrollTop = (page: Page) =>
    page.locator('section[data-mode]').evaluate((stage: { scrollTop: number }) => stage.scrollTop);

  test('shows the tap zones once, turns pages by them, and toggles the bars in the middle', async () => {
    const { id } = await findBook('Plain 1.cbz');
    const page = await web.signedIn(`/books/${id}/read?page=1`, { viewport: phone });
    await page.getByText('Forward', { exact: true }).waitFor();
    await show(page, 'comic zones');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Got it' }).tap();
    await page.touchscreen.tap(350, 400);
    await isAt(page, '2 / 4');
    await page.getByRole('button', { name: 'Close book' }).waitFor({ state: 'hidden' });
    await page.touchscreen.tap(40, 400);
    await isAt(page, '1 / 4');
    await page.touchscreen.tap(195, 420);
    await page.getByRole('button', { name: 'Close book' }).waitFor();
    await page.reload();
    await isAt(page, '1 / 4');
    expect(await page.getByRole('button', { name: 'Got it' }).count()).toBe(0);
  });

  test('shows the cover and wide pages alone, pairs others, and shifts the pairs', async () => {
    const page = await read('Saga 001.cbz');
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => listShown(page)).toEqual([2, 3]);
    await page.getByText('Pages 2 and 3 of 7').waitFor({ state: 'attached' });
    await show(page, 'comic double');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => listShown(page)).toEqual([4]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => listShown(page)).toEqual([5, 6]);
    await page.keyboard.press('Home');
    await page.keyboard.press('o');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => listShown(page)).toEqual([2]);
    await page.keyboard.press('d');
    await page.keyboard.press('o');
  });

  test('mirrors pairs, arrow keys and tap zones for right-to-left comics', async () => {
    const page = await read('Manga 1.cbz');
    await page.keyboard.press('d');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => listShown(page)).toEqual([3, 2]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => listShown(page)).toEqual([1]);
    await page.keyboard.press(' ');
    await expect.poll(() => listShown(page)).toEqual([3, 2]);
    await page.mouse.click(100, 400);
    await expect.poll(() => listShown(page)).toEqual([5, 4]);
  });

  test('turns pages by swiping in reading direction, or vertically if chosen', async () => {
    const page = await read('Manga 1.cbz', { viewport: phone });
    await swipe(page, [100, 400], [300, 410]);
    await isAt(page, '2 / 5');
    await swipe(page, [300, 400], [100, 390]);
    await isAt(page, '1 / 5');
    await page.keyboard.press('r');
    await swipe(page, [200, 600], [210, 300]);
    await isAt(page, '2 / 5');
    await page.keyboard.press('r');
    await page.keyboard.press('r');
  });

  test('fits the screen, the width or the height, or shows the original size', async () => {
    const page = await read('Plain 1.cbz');
    const measure = async () => {
      const box = await page.locator('[dir]:not([data-ahead]) > [data-page="1"]').boundingBox();
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
    };
    await page.keyboard.press('m');
    await expect.poll(measure).toEqual([533, 800]);
    await page.keyboard.press('c');
    await expect.poll(measure).toEqual([1280, 1920]);
    await page.keyboard.press(' ');
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(600);
    await isAt(page, '1 / 4');
    await page.keyboard.press(' ');
    await page.keyboard.press(' ');
    await isAt(page, '2 / 4');
    await page.keyboard.press('Home');
    await page.keyboard.press('c');
    await expect.poll(measure).toEqual([533, 800]);
    await page.keyboard.press('c');
    await expect.poll(measure).toEqual([40, 60]);
    await page.keyboard.press('c');
  });

  test('shows webtoons as one strip, and continues at the exact offset', async () => {
    const { id } = await findBook('Tower 1.cbz');
    const page = await web.signedIn(`/books/${id}/read`, { viewport: phone });
    await page.getByRole('button', { name: 'Got it' }).tap();
    await isAt(page, '1 / 6');
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, 6_000);
    await isAt(page, '3 / 6');
    const left = await scrollTop(page);
    expect(left).toBe(6_000);
    await show(page, 'comic strip');
    await expect
      .poll(async () => (await web.admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body)
      .toMatchObject({ currentPage: 3 });
    await page.reload();
    await isAt(page, '3 / 6');
    expect(Math.abs((await scrollTop(page)) - left)).toBeLessThan(3);
    const fetched = await page.locator('[data-slot] img').count();
    expect(fetched).toBeLessThan(6);
    await page.mouse.wheel(0, 20_000);
    await isAt(page, '6 / 6');
    await page.getByText('This is the last book.').waitFor();
  });

  test('opens the next book without leaving the reader, and goes back', async () => {
    const first = await findBook('Saga 001.cbz');
    const second = await findBook('Saga 002.cbz');
    const page = await read('Saga 001.cbz', { page: 7 });
    await page.keyboard.press('ArrowRight');
    await page.getByText('End of Saga').waitFor();
    await show(page, 'comic end');
    await expectAccessible(page);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('End of Saga').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`${web.base}/books/${second.id}/read`);
    await isAt(page, '1 / 3');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Read previous' }).click();
    await page.waitForURL(`${web.base}/books/${first.id}/read`);
  });

  test('stores settings of a series, and shares some with other devices', async () => {
    const { id } = await findBook('Plain 1.cbz');
    const page = await read('Plain 1.cbz');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByText('Double', { exact: true }).click();
    await page.getByRole('switch', { name: 'Grayscale' }).click();
    await page.getByRole('combobox', { name: 'Reading direction' }).selectOption('Right to left');
    await expect.poll(() => listShown(page)).toEqual([1]);
    await expectAccessible(page);
    await show(page, 'comic settings');
    const preference = `/api/v1/user/preferences/reader.comic.${(await findBook('Plain 1.cbz')).seriesId.slice(-1)}`;
    await expect
      .poll(async () => JSON.stringify((await web.admin.get(preference)).body))
      .toContain('"direction":"rtl"');
    await page.reload();
    await isAt(page, '1 / 4');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => listShown(page)).toEqual([3, 2]);
    const look = "getComputedStyle(document.querySelector('[dir]:not([data-ahead]) img')).filter";
    expect(await page.evaluate(look)).toContain('grayscale(1)');
    const other = await web.signedIn(`/books/${id}/read?page=1`, { viewport: phone });
    await other.getByRole('button', { name: 'Got it' }).tap();
    await other.keyboard.press('ArrowLeft');
    await expect.poll(() => listShown(other)).toEqual([2]);
    await showBars(other);
    await other.getByRole('button', { name: 'Appearance' }).tap();
    await other.getByRole('dialog').waitFor();
    await expectAccessible(other);
    await show(other, 'comic settings on a phone');
  });
});
