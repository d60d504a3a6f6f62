// Cards of books and series: their actions, and placeholders for missing covers.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, makeEpub } from '@lectern/server/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReaders, findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('cards', () => {
  let web: Web;
  let saga: BookDto;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 3 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 3 }),
        'Bare/A novel without a picture.epub': makeEpub({}),
      },
    });
    saga = await findBook(web.admin, 'Saga 001.cbz');
    await addReaders(web.admin, 'mia', 'noah', 'emma', 'olga');
  }, 60_000);

  afterAll(() => web?.end());

  const card = (page: Page, name: string | RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  const menu = (page: Page) => page.getByRole('menu');
  const statusOf = async (page: Page, id: string) => {
    const book = (await page.evaluate(`fetch('api/v1/books/${id}').then((answer) => answer.json())`)) as {
      book: BookDto;
    };
    return book.book.readProgress?.completed ?? false;
  };

  test('open the reader with one click, and mark a book as read, with undo', async () => {
    const page = await web.signedIn('/books', { username: 'mia' });
    const one = card(page, /Saga 001/);
    await one.hover();
    const tick = one.getByRole('button', { name: 'Saga 001 is read' });
    await tick.click();
    await expect.poll(() => statusOf(page, saga.id)).toBe(true);
    await one.getByText('Read', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => statusOf(page, saga.id)).toBe(false);
    await one.hover();
    await show(page, 'a card that is pointed at');
    await expectAccessible(page);
    await one.getByRole('button', { name: 'Read Saga 001' }).click();
    await page.waitForURL(`**/books/${saga.id}/read`);
  });

  test('of series open the next book', async () => {
    const page = await web.signedIn('/series', { username: 'noah' });
    const one = card(page, /Saga/);
    await one.hover();
    await one.getByRole('button', { name: 'Read Saga', exact: true }).click();
    await page.waitForURL(`**/books/${saga.id}/read`);
  });

  test('open readers and menus immediately after loading', async () => {
    const page = await web.signedIn('/books', { username: 'olga' });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    /** Advances the otherwise paused clock of the page until the element is shown. Returns the milliseconds. */
    const countMs = async (shown: Locator): Promise<number> => {
      let count = 0;
      const look = async () => {
        count++;
        await page.clock.runFor(1);
        return shown.isVisible();
      };
      await expect.poll(look, { interval: 40 }).toBe(true);
      return count;
    };
    await page.goto(`${web.base}/books/${saga.id}/read`);
    // React delays the replacement of a Suspense fallback by 300 ms.
    expect(await countMs(page.getByRole('button', { name: 'Close book' }).first())).toBeLessThan(280);
    await page.goto(`${web.base}/books`);
    const link = page.getByRole('link', { name: /Saga 002/ });
    await countMs(link);
    await link.dispatchEvent('contextmenu', { clientX: 300, clientY: 300 });
    expect(await countMs(menu(page))).toBeLessThan(280);
  });

  test('open a menu by right click, button and keys, and restore the focus', async () => {
    const page = await web.signedIn('/books', { username: 'mia' });
    const link = page.getByRole('link', { name: /Saga 002/ });
    const names = async () => {
      await menu(page).waitFor();
      return (await menu(page).getByRole('menuitem').allInnerTexts()).map((name) => name.trim());
    };
    await link.click({ button: 'right' });
    const shown = await names();
    expect(shown).toEqual([
      'Read',
      'Read incognito',
      'Mark as read',
      'Want to read',
      'Download',
      'Go to series',
      'Select',
    ]);
    await expectAccessible(page);
    await show(page, 'the menu of a card');
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await link.focus();
    await page.keyboard.press('Shift+F10');
    expect(await names()).toEqual(shown);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.textContent ?? ""')).toContain('Saga 002');
    await card(page, /Saga 002/).hover();
    await page.getByRole('button', { name: 'Actions for Saga 002' }).click();
    await menu(page).getByRole('menuitem', { name: 'Want to read' }).click();
    await page.getByText('Saga 002 was added to Want to read').waitFor();
    await link.click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Remove from Want to read' }).waitFor();
  });

  test('let users with permission edit a book and add it to a list', async () => {
    const page = await web.signedIn('/books');
    await page.getByRole('link', { name: /Saga 002/ }).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Add to a read list' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Saga 002/ }).click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  });

  test('open their menu by a long press on a phone', async () => {
    const page = await web.signedIn('/', { username: 'emma', viewport: phone });
    const link = page.getByRole('region', { name: 'Recently added books' }).getByRole('link', {
      name: /Saga 001/,
    });
    await link.scrollIntoViewIfNeeded();
    const box = await link.boundingBox();
    const touchPoints = [{ x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 60 }];
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await menu(page).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await show(page, 'the menu of a card on a phone');
    await menu(page).getByRole('menuitem', { name: 'Mark as read' }).tap();
    await expect.poll(() => statusOf(page, saga.id)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('show a blurred image until the cover is loaded, and a generated cover if there is none', async () => {
    const { title } = await findBook(web.admin, 'A novel without a picture.epub');
    const name = new RegExp(title);
    const signedIn = await web.signedIn('/books');
    const designed = card(signedIn, name).locator('[class*=designed]');
    await designed.waitFor();
    expect(await designed.textContent()).toContain(title);
    const held = await web.signedIn('/');
    await held.route('**/thumbnail*', () => undefined);
    await held.goto(`${web.base}/books`);
    await held.getByRole('link', { name: /Saga 001/ }).waitFor();
    const styleOf = async (of: RegExp) =>
      (await card(held, of).locator('[class*=box]').getAttribute('style')) ?? '';
    expect(await styleOf(/Saga 001/)).toMatch(/background-image: url\("data:image\/png/);
    // The color of the book.
    expect(await styleOf(name)).toMatch(/^--tint-hue: \d+;$/);
    await show(held, 'cards whose covers are still to come');
  });
});
