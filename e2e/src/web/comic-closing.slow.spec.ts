// Turning pages and closing the window immediately: reading continues on the same device at the last visible page.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, readPlace } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

const manga = '<Manga>YesAndRightToLeft</Manga>';

/** Drops position writes, except the first ones, whose responses are dropped. */
const loseWrites = (page: Page, arriving: number) =>
  page.evaluate(`(() => {
    const real = window.fetch;
    let left = ${arriving};
    window.fetch = (address, init) => {
      if (init?.method !== 'PUT' || !/\\/progress$/.test(String(address))) return real(address, init);
      if (left-- > 0) void real(address, init);
      return new Promise(() => {});
    };
  })()`);

describe('closing a comic immediately after a page turn', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const name of ['database', 'answer', 'often'])
      files[`${name}/${name} 1.cbz`] = await makeCbz({ mark: name, pages: 20, comicInfo: manga });
    web = await startWeb({ files });
  }, 120_000);

  afterAll(() => web?.end());

  const open = (book: BookDto) => openBook(web, book, { viewport: phone, allow: /Failed to load|ERR_/ });
  const isAt = (page: Page, number: number) => page.getByText(`${number} / 20`, { exact: true }).waitFor();
  /** In a right-to-left comic, ArrowLeft turns forward and ArrowRight back. */
  const turn = (page: Page, ...keys: ('ArrowLeft' | 'ArrowRight')[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const reopen = async (page: Page, { id }: BookDto) => {
    const again = await page.context().newPage();
    await again.goto(`${web.base}/books/${id}/read`);
    await again.getByRole('button', { name: 'Close book' }).waitFor();
    return again;
  };
  /** Verifies the position on this device and on the server after the window was closed. */
  async function expectBackAt(number: number, page: Page, book: BookDto): Promise<void> {
    await page.close();
    const again = await reopen(page, book);
    await isAt(again, number);
    await expectNoQuestion(again);
    await expect.poll(() => readPlace(web, book)).toBe(number);
  }
  const expectNoQuestion = async (page: Page) => {
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(/On another device/).count()).toBe(0);
  };

  test('continues at the right page when IndexedDB missed the last turn', async () => {
    const book = await findBook(web.admin, 'database 1.cbz');
    const page = await open(book);
    await turn(page, 'ArrowLeft', 'ArrowLeft');
    await expect.poll(() => readPlace(web, book)).toBe(3);
    // From the second write on, simulates that a closing window does not complete its writes.
    await page.evaluate(`(() => {
      const { put } = IDBObjectStore.prototype;
      let left = 1;
      IDBObjectStore.prototype.put = function (...given) { return left-- > 0 ? put.apply(this, given) : this.count(); };
    })()`);
    await loseWrites(page, 0);
    await turn(page, 'ArrowLeft', 'ArrowRight');
    await isAt(page, 3);
    await expectBackAt(3, page, book);
  });

  test('continues at the right page when a response of the server was lost', async () => {
    const book = await findBook(web.admin, 'answer 1.cbz');
    const page = await open(book);
    await turn(page, 'ArrowLeft', 'ArrowLeft');
    await expect.poll(() => readPlace(web, book)).toBe(3);
    // The first write arrives without a response, and later writes are lost while the window closes.
    await loseWrites(page, 1);
    await turn(page, 'ArrowLeft');
    await expect.poll(() => readPlace(web, book)).toBe(4);
    await turn(page, 'ArrowRight');
    await isAt(page, 3);
    await expectBackAt(3, page, book);
  });

  test('continues at the last page, however fast pages were turned', {
    timeout: 90_000,
  }, async () => {
    const book = await findBook(web.admin, 'often 1.cbz');
    let page = await open(book);
    let at = 1;
    for (let round = 0; round < 8; round++) {
      const on = round % 2 === 0 ? 3 : 1;
      for (let i = 0; i < on; i++) void page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowRight');
      at += on - 1;
      await isAt(page, at);
      await page.close({ runBeforeUnload: false });
      page = await reopen(page, book);
      await isAt(page, at);
      await expectNoQuestion(page);
    }
  });
});
