// The comic reader: bars, zoom, preloading and broken pages.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComic } from '../harness/books/comics.ts';
import { openAt, openIn } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { pinch } from '../harness/browser/touch.ts';
import { desk, fillSignIn, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('the comic reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeComic('uuuwuuu', 'one'),
        'Saga/Saga 002.cbz': await makeComic('uuu', 'two'),
        'Manga/Manga 1.cbz': await makeComic('uuuuu', 'm', '<Manga>YesAndRightToLeft</Manga>'),
        'Broken/Broken 1.cbz': await makeComic('uxu', 'b'),
        'Large/Large 1.cbz': await makeComic('bb', 'l'),
        'Plain/Plain 1.cbz': await makeCbz({ mark: 'p', pages: 4 }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  const read = (end: string, visit?: Visit & { page?: number }) => openAt(web, end, visit);
  const isAt = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
  const scrollTop = (page: Page) =>
    page.locator('section[data-mode]').evaluate((stage: { scrollTop: number }) => stage.scrollTop);

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
