// Reading while the server is unreachable: position and reading time are sent later, once.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { makeCbz } from '@lectern/server/testing';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, readPlace as read, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { fillSignIn, password, phone, startWeb, type Web } from '../harness/browser/web.ts';

/** The position is requested before it is written. */
const isWriting = (request: Request) => /\/progress(\?|$)/.test(request.url());

describe('a comic offline', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const name of ['on', 'closed', 'others', 'time'])
      files[`${name}/${name} 1.cbz`] = await makeCbz({ mark: name, pages: 9 });
    web = await startWeb({ files });
    await web.admin.post('/api/v1/users', {
      username: 'ben',
      email: 'ben@example.org',
      password,
      role: 'reader',
    });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (name: string) => find(web.admin, `${name} 1.cbz`);
  const readPlace = (book: BookDto) => read(web, book);
  const open = (book: BookDto) =>
    openBook(web, book, { viewport: phone, allow: /Failed to load|ERR_INTERNET/ });
  const isAt = (page: Page, number: number) => page.getByText(`${number} / 9`, { exact: true }).waitFor();

  test('shows loaded pages, loads others when the server is back, and sends the position later', async () => {
    const book = await findBook('on');
    const page = await open(book);
    await isAt(page, 1);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    for (const number of [2, 3]) {
      await page.keyboard.press('ArrowRight');
      await isAt(page, number);
    }
    await page.getByRole('img', { name: 'Page 3 of 9' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Page 4 will load when it’s back.').waitFor();
    expect(await readPlace(book)).not.toBe(4);
    await page.context().setOffline(false);
    await expect.poll(() => readPlace(book), { timeout: 10_000 }).toBe(4);
    await page.locator('[dir]:not([data-ahead]) [data-state=there]').waitFor();
  });

  test('sends the position when the client opens again, on any page', async () => {
    const book = await findBook('closed');
    const page = await open(book);
    await page.context().setOffline(true);
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    const failing = page.waitForEvent('requestfailed', isWriting);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 3);
    await failing;
    await page.goto('about:blank');
    await page.context().setOffline(false);
    expect(await readPlace(book)).not.toBe(3);
    await page.goto(`${web.base}/libraries/new`);
    await expect.poll(() => readPlace(book), { timeout: 10_000 }).toBe(3);
  });

  test('does not send the position for another account', async () => {
    const book = await findBook('others');
    const page = await open(book);
    await page.context().setOffline(true);
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    const failing = page.waitForEvent('requestfailed', isWriting);
    await page.keyboard.press('ArrowRight');
    await isAt(page, 2);
    await failing;
    await page.goto('about:blank');
    await page.context().setOffline(false);
    // Another user signs in on the same device.
    await page.context().clearCookies();
    await page.addInitScript("localStorage.removeItem('lectern.accounts')");
    await page.goto(`${web.base}/sign-in`);
    await fillSignIn(page, 'ben');
    await page.waitForURL(`${web.base}/`);
    await page.getByRole('heading').first().waitFor();
    const his = `fetch('${web.base}/api/v1/books/${book.id}/progress').then((one) => one.status)`;
    expect(await page.evaluate(his)).toBe(404);
    expect(await readPlace(book)).not.toBe(2);
    await page.context().clearCookies();
    await page.goto(`${web.base}/sign-in`);
    await fillSignIn(page, 'admin');
    await expect.poll(() => readPlace(book), { timeout: 10_000 }).toBe(2);
  });

  test('records reading time and pages', async () => {
    const book = await findBook('time');
    const page = await open(book);
    // Only displayed pages count.
    const waitFor = (number: number) => page.locator(`[data-page="${number}"][data-state=there]`).waitFor();
    await waitFor(1);
    for (const number of [2, 3, 4]) {
      await page.keyboard.press('ArrowRight');
      await isAt(page, number);
      await waitFor(number);
    }
    await showBars(page);
    await page.getByRole('button', { name: 'Close book' }).tap();
    const list = async () =>
      (await web.admin.get<{ data: ReadingSession[] }>(`/api/v1/reading-sessions?bookId=${book.id}`)).body
        .data;
    await expect.poll(list).toMatchObject([{ startPage: 1, endPage: 4, pagesRead: 4 }]);
  });
});
