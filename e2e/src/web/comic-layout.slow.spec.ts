// Page layout of comics: pages per screen by the shape of screen and pages, split pages, and cropped borders.
import { makeJxl, makeZip } from '@lectern/server/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeComic } from '../harness/books/comics.ts';
import { openAt, openBook, readPlace, showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('the layout of a comic', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeComic('uuwuuu', 'saga'),
        'Manga/Manga 1.cbz': await makeComic('uwu', 'manga', '<Manga>YesAndRightToLeft</Manga>'),
        'Tower/Tower 1.cbz': await makeComic('ullll', 'tower'),
        'Scan/Scan 1.cbz': await makeComic('uuu', 'scan'),
        'Large/Large 1.cbz': await makeComic('bbb', 'large'),
        'Modern/Modern 1.cbz': makeZip([
          { name: '1.jxl', content: await makeJxl({ width: 400, height: 600 }) },
        ]),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const read = (end: string, visit?: Visit & { page?: number }) => openAt(web, end, visit);
  const settingsOf = async (page: Page): Promise<Locator> => {
    await showBars(page);
    await page.getByRole('button', { name: 'Appearance' }).click();
    return page.getByRole('dialog', { name: 'Appearance' });
  };
  const isAt = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });
  /** Visible pages with the visible part of each image: left edge and width as fractions. */
  const findView = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
      const pages = [...document.querySelectorAll('[dir]:not([data-ahead]) > [data-page]')];
      return pages.map((box) => {
        const [outer, inner] = [box, box.querySelector('img')].map((one) => one?.getBoundingClientRect());
        const round = (share) => Math.round(share * 100) / 100;
        return inner && [Number(box.dataset.page), round((outer.x - inner.x) / inner.width),
          round(outer.width / inner.width), round(outer.height / inner.height)];
      });
    })()`);

  test('shows two pages if the screen is wide enough, otherwise one', async () => {
    const page = await read('Saga 1.cbz');
    const settings = await settingsOf(page);
    await settings.getByText('Auto', { exact: true }).click();
    await settings.getByRole('switch', { name: 'Cover alone' }).uncheck();
    await isAt(page, 'Pages 1 and 2 of 6');
    await show(page, 'comic-layout auto');
    await expectAccessible(page);
    await page.setViewportSize({ width: 768, height: 1_024 });
    await isAt(page, 'Page 1 of 6');
    expect(await settings.getByRole('switch', { name: 'Cover alone' }).count()).toBe(0);
    await page.setViewportSize({ width: 1_024, height: 768 });
    await isAt(page, 'Pages 1 and 2 of 6');
    // The setting for the cover is not changed.
    expect(await settings.getByRole('switch', { name: 'Cover alone' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await isAt(page, 'Page 1 of 6');
    await page.keyboard.press('d');
    await isAt(page, 'Pages 1 and 2 of 6');
  });

  test('shows a shadow only where two pages meet', async () => {
    const page = await read('Saga 1.cbz');
    const settings = await settingsOf(page);
    await settings.getByText('Double', { exact: true }).click();
    await settings.getByRole('switch', { name: 'Cover alone' }).uncheck();
    await settings.getByRole('switch', { name: 'Shadow between pages' }).check();
    const gutter = page.locator('[data-gutter]:not([data-ahead])');
    await gutter.waitFor();
    await show(page, 'comic-layout gutter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 3 of 6');
    expect(await gutter.count()).toBe(0);
  });

  test('splits wide pages into halves in reading direction, and saves the page', async () => {
    const book = await findBook(web.admin, 'Manga 1.cbz');
    const page = await openBook(web, book, { viewport: phone, search: '?page=1' });
    const settings = await settingsOf(page);
    await settings.getByRole('switch', { name: 'Split wide pages' }).check();
    await settings.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 2 of 3, first half');
    await expect.poll(() => findView(page)).toEqual([[2, 0.5, 0.5, 1]]);
    await show(page, 'comic-layout half');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 2 of 3, second half');
    await expect.poll(() => findView(page)).toEqual([[2, 0, 0.5, 1]]);
    await expect.poll(() => readPlace(web, book)).toBe(2);
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 3 of 3');
    // Back from the second half.
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 2 of 3, second half');
    await page.reload();
    await isAt(page, 'Page 1 of 3');
    await page.keyboard.press('ArrowLeft');
    await isAt(page, 'Page 2 of 3, first half');
    // Pages in a spread are never split.
    await page.keyboard.press('d');
    await isAt(page, 'Page 2 of 3');
    await expect.poll(() => findView(page)).toEqual([[2, 0, 1, 1]]);
    await page.keyboard.press('d');
    await page.keyboard.press('w');
  });

  test('crops borders without cutting content, and remembers it for the series on every device', async () => {
    const book = await findBook(web.admin, 'Scan 1.cbz');
    const page = await read('Scan 1.cbz');
    // The right half of each page is white; at most a fifth is cropped on a side.
    await expect.poll(() => findView(page)).toEqual([[1, 0, 1, 1]]);
    const settings = await settingsOf(page);
    await settings.getByRole('switch', { name: 'Crop borders' }).check();
    await expect.poll(() => findView(page)).toEqual([[1, 0, 0.8, 1]]);
    await show(page, 'comic-layout cropped');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    // Analyzed before it is shown, so that it never jumps.
    await isAt(page, 'Page 2 of 3');
    expect(await findView(page)).toEqual([[2, 0, 0.8, 1]]);
    const preference = `/api/v1/user/preferences/reader.comic.${book.seriesId.slice(-1)}`;
    await expect
      .poll(async () => JSON.stringify((await web.admin.get(preference)).body))
      .toContain('"isCropped":true');
    const other = await read('Scan 1.cbz', { viewport: phone });
    await expect.poll(() => findView(other)).toEqual([[1, 0, 0.8, 1]]);
    await other.keyboard.press('x');
    await expect.poll(() => findView(other)).toEqual([[1, 0, 1, 1]]);
  });

  test('shows very tall pages as a webtoon by default', async () => {
    const page = await read('Tower 1.cbz');
    await page.locator('section[data-mode="strip"]').waitFor();
    await page.keyboard.press('v');
    await page.locator('section[data-mode="paged"]').waitFor();
    await page.reload();
    await page.locator('section[data-mode="paged"]').waitFor();
    const saga = await read('Saga 1.cbz', { viewport: phone });
    expect(await saga.locator('section[data-mode="paged"]').count()).toBe(1);
  });

  test('saves data when the browser or the reader requests it', async () => {
    const source = (page: Page) => page.locator('[dir]:not([data-ahead]) img').first().getAttribute('src');
    const { id } = await findBook(web.admin, 'Large 1.cbz');
    const page = await read('Large 1.cbz');
    expect(await source(page)).toMatch(/pages\/1\?width=640$/);
    await page.addInitScript(
      `Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`,
    );
    await page.goto(`${web.base}/books/${id}/read?page=1`);
    await expect.poll(() => source(page)).toMatch(/pages\/1\?width=640&format=webp$/);
    const settings = await settingsOf(page);
    const saving = settings.getByRole('combobox', { name: 'Data saver' });
    await saving.selectOption('Never');
    await expect.poll(() => source(page)).toMatch(/pages\/1\?width=640$/);
    await saving.selectOption('Always');
    await settings.getByRole('switch', { name: /at screen size/ }).uncheck();
    await expect.poll(() => source(page)).toMatch(/pages\/1\?width=640&format=webp$/);
    await show(page, 'comic-layout settings');
    const bytes = async (query: string) =>
      (await (await page.context().request.get(`${web.base}/api/v1/books/${id}/pages/1${query}`)).body())
        .length;
    expect(await bytes('?width=640&format=webp')).toBeLessThan((await bytes('')) / 2);
  });

  test('shows JPEG XL pages: converted, or unchanged if the browser accepts the format', async () => {
    const { id } = await findBook(web.admin, 'Modern 1.cbz');
    for (const [accept, type] of [
      [{}, 'image/webp'],
      [{ accept: 'image/jxl,image/webp,*/*' }, 'image/jxl'],
    ] as const) {
      const page = await web.signedIn('/', { context: { extraHTTPHeaders: { ...accept } } });
      const answered = page.waitForResponse((response) => response.url().endsWith(`${id}/pages/1`));
      await page.goto(`${web.base}/books/${id}/read?page=1`);
      expect(await (await answered).headerValue('content-type')).toBe(type);
      if (type === 'image/webp') await page.locator('[data-page="1"][data-state="there"]').waitFor();
    }
  });
});
