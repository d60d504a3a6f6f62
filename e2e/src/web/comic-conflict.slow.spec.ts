// One reader with two devices: each knows the position of the other, and no position is lost.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { HistoryEntry } from '@lectern/contract/reading/progress';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, openIn, readPlace as read, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { holdBack } from '../harness/browser/pages.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('a comic on two devices', () => {
  let web: Web;
  const names = ['two', 'ask', 'stay', 'lost', 'back', 'leave', 'slow', 'ahead', 'behind'];

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const name of names) files[`${name}/${name} 1.cbz`] = await makeCbz({ mark: name, pages: 60 });
    web = await startWeb({ files });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (name: string) => find(web.admin, `${name} 1.cbz`);
  const readPlace = (book: BookDto) => read(web, book);
  const writePlace = ({ id }: BookDto, currentPage: number) =>
    web.admin.put(`/api/v1/books/${id}/progress`, { currentPage, deviceId: 'elsewhere' });
  const open = (book: BookDto, viewport = phone) =>
    openBook(web, book, { viewport, allow: /Failed to load|ERR_INTERNET/ });
  const isAt = (page: Page, number: number) => page.getByText(`${number} / 60`, { exact: true }).waitFor();
  const question = (page: Page) => page.getByRole('alert');

  test('continues where the other device stopped, without a question', async () => {
    const book = await findBook('two');
    const first = await open(book);
    await first.keyboard.press('ArrowRight');
    await first.keyboard.press('ArrowRight');
    await isAt(first, 3);
    await expect.poll(() => readPlace(book)).toBe(3);
    await showBars(first);
    await first.getByRole('button', { name: 'Close book' }).tap();
    const second = await open(book, { width: 1280, height: 800 });
    await isAt(second, 3);
    await second.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(4);
    await first.getByRole('link', { name: 'Continue p. 4' }).tap();
    await isAt(first, 4);
    expect(await question(first).count()).toBe(0);
  });

  test('asks when another device has moved on, goes there, and keeps both positions', async () => {
    const book = await findBook('ask');
    const page = await open(book);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(2);
    await writePlace(book, 57);
    await question(page).getByText('On another device you were at page 57. Go there?').waitFor();
    await show(page, 'comic conflict');
    await expectAccessible(page);
    // Turning a page keeps both positions.
    await page.keyboard.press('ArrowRight');
    await isAt(page, 3);
    await page.getByRole('button', { name: 'Go there' }).tap();
    await isAt(page, 57);
    await question(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(58);
  });

  test('stays at its page when the user chooses so, and saves it', async () => {
    const book = await findBook('stay');
    const page = await open(book);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(2);
    await writePlace(book, 40);
    await question(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Stay here' }).tap();
    await isAt(page, 3);
    await expect.poll(() => readPlace(book)).toBe(3);
    expect(await question(page).count()).toBe(0);
  });

  test('asks after having been offline, and again on opening until it is answered', async () => {
    const book = await findBook('lost');
    const page = await open(book);
    const heard = page.waitForResponse(
      (one) => /progress/.test(one.url()) && one.request().method() !== 'GET',
    );
    await page.keyboard.press('ArrowRight');
    await (await heard).finished();
    await expect.poll(() => readPlace(book)).toBe(2);
    await page.context().setOffline(true);
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    // Requests of a closing page bypass the offline emulation, so wait until the client has noticed the failure.
    const cutOff = page.waitForEvent('requestfailed', { predicate: (one) => /progress/.test(one.url()) });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 4);
    await cutOff;
    await writePlace(book, 30);
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.goto(`${web.base}/books/${book.id}/read`);
    await isAt(page, 4);
    await question(page).getByText('On another device you were at page 30. Go there?').waitFor();
    expect(await readPlace(book)).toBe(30);
    await page.reload();
    await isAt(page, 4);
    await page.getByRole('button', { name: 'Go there' }).tap();
    await isAt(page, 30);
    await page.reload();
    await isAt(page, 30);
    expect(await question(page).count()).toBe(0);
  });

  test('does not ask about its own position after a lost response', async () => {
    const book = await findBook('back');
    const page = await open(book);
    await page.keyboard.press('ArrowRight');
    await isAt(page, 2);
    await page.goto('about:blank');
    await expect.poll(() => readPlace(book)).toBe(2);
    await writePlace(book, 20);
    await page.goto(`${web.base}/books/${book.id}/read`);
    await isAt(page, 20);
    expect(await question(page).count()).toBe(0);
  });

  const listHistory = async ({ id }: BookDto) =>
    (await web.admin.get<{ data: HistoryEntry[] }>(`/api/v1/books/${id}/read-history`)).body.data.map(
      ({ currentPage, deviceId }) => [currentPage, deviceId?.replace(/^web-.*/, 'this')],
    );

  test('leaving does not override a later position, because the time of reading decides', async () => {
    const book = await findBook('leave');
    const page = await web.open({ viewport: phone, allow: /Failed to load/ });
    // Events of the other device are blocked, and the test controls the clock.
    await page.route('**/events', (route) => route.abort());
    await page.clock.install();
    await openIn(web, page, `/books/${book.id}/read`);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('ArrowRight');
    await isAt(page, 2);
    await writePlace(book, 57);
    // The page is closed ten seconds later by the device's clock: it was read before the position of the other device.
    await page.clock.setSystemTime(Date.now() + 70_000);
    await page.goto('about:blank');
    await expect.poll(async () => JSON.stringify(await listHistory(book))).toContain('[2,"this"]');
    expect(await readPlace(book)).toBe(57);
  });

  test('does not mistake its own delayed position for another device', async () => {
    const book = await findBook('slow');
    const page = await web.open({ viewport: phone, allow: /Failed to load/ });
    await page.route('**/events', (route) => route.abort());
    const asked = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/progress'));
    const release = await holdBack(page, '**/progress', 'PUT');
    await page.clock.install();
    await openIn(web, page, `/books/${book.id}/read`);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('ArrowRight');
    await isAt(page, 2);
    await page.clock.runFor(1_500);
    await asked;
    // A page turned while the first position is in transit is sent eight seconds later.
    await page.keyboard.press('ArrowRight');
    await isAt(page, 3);
    await page.clock.runFor(8_000);
    release();
    await expect.poll(() => readPlace(book)).toBe(3);
    expect(await question(page).count()).toBe(0);
  });

  test('wrong clocks, repeated requests and two devices lose no position', {
    timeout: 60_000,
  }, async () => {
    const day = 24 * 60 * 60_000;
    for (const [name, offMs] of [
      ['ahead', 3 * day],
      ['behind', -3 * day],
    ] as const) {
      const book = await findBook(name);
      const page = await web.open({ viewport: phone, allow: /Failed to load|ERR_INTERNET/ });
      await page.clock.install({ time: Date.now() + offMs });
      await openIn(web, page, `/books/${book.id}/read`);
      await page.context().setOffline(true);
      await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
      const cutOff = page.waitForEvent('requestfailed', { predicate: (one) => /progress/.test(one.url()) });
      for (const number of [2, 3]) {
        await page.keyboard.press('ArrowRight');
        await isAt(page, number);
      }
      await page.clock.runFor(2_000);
      await cutOff;
      await page.clock.runFor(10_000);
      await page.goto('about:blank');
      await page.context().setOffline(false);
      // Two windows find the same unsent position and send it.
      const other = await page.context().newPage();
      await other.clock.install({ time: Date.now() + offMs + 60_000 });
      await Promise.all([page.goto(`${web.base}/`), other.goto(`${web.base}/series`)]);
      await expect.poll(() => readPlace(book), { timeout: 10_000 }).toBe(3);
      const known = (await web.admin.get<{ updatedAt: string }>(`/api/v1/books/${book.id}/progress`)).body;
      // Dated with the time of reading, a short time ago.
      expect(Math.abs(Date.parse(known.updatedAt) - Date.now())).toBeLessThan(5 * 60_000);
      expect(await listHistory(book)).toEqual([[3, 'this']]);
      const listSessions = async () =>
        (await web.admin.get<{ data: { startedAt: string }[] }>(`/api/v1/reading-sessions?bookId=${book.id}`))
          .body.data;
      await expect.poll(async () => (await listSessions()).length).toBe(1);
      const [session] = await listSessions();
      expect(Math.abs(Date.parse(session?.startedAt ?? '') - Date.now())).toBeLessThan(5 * 60_000);
      // The book is finished on another device. Positions that this device still stores do not revert that.
      await web.admin.put(`/api/v1/books/${book.id}/progress`, { completed: true, deviceId: 'elsewhere' });
      await page.reload();
      await page.getByRole('heading').first().waitFor();
      expect(
        (await web.admin.get<{ completed: boolean }>(`/api/v1/books/${book.id}/progress`)).body.completed,
      ).toBe(true);
    }
  });
});
