// EPUBs of every kind in the web client: in the look that somebody likes, in every direction, with fixed pages.
import type { BookDto } from '@lectern/contract/books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookFrames, bookText, openBook, openNew, readPercent, waitForText } from '../harness/epub-page.ts';
import { makeArabic, makeFixed, makeNovel, makeVertical } from '../harness/epubs.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/web.ts';

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

  test('is shown as one likes it, also the next time and on the next device', async () => {
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
    await page.getByText('Scrolls', { exact: true }).click();
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

  test('goes on to the next chapter where the text scrolls', async () => {
    const page = await open('Novel');
    await page.keyboard.press('s');
    await page.getByText('Scrolls', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const turnUntil = async (wanted: string) => {
      await page.keyboard.press(' ');
      return (await bookText(page)).includes(wanted);
    };
    await expect.poll(() => turnUntil('Chapter 2'), { interval: 150 }).toBe(true);
    await show(page, 'epub-scrolled');
  });

  test('turns Japanese columns and Arabic pages to the left', async () => {
    for (const [name, first] of [
      ['Vertical', '第0段'],
      ['Arabic', 'الفقرة 0'],
    ] as const) {
      const page = await open(name);
      await waitForText(page, first);
      await show(page, `epub-${name.toLowerCase()}`);
      expect(await page.getByRole('button', { name: 'Next page' }).boundingBox()).toMatchObject({
        x: expect.closeTo(12, -1),
      });
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

  test('shows fixed pages side by side on a desk, one by one on a phone', async () => {
    const wide = await open('Fixed');
    await waitForText(wide, 'Page 1');
    await wide.keyboard.press('ArrowRight');
    await waitForText(wide, /Page 2\nPage 3|Page 3\nPage 2/);
    await show(wide, 'epub-fixed');
    const placeOf = 'JSON.stringify(frameElement.getBoundingClientRect())';
    const places = await Promise.all(
      bookFrames(wide).map(
        async (frame) =>
          JSON.parse(String(await frame.evaluate(placeOf))) as Record<'top' | 'bottom' | 'left', number>,
      ),
    );
    expect(places.map(({ top, bottom }) => [Math.round(top), Math.round(bottom)])).toEqual([
      [0, 800],
      [0, 800],
    ]);
    expect(Math.abs((places[1]?.left ?? 0) - (places[0]?.left ?? 0))).toBeCloseTo(600, -1);
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
