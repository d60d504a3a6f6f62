// EPUBs in the web client, as somebody reads them.
import type { BookDto } from '@lectern/contract/books';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, readPercent, waitForText } from '../harness/epub-page.ts';
import { makeArabic, makeFixed, makeNovel, makeVertical } from '../harness/epubs.ts';
import { desk, show, startWeb, type Web } from '../harness/web.ts';

describe('the reader of EPUBs', () => {
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

  const idOf = (name: string) => books.get(name)?.id ?? '';
  const forget = (name: string) => web.admin.delete(`/api/v1/books/${idOf(name)}/progress`);
  async function open(name: string, options: { viewport?: typeof desk; query?: string } = {}) {
    const page = await web.signedIn('/', { viewport: options.viewport ?? desk });
    await openBook(page, web.base, idOf(name), options.query);
    return page;
  }

  test('turns pages by keys, and says how much is left', async () => {
    await forget('Novel');
    const page = await open('Novel');
    await waitForText(page, 'Chapter 1');
    await show(page, 'epub-desk');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(90);
    await waitForText(page, 'Chapter 6');
    await page.keyboard.press('Home');
    await expect.poll(() => readPercent(page)).toBe(0);
  });
});
