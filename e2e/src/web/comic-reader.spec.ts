// The comic reader in a real browser: each layout, on phone and desktop.
import { makeCbz, makeImage, makeZip } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, openIn, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { pinch, swipe } from '../harness/browser/touch.ts';
import { desk, fillSignIn, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

/** Pages by size: `u` upright, `w` wide, `x` broken, `l` long as in a webtoon, `b` large. */
async function makeComic(pages: string, mark: string, comicInfo = ''): Promise<Buffer> {
  const sizes = { u: [400, 600], w: [800, 600], l: [400, 2_400], b: [1_600, 2_400] } as const;
  const entries = await Promise.all(
    [...pages].map(async (kind, index) => {
      const name = `${String(index + 1).padStart(3, '0')}.png`;
      if (kind === 'x') return { name, content: 'no picture' };
      const [width, height] = sizes[kind as keyof typeof sizes];
      const color = `hsl(${(index * 47) % 360}, 70%, 45%)`;
      return { name, content: await makeImage({ width, height, color, format: 'png' }) };
    }),
  );
  const info = `<?xml version="1.0"?><ComicInfo>${comicInfo}</ComicInfo>`;
  return makeZip([...entries, { name: 'mark.txt', content: mark }, { name: 'ComicInfo.xml', content: info }]);
}

describe('the comic reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeComic('uuuwuuu', 'one'),
        'Saga/Saga 002.cbz': await makeComic('uuu', 'two'),
        'Manga/Manga 1.cbz': await makeComic('uuuuu', 'm', '<Manga>YesAndRightToLeft</Manga>'),
        'Tower/Tower 1.cbz': await makeComic('llllll', 'w'),
        'Broken/Broken 1.cbz': await makeComic('uxu', 'b'),
        'Large/Large 1.cbz': await makeComic('bb', 'l'),
        'Plain/Plain 1.cbz': await makeCbz({ mark: 'p', pages: 4 }),
      },
    });
    const tower = await findBook('Tower 1.cbz');
    await web.admin.patch(`/api/v1/series/${tower.seriesId}/metadata`, { readingDirection: 'webtoon' });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  /** Opens the book with the tap zone hint dismissed. */
  const read = async (end: string, { page = 1, ...visit }: Visit & { page?: number } = {}): Promise<Page> => {
    return openBook(web, await findBook(end), { ...visit, search: `?page=${page}` });
  };
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

  test('shows the bars with thumbnails by key, without a frame around the pages', async () => {
    const page = await read('Plain 1.cbz');
    const bars = page.getByRole('button', { name: 'Close book' });
    await bars.waitFor();
    await page.keyboard.press('m');
    await bars.waitFor({ state: 'detached' });
    await page.locator('section[data-mode]').focus();
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('none');
    await page.keyboard.press('t');
    await bars.waitFor();
    await page.getByRole('button', { name: 'Page 3 of 4' }).waitFor();
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

  test('zooms by pinch, double tap, wheel and keys, and pans by dragging', async () => {
    const width = async (page: Page) =>
      Math.round((await page.locator('[dir]:not([data-ahead]) > [data-page]').boundingBox())?.width ?? 0);
    const page = await read('Plain 1.cbz', { viewport: phone });
    const fitting = await width(page);
    await pinch(page, [195, 420], [60, 180]);
    await expect.poll(() => width(page)).toBeGreaterThan(fitting * 2.5);
    await page.touchscreen.tap(195, 420);
    await page.touchscreen.tap(195, 420);
    await expect.poll(() => width(page)).toBe(fitting);
    await page.touchscreen.tap(195, 420);
    await page.touchscreen.tap(195, 420);
    await expect.poll(() => width(page)).toBeGreaterThan(fitting * 2);
    const atDesk = await read('Plain 1.cbz');
    const whole = await width(atDesk);
    await atDesk.mouse.move(640, 400);
    await atDesk.keyboard.down('Control');
    await atDesk.mouse.wheel(0, -300);
    await atDesk.keyboard.up('Control');
    await expect.poll(() => width(atDesk)).toBeGreaterThan(whole * 2);
    const before = await scrollTop(atDesk);
    await atDesk.mouse.down();
    await atDesk.mouse.move(640, 300, { steps: 4 });
    await atDesk.mouse.up();
    expect(await scrollTop(atDesk)).toBe(before + 100);
    await isAt(atDesk, '1 / 4');
    await atDesk.keyboard.press('0');
    await expect.poll(() => width(atDesk)).toBe(whole);
    await atDesk.mouse.wheel(0, 100);
    await isAt(atDesk, '2 / 4');
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

  test('offers every action in the bars and by key, with a help page', async () => {
    const page = await read('Saga 001.cbz');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await show(page, 'comic help');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Page 4 of 7' }).click();
    await isAt(page, '4 / 7');
    await expectAccessible(page);
    await show(page, 'comic thumbnails');
    await page.keyboard.press('t');
    await page.getByRole('button', { name: '4 / 7' }).click();
    await page.getByRole('textbox', { name: 'Page' }).fill('6');
    await page.keyboard.press('Enter');
    await isAt(page, '6 / 7');
    await page.getByRole('slider', { name: 'Page' }).focus();
    await page.keyboard.press('ArrowRight');
    await isAt(page, '7 / 7');
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Close book' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(false);
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

  test('opens the next book of the read list that the book was opened from', async () => {
    const manga = await findBook('Manga 1.cbz');
    const saga = await findBook('Saga 002.cbz');
    const { body } = await web.admin.post<{ id: string }>('/api/v1/readlists', {
      name: 'Both',
      ids: [saga.id, manga.id],
    });
    const page = await web.signedIn(`/books/${saga.id}/read?list=${body.id}&page=3`);
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Next book' }).click();
    await page.waitForURL(`${web.base}/books/${manga.id}/read?list=${body.id}`);
    await page.getByRole('button', { name: 'Previous book' }).waitFor();
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

  test('preloads two pages ahead and one behind, and no more', async () => {
    const { id } = await findBook('Saga 001.cbz');
    const page = await web.open();
    await page.goto(`${web.base}/sign-in`);
    await fillSignIn(page, 'admin');
    await page.waitForURL(`${web.base}/`);
    const fetched = new Set<string>();
    page.on('request', (request) => {
      const [, number] = /pages\/(\d+)(?:\?|$)/.exec(request.url()) ?? [];
      if (number) fetched.add(number);
    });
    await page.goto(`${web.base}/books/${id}/read?page=3`);
    await isAt(page, '3 / 7');
    await expect.poll(() => [...fetched].sort()).toEqual(['2', '3', '4', '5']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => [...fetched].sort()).toEqual(['2', '3', '4', '5', '6']);
  });

  test('requests pages in the size of a small screen until zoomed', async () => {
    const page = await read('Large 1.cbz', { viewport: phone });
    const source = () => page.locator('[dir]:not([data-ahead]) img').first().getAttribute('src');
    expect(await source()).toMatch(/pages\/1\?width=480$/);
    await page.touchscreen.tap(195, 420);
    await page.touchscreen.tap(195, 420);
    await expect.poll(source).toMatch(/pages\/1$/);
    await page.getByRole('button', { name: 'Appearance' }).tap();
    await page.getByRole('switch', { name: /at screen size/ }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(source).toMatch(/pages\/2$/);
  });

  test('marks a broken page and continues', async () => {
    const page = await read('Broken 1.cbz', { allow: /Failed to load resource/ });
    await page.keyboard.press('ArrowRight');
    await page.getByText('Page 2 can’t be shown').waitFor();
    await show(page, 'comic broken');
    await expectAccessible(page);
    const again = page.waitForResponse(/pages\/2/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await again;
    await page.getByText('Page 2 can’t be shown').waitFor();
    await page.keyboard.press('ArrowRight');
    await isAt(page, '3 / 3');
  });

  test('keeps the screen on while a book is open', async () => {
    const page = await web.open();
    await page.addInitScript(
      `window.locks = 0; Object.defineProperty(navigator, 'wakeLock', { value: {
        request: async () => { window.locks += 1; return { release: async () => { window.locks -= 1; } }; } } });`,
    );
    const { id } = await findBook('Plain 1.cbz');
    await openIn(web, page, `/books/${id}/read?page=1`);
    expect(await page.evaluate('window.locks')).toBe(1);
    await page.getByRole('button', { name: 'Close book' }).click();
    await page.waitForURL(`${web.base}/books/${id}`);
    await expect.poll(() => page.evaluate('window.locks')).toBe(0);
  });

  test.each(['light', 'dark'] as const)('is accessible on phone and desktop, %s', async (colorScheme) => {
    for (const viewport of [desk, phone]) {
      const page = await read('Saga 002.cbz', { viewport, context: { colorScheme } });
      await expectAccessible(page);
      await show(page, `comic ${colorScheme} ${viewport.width}`);
    }
  });
});
