// EPUBs of every kind in the web client: appearance settings, writing directions, fixed layout.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeArabic, makeFixed, makeNovel, makeVertical } from '../harness/books/epubs.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import {
  bookFrames,
  bookText,
  openBook,
  openNew,
  readPercent,
  waitForText,
} from '../harness/browser/epub-page.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('EPUBs of every kind', () => {
  let web: Web;
  const books = new Map<string, BookDto>();

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Novel.epub': await makeNovel(),
        'Novels/Vertical.epub': makeVertical(),
        'Novels/Arabic.epub': makeArabic(),
        'Novels/Fixed.epub': makeFixed(),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
    const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
    for (const book of body.data) books.set(book.path.replace(/^.*\/|\.epub$/g, ''), book);
  }, 120_000);

  afterAll(() => web?.end());

  const open = (name: string, visit?: Visit) => openNew(web, name, visit);

  test('applies theme and font, also after a reload and on another device', async () => {
    const page = await open('Novel');
    const colorOf = () => bookFrames(page)[0]?.evaluate('getComputedStyle(document.body).color');
    const sizeOf = () => bookFrames(page)[0]?.evaluate('getComputedStyle(document.body).fontSize');
    await page.keyboard.press('s');
    await page.getByRole('radio', { name: 'Sepia' }).check();
    await expect.poll(colorOf).toBe('rgb(61, 47, 31)');
    await page.getByRole('slider', { name: 'Size' }).press('ArrowRight');
    await page.getByRole('slider', { name: 'Size' }).press('ArrowRight');
    await expect.poll(sizeOf).toBe('17.6px');
    await show(page, 'epub-look');
    await page.getByText('Scrolled', { exact: true }).click();
    await expect
      .poll(() => bookFrames(page)[0]?.evaluate('getComputedStyle(document.documentElement).columnWidth'))
      .toBe('auto');
    await page.reload();
    await page.locator('[data-shown]').waitFor();
    await expect.poll(colorOf).toBe('rgb(61, 47, 31)');
    await expect
      .poll(async () => (await web.admin.get<object>('/api/v1/user/preferences')).body)
      .toMatchObject({ 'web.epub.look': { theme: 'sepia', flow: 'scrolled', size: 110 } });
    const other = await web.signedIn('/');
    await openBook(other, web.base, books.get('Novel')?.id ?? '');
    await expect
      .poll(() => bookFrames(other)[0]?.evaluate('getComputedStyle(document.body).color'))
      .toBe('rgb(61, 47, 31)');
  });

  /** Computed style of the first paragraph of the visible document. */
  const styleOf = (page: Page, name: string) =>
    bookFrames(page)[0]?.evaluate(`getComputedStyle(document.querySelector('p:not([id=first])')).${name}`);
  /** Column width in pixels. */
  const columnOf = async (page: Page) =>
    Number.parseFloat(
      String(await bookFrames(page)[0]?.evaluate('getComputedStyle(document.documentElement).columnWidth')),
    );

  test('applies font size, line height and margins immediately, after a reload and on another device', async () => {
    const page = await open('Novel');
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('s');
    const push = (name: string, ...keys: string[]) =>
      keys.reduce(
        (before, key) => before.then(() => page.getByRole('slider', { name, exact: true }).press(key)),
        Promise.resolve(),
      );
    await page.getByRole('combobox', { name: 'Font' }).click();
    await page.getByRole('option', { name: 'Serif (Literata)' }).click();
    await expect.poll(() => styleOf(page, 'fontFamily')).toContain('Lectern chosen');
    await push('Size', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => styleOf(page, 'fontSize')).toBe('19.2px');
    await push('Line height', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => styleOf(page, 'lineHeight')).toBe('28.8px');
    await push('Letter spacing', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => styleOf(page, 'letterSpacing')).toBe('0.96px');
    await push('Word spacing', 'ArrowRight', 'ArrowRight');
    await expect.poll(() => styleOf(page, 'wordSpacing')).toBe('0.768px');
    const column = await columnOf(page);
    await push('Margins', 'End');
    await expect.poll(() => columnOf(page)).toBeLessThan(column - 50);
    await page.getByText('Justified', { exact: true }).click();
    await expect.poll(() => styleOf(page, 'textAlign')).toBe('justify');
    await page.getByRole('radiogroup', { name: 'Hyphenation' }).getByText('Off').click();
    await expect.poll(() => styleOf(page, 'hyphens')).toBe('manual');
    await show(page, 'epub-typography');
    const look = async (other: Page) => [
      ...(await Promise.all(
        ['fontSize', 'lineHeight', 'letterSpacing', 'wordSpacing', 'textAlign', 'hyphens'].map((name) =>
          styleOf(other, name),
        ),
      )),
      Math.round(await columnOf(other)),
    ];
    const chosen = await look(page);
    await page.reload();
    await page.locator('[data-shown]').waitFor();
    await expect.poll(() => look(page)).toEqual(chosen);
    await expect
      .poll(async () => (await web.admin.get<object>('/api/v1/user/preferences')).body)
      .toMatchObject({ 'web.epub.look': { font: 'serif', margin: 20, align: 'justify', hyphens: 'none' } });
    const other = await web.signedIn('/');
    await openBook(other, web.base, books.get('Novel')?.id ?? '');
    await expect.poll(() => look(other)).toEqual(chosen);
    // Back to the publisher's style in one step.
    await other.keyboard.press('s');
    await other.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => styleOf(other, 'fontSize')).toBe('16px');
    expect(await styleOf(other, 'fontFamily')).not.toContain('Lectern chosen');
  });

  test('sets columns, and settings of a single book', async () => {
    const page = await open('Novel', { viewport: { width: 1400, height: 800 } });
    await waitForText(page, 'Chapter 1');
    const two = await columnOf(page);
    expect(two).toBeLessThan(700);
    await page.keyboard.press('s');
    await page.getByRole('switch', { name: 'Only this book' }).check();
    await page.getByRole('slider', { name: 'Maximum line width' }).press('End');
    await page.getByText('One', { exact: true }).click();
    await expect.poll(() => columnOf(page)).toBeGreaterThan(1_000);
    await show(page, 'epub-one-column');
    await page.getByText('Two', { exact: true }).click();
    await expect.poll(() => columnOf(page)).toBeLessThan(700);
    await page.getByText('One', { exact: true }).click();
    await page.reload();
    await page.locator('[data-shown]').waitFor();
    await expect.poll(() => columnOf(page)).toBeGreaterThan(1_000);
    await openBook(page, web.base, books.get('Fixed')?.id ?? '');
    await page.keyboard.press('s');
    expect(await page.getByRole('switch', { name: 'Only this book' }).isChecked()).toBe(false);
  });

  test('enters full screen by key and button, with its panels, and leaves it', async () => {
    const page = await open('Novel');
    const isFull = () => page.evaluate('document.fullscreenElement !== null');
    await waitForText(page, 'Chapter 1');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(isFull).toBe(true);
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Contents' }).getByRole('button', { name: 'Chapter 2' }).click();
    await waitForText(page, 'Chapter 2');
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(false);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    // Closing the book ends full screen.
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Close book' }).click();
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
    await expect.poll(isFull).toBe(false);
  });

  test('stops a search, keeps its matches, and sends no more requests', async () => {
    const page = await open('Novel');
    await waitForText(page, 'Chapter 1');
    const asked: string[] = [];
    await page.route('**/c4.xhtml', () => undefined);
    page.on('request', (request) => asked.push(request.url()));
    await page.keyboard.press('/');
    await page.getByLabel('Find in book').fill('sentence 80');
    await page.keyboard.press('Enter');
    await page.getByText('3 results so far').waitFor();
    await page.getByRole('progressbar', { name: 'Search in book' }).waitFor();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/c4.xhtml'));
    await page.getByRole('button', { name: 'Stop' }).click();
    await ended;
    await page.getByText('3 results', { exact: true }).waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(asked.some((url) => /c[56]\.xhtml/.test(url))).toBe(false);
    await page.unroute('**/c4.xhtml');
    await page.getByLabel('Find in book').fill('petrichor');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 result', { exact: true }).waitFor();
  });

  test('turns pages by the chosen tap zones, shows them and stores the choice', async () => {
    const page = await open('Novel', { viewport: phone });
    await waitForText(page, 'Chapter 1');
    const settings = async () => {
      const button = page.getByRole('button', { name: 'Appearance' });
      if (!(await button.isVisible())) await page.touchscreen.tap(195, 60);
      await button.tap();
    };
    await settings();
    await page.getByRole('combobox', { name: 'Tap zones' }).selectOption('Kindle-style');
    await page.getByRole('button', { name: 'Show tap zones' }).tap();
    await page.getByText('Forward', { exact: true }).waitFor();
    await page.getByText('Back', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(page);
    await show(page, 'epub-zones');
    await page.getByRole('button', { name: 'Got it' }).tap();
    // The center, where the default zones would show the bars.
    await page.touchscreen.tap(195, 500);
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    const there = await readPercent(page);
    // Below the text, outside of any document.
    await page.touchscreen.tap(300, 835);
    await expect.poll(() => readPercent(page)).toBeGreaterThan(there);
    await page.reload();
    await page.locator('[data-shown]').waitFor();
    await settings();
    expect(await page.getByRole('combobox', { name: 'Tap zones' }).inputValue()).toBe('kindle');
    await page.getByRole('switch', { name: 'Invert tap zones' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const here = await readPercent(page);
    await page.touchscreen.tap(300, 500);
    await expect.poll(() => readPercent(page)).toBeLessThan(here);
  });

  test('continues with the next chapter in scroll mode', async () => {
    const page = await open('Novel');
    await page.keyboard.press('s');
    await page.getByText('Scrolled', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const turnUntil = async (wanted: string) => {
      await page.keyboard.press(' ');
      return (await bookText(page)).includes(wanted);
    };
    await expect.poll(() => turnUntil('Chapter 2'), { interval: 150 }).toBe(true);
    await show(page, 'epub-scrolled');
  });

  test('turns vertical Japanese and Arabic pages to the left', async () => {
    for (const [name, first] of [
      ['Vertical', '第0段'],
      ['Arabic', 'الفقرة 0'],
    ] as const) {
      const page = await open(name);
      await waitForText(page, first);
      await show(page, `epub-${name.toLowerCase()}`);
      const leftOf = async (button: string) =>
        (await page.getByRole('button', { name: button, exact: true }).boundingBox())?.x ?? Number.NaN;
      expect(await leftOf('Next chapter')).toBeLessThan(await leftOf('Next page'));
      expect(await leftOf('Next page')).toBeLessThan(await leftOf('Previous page'));
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => readPercent(page)).toBe(0);
      await page.mouse.click(100, 400);
      await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    }
    const page = await open('Vertical');
    const mode = 'getComputedStyle(document.body).writingMode';
    expect(await bookFrames(page)[0]?.evaluate(mode)).toBe('vertical-rl');
  });

  test('shows fixed-layout pages side by side on desktop, one by one on a phone', async () => {
    const wide = await open('Fixed');
    await waitForText(wide, 'Page 1');
    await wide.keyboard.press('ArrowRight');
    await waitForText(wide, /Page 2\nPage 3|Page 3\nPage 2/);
    await show(wide, 'epub-fixed');
    // Both fill the screen when the bars are hidden, and meet in its center.
    const boundsOf = '(({ left, top, bottom }) => [left, top, bottom])(frameElement.getBoundingClientRect())';
    const readBounds = () =>
      Promise.all(bookFrames(wide).map(async (frame) => (await frame.evaluate(boundsOf)) as number[]));
    await expect
      .poll(async () => (await readBounds()).map(([, ...heights]) => heights.map(Math.round)))
      .toEqual([
        [0, 800],
        [0, 800],
      ]);
    const [one = 0, other = 0] = (await readBounds()).map(([left]) => left);
    expect(Math.abs(other - one)).toBeCloseTo(600, -1);
    await wide.keyboard.press('ArrowRight');
    await waitForText(wide, 'Page 4');
    await expect
      .poll(async () =>
        (await web.admin.get<BookDto>(`/api/v1/books/${books.get('Fixed')?.id}`)).bytes.toString(),
      )
      .toContain('"completed":true');
    const narrow = await open('Fixed', { viewport: phone });
    await waitForText(narrow, 'Page 1');
    for (const n of [2, 3, 4]) {
      await narrow.keyboard.press('ArrowRight');
      await expect.poll(() => readPercent(narrow)).toBe((n - 1) * 25);
    }
  });
});
