// One reader, two devices: each knows where the other is, and nobody's place is lost.
import type { BookDto } from '@lectern/contract/books';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import { openBook, readPlace as read } from '../harness/reading.ts';
import { findBook as find } from '../harness/shelf.ts';
import { phone, show, startWeb, type Web } from '../harness/web.ts';

describe('a comic on two devices', () => {
  let web: Web;
  const names = ['two', 'ask', 'stay', 'lost', 'back'];

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

  test('goes on where the other device was left, without a question', async () => {
    const book = await findBook('two');
    const first = await open(book);
    await first.keyboard.press('ArrowRight');
    await first.keyboard.press('ArrowRight');
    await isAt(first, 3);
    await expect.poll(() => readPlace(book)).toBe(3);
    await first.getByRole('button', { name: 'Close the book' }).tap();
    const second = await open(book, { width: 1280, height: 800 });
    await isAt(second, 3);
    await second.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(4);
    await first.getByRole('link', { name: 'Continue on page 4' }).tap();
    await isAt(first, 4);
    expect(await question(first).count()).toBe(0);
  });

  test('asks when another device reads on meanwhile, goes there, and tells both places apart', async () => {
    const book = await findBook('ask');
    const page = await open(book);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(2);
    await writePlace(book, 57);
    await question(page).getByText('On another device you were at page 57. Go there?').waitFor();
    await show(page, 'comic conflict');
    await expectAccessible(page);
    // Whoever reads on first loses neither place.
    await page.keyboard.press('ArrowRight');
    await isAt(page, 3);
    await page.getByRole('button', { name: 'Go there' }).tap();
    await isAt(page, 57);
    await question(page).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(book)).toBe(58);
  });

  test('stays where it is when that is wanted, and that counts', async () => {
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

  test('asks after having been offline, and again at the next opening while nobody has answered', async () => {
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
    // What is sent as a page goes away passes by the emulation of being offline: only who has noticed sends nothing.
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

  test('says nothing of a place of its own whose answer nobody stayed to hear', async () => {
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
});
