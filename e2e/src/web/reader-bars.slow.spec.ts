// The bars of the readers: they never cover the text or page, and reading on hides them.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, makeImage, makeZip } from '@lectern/server/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFixed, makeNovel } from '../harness/books/epubs.ts';
import { makeGuide } from '../harness/books/pdfs.ts';
import { openBook } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { bookFrames, openNew, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { swipe } from '../harness/browser/touch.ts';
import { desk, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

async function makeTower(): Promise<Buffer> {
  const content = await makeImage({ width: 400, height: 1_200, color: 'hsl(30, 70%, 45%)', format: 'png' });
  return makeZip([1, 2, 3].map((number) => ({ name: `${number}.png`, content })));
}

const closeButton = (page: Page): Locator =>
  page.locator('main > header').getByRole('button', { name: 'Close book' });
const areGone = (page: Page) => closeButton(page).waitFor({ state: 'detached' });

/** Top and bottom in whole pixels. */
async function edgesOf(element: Locator): Promise<[top: number, bottom: number]> {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return [Math.round(y), Math.round(y + height)];
}

/** The space between the bars after their animation. */
async function roomOf(page: Page): Promise<[top: number, bottom: number]> {
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(async () => (await edgesOf(page.locator('main > header')))[0]).toBe(0);
  await expect.poll(async () => (await edgesOf(page.locator('main > footer')))[1]).toBe(height);
  return [
    (await edgesOf(page.locator('main > header')))[1],
    (await edgesOf(page.locator('main > footer')))[0],
  ];
}

const comicPage = (page: Page): Locator => page.locator('[dir]:not([data-ahead]) > [data-page]').first();

/** Top of the first and bottom of the last visible line of a text in columns. */
async function linesOf(page: Page): Promise<{ first: number; last: number }> {
  const found = await bookFrames(page)[0]?.evaluate(`(() => {
    const frame = frameElement.getBoundingClientRect();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const lines = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      lines.push(...range.getClientRects());
    }
    const seen = lines.filter(({ left, right, width }) =>
      width > 1 && frame.left + right > 0 && frame.left + left < parent.innerWidth);
    return {
      first: frame.top + Math.min(...seen.map(({ top }) => top)),
      last: frame.top + Math.max(...seen.map(({ bottom }) => bottom)),
    };
  })()`);
  return found as { first: number; last: number };
}

describe('the bars of the readers', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Plain/Plain 1.cbz': await makeCbz({ mark: 'bars', pages: 6 }),
        'Tower/Tower 1.cbz': await makeTower(),
        'Novels/Novel.epub': await makeNovel(),
        'Novels/Fixed.epub': makeFixed(),
        'Guide/Guide 1.pdf': makeGuide(4),
      },
    });
    const tower = await findBook(web.admin, 'Tower 1.cbz');
    await web.admin.patch(`/api/v1/series/${tower.seriesId}/metadata`, { readingDirection: 'webtoon' });
  }, 120_000);

  afterAll(() => web?.end());

  const read = async (end: string, visit: Visit = {}): Promise<Page> => {
    const book: BookDto = await findBook(web.admin, end);
    return openBook(web, book, { ...visit, search: '?page=1' });
  };

  test.each([desk, phone])(
    'leave room for a comic page, which fills the whole screen without them: %o',
    async (viewport) => {
      const page = await read('Plain 1.cbz', { viewport });
      const [top, bottom] = await roomOf(page);
      await expect.poll(async () => (await edgesOf(comicPage(page)))[0]).toBeGreaterThanOrEqual(top);
      expect((await edgesOf(comicPage(page)))[1]).toBeLessThanOrEqual(bottom);
      await show(page, `bars comic ${viewport.width}`);
      const source = await comicPage(page).locator('img').getAttribute('src');
      const { width = 0 } = (await comicPage(page).boundingBox()) ?? {};
      await page.keyboard.press('m');
      await areGone(page);
      const whole = (await comicPage(page).boundingBox())?.width ?? 0;
      // On a phone, the width limits the size.
      if (viewport === desk) expect(whole).toBeGreaterThan(width);
      else expect(whole).toBe(viewport.width);
      // The same image, not another size of it.
      expect(await comicPage(page).locator('img').getAttribute('src')).toBe(source);
      await show(page, `bars comic ${viewport.width} without`);
    },
  );

  test.each([
    ['an arrow', (page: Page) => page.keyboard.press('ArrowRight')],
    ['the space bar', (page: Page) => page.keyboard.press(' ')],
    ['Page Down', (page: Page) => page.keyboard.press('PageDown')],
    ['the wheel', (page: Page) => page.mouse.wheel(0, 100)],
    ['a tap', (page: Page) => page.mouse.click(1_200, 400)],
  ])('are hidden when a comic page is turned by %s', async (_, turn) => {
    const page = await read('Plain 1.cbz');
    await page.mouse.move(640, 400);
    await turn(page);
    await areGone(page);
    await page.getByText('2 / 6', { exact: true }).waitFor();
    await page.keyboard.press('m');
    await closeButton(page).waitFor();
    await page.keyboard.press('End');
    await areGone(page);
    await page.getByText('6 / 6', { exact: true }).waitFor();
  });

  test('are hidden when a comic page is turned by a swipe, and are shown by keyboard without letter shortcuts', async () => {
    const page = await read('Plain 1.cbz', { viewport: phone });
    await swipe(page, [300, 400], [100, 390]);
    await areGone(page);
    await page.getByText('2 / 6', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show menu' }).press('Enter');
    await closeButton(page).waitFor();
  });

  test('remain while they are used, with the page next to them', async () => {
    const page = await read('Plain 1.cbz');
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Page 4 of 6' }).click();
    await page.getByRole('button', { name: '4 / 6' }).waitFor();
    const [top, bottom] = await roomOf(page);
    expect(bottom).toBeLessThan(desk.height - 120);
    await expect.poll(async () => (await edgesOf(comicPage(page)))[1]).toBeLessThanOrEqual(bottom);
    expect((await edgesOf(comicPage(page)))[0]).toBeGreaterThanOrEqual(top);
    await show(page, 'bars comic thumbnails');
    await page.getByRole('slider', { name: 'Page' }).press('ArrowRight');
    await page.getByRole('button', { name: '5 / 6' }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: '6 / 6' }).waitFor();
    await page.locator('section[data-mode]').focus();
    await page.keyboard.press('ArrowLeft');
    await areGone(page);
    // The thumbnails were hidden with them.
    await page.keyboard.press('m');
    await closeButton(page).waitFor();
    expect(await page.getByRole('button', { name: 'Page 4 of 6' }).count()).toBe(0);
  });

  test('do not move a webtoon strip when they appear and disappear, and are hidden by scrolling', async () => {
    const page = await read('Tower 1.cbz');
    const slot = page.locator('[data-slot="1"]');
    const [top] = await roomOf(page);
    await expect.poll(async () => (await edgesOf(slot))[0]).toBe(top);
    await show(page, 'bars strip');
    await page.keyboard.press('m');
    await areGone(page);
    expect((await edgesOf(slot))[0]).toBe(top);
    await page.keyboard.press('m');
    await closeButton(page).waitFor();
    expect((await edgesOf(slot))[0]).toBe(top);
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 300);
    await areGone(page);
    await expect.poll(async () => (await edgesOf(slot))[0]).toBe(top - 300);
    await page.keyboard.press('m');
    await closeButton(page).waitFor();
    expect((await edgesOf(slot))[0]).toBe(top - 300);
    await page.getByRole('slider', { name: 'Page' }).press('ArrowRight');
    await expect.poll(async () => (await edgesOf(page.locator('[data-slot="2"]')))[0]).toBe(top);
    await page.keyboard.press('Escape');
  });

  test.each([desk, phone])('do not cover the lines of a text, which do not move: %o', async (viewport) => {
    const page = await openNew(web, 'Novel', { viewport });
    await waitForText(page, 'Chapter 1');
    // A page that is full of text.
    await page.keyboard.press('ArrowRight');
    await areGone(page);
    const percent = await readPercent(page);
    const before = await linesOf(page);
    await page.keyboard.press('m');
    await closeButton(page).waitFor();
    const [top, bottom] = await roomOf(page);
    await show(page, `bars epub ${viewport.width}`);
    const { first, last } = await linesOf(page);
    expect({ first, last }).toEqual(before);
    expect(first).toBeGreaterThanOrEqual(top);
    expect(last).toBeLessThanOrEqual(bottom);
    // The text uses the space, not the margins.
    expect(last - first).toBeGreaterThan((bottom - top) * 0.9);
    await page.keyboard.press(' ');
    await areGone(page);
    await expect.poll(() => readPercent(page)).toBeGreaterThan(percent);
    await show(page, `bars epub ${viewport.width} without`);
  });

  test('do not cover panels, next to which pages can be turned without movement', async () => {
    const page = await openNew(web, 'Novel');
    await waitForText(page, 'Chapter 1');
    const before = await linesOf(page);
    for (const [key, name] of [
      ['t', 'Contents'],
      ['/', 'Search in book'],
      ['n', 'Bookmarks and highlights'],
    ] as const) {
      await page.keyboard.press(key);
      const panel = page.getByRole('dialog', { name });
      await panel.locator(':focus').waitFor();
      expect(await linesOf(page)).toEqual(before);
      await panel.waitFor();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toMatch(/read$/);
    }
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Contents' }).getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    await page.getByRole('dialog', { name: 'Contents' }).waitFor();
    await show(page, 'contents beside the text');
    // Also by a tap next to it.
    await page.mouse.click(20, 400);
    await expect.poll(() => readPercent(page)).toBe(0);
  });

  test.each([desk, phone])(
    'leave room for the pages of a PDF, and are hidden by reading on: %o',
    async (viewport) => {
      const page = await read('Guide 1.pdf', { viewport });
      await page.locator('.textLayer').first().waitFor();
      const first = page.locator('.page[data-page-number="1"]');
      const [top, bottom] = await roomOf(page);
      await expect.poll(async () => (await edgesOf(first))[0]).toBeGreaterThanOrEqual(top);
      expect((await edgesOf(first))[1]).toBeLessThanOrEqual(bottom);
      await page.keyboard.press('m');
      await areGone(page);
      const region = page.getByRole('region', { name: 'Guide 1' });
      await expect.poll(() => edgesOf(region)).toEqual([0, viewport.height]);
      await show(page, `bars pdf ${viewport.width} without`);
      await page.mouse.click(viewport.width / 2, viewport.height - 40);
      await closeButton(page).waitFor();
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
      await page.mouse.wheel(0, 60);
      await areGone(page);
      await page.getByRole('button', { name: 'Show menu' }).press('Enter');
      await closeButton(page).waitFor();
      await page.keyboard.press('ArrowRight');
      await areGone(page);
      await page.locator('[role=region][data-page="2"]').waitFor();
      await page.getByRole('button', { name: 'Show menu' }).press('Enter');
      await closeButton(page).waitFor();
      await region.press('PageDown');
      await areGone(page);
    },
  );

  test('do not cover fixed-layout pages of an EPUB', async () => {
    const page = await openNew(web, 'Fixed');
    await waitForText(page, 'Page 1');
    const place = async () => {
      const box = 'JSON.stringify(frameElement.getBoundingClientRect())';
      const { top, bottom } = JSON.parse(String(await bookFrames(page)[0]?.evaluate(box))) as Record<
        'top' | 'bottom',
        number
      >;
      return [Math.round(top), Math.round(bottom)];
    };
    const room = await roomOf(page);
    await expect.poll(place).toEqual(room);
    await show(page, 'bars epub fixed');
    await page.keyboard.press('m');
    await areGone(page);
    await expect.poll(place).toEqual([0, desk.height]);
  });

  test.each([
    ['Plain 1.cbz', 'Appearance', desk],
    ['Plain 1.cbz', 'Appearance', phone],
    ['Guide 1.pdf', 'Appearance', desk],
    ['Guide 1.pdf', 'Contents', desk],
    ['Guide 1.pdf', 'Contents', phone],
    ['Guide 1.pdf', 'Search', desk],
    ['Guide 1.pdf', 'Search', phone],
    ['Novel.epub', 'Appearance', desk],
    ['Novel.epub', 'Appearance', phone],
    ['Novel.epub', 'Contents', desk],
    ['Novel.epub', 'Contents', phone],
    ['Novel.epub', 'Search in book', desk],
    ['Novel.epub', 'Search in book', phone],
    ['Novel.epub', 'Bookmarks and highlights', desk],
    ['Novel.epub', 'Bookmarks and highlights', phone],
  ])('neither dim nor cover the page next to a panel: %s, %s %o', async (end, name, viewport) => {
    const page = await openBook(web, await findBook(web.admin, end), { viewport });
    await page.getByRole('button', { name, exact: true }).click();
    const settings = page.getByRole('dialog', { name });
    await settings.waitFor();
    await expect
      .poll(() => settings.evaluate((panel: { getAnimations(): unknown[] }) => panel.getAnimations().length))
      .toBe(0);
    const { x = 0, y = 0 } = (await settings.boundingBox()) ?? {};
    // The area next to or above the page belongs to the reader, not to an overlay.
    const [left, top] = viewport === desk ? [x - 20, 400] : [195, y - 20];
    const hit = `document.elementFromPoint(${left}, ${top}).closest('section[data-mode], [role=region], [data-shown]') !== null`;
    expect(await page.evaluate(hit)).toBe(true);
    await show(page, `${name} ${end} ${viewport.width}`);
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/read$/);
  });

  test.each(['Plain 1.cbz', 'Guide 1.pdf'])(
    'are dark over a dark background, like their panels, in any theme: %s',
    async (end) => {
      const book = await findBook(web.admin, end);
      const page = await openBook(web, book, { context: { colorScheme: 'light' } });
      /** From 0 for black to 255 for white. */
      const lightOf = async (name: string) => {
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        return dialog.evaluate((one: object) => {
          const { backgroundColor } = Reflect.get(globalThis, 'getComputedStyle')(one);
          return Math.max(...(String(backgroundColor).match(/\d+/g) ?? ['255']).slice(0, 3).map(Number));
        });
      };
      await page.getByRole('button', { name: 'Appearance' }).click();
      expect(await lightOf('Appearance')).toBeLessThan(64);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      // Outside of the book, the chosen theme applies.
      await page.waitForURL(`${web.base}/books/${book.id}`);
      const paper = 'getComputedStyle(document.body).backgroundColor';
      await expect.poll(() => page.evaluate(paper)).toMatch(/^rgb\((2[45]\d, ){2}2[45]\d\)$/);
    },
  );

  test.each([
    ['Sepia', 'rgb(244, 236, 216)'],
    ['Black', 'rgb(0, 0, 0)'],
    ['Light', 'rgb(255, 255, 255)'],
  ])('have the colors of the page: %s', async (theme, paper) => {
    const page = await openNew(web, 'Novel', { context: { colorScheme: 'dark' } });
    await waitForText(page, 'Chapter 1');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: theme }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const bar of ['header', 'footer']) {
      const color = `getComputedStyle(document.querySelector('main > ${bar}')).backgroundColor`;
      expect(await page.evaluate(color)).toBe(paper);
    }
    await show(page, `bars epub ${theme}`);
  });
});
