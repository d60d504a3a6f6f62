// Actions on comic pages other than turning: bookmarks, magnifier, download, slideshow, and incognito reading.
import { makeCbz, makeImage, makeZip } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBook, openIn, readPlace, showBars } from '../harness/books/reading.ts';
import { addReaders, findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { holdBack } from '../harness/browser/pages.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

async function makeLarge(): Promise<Buffer> {
  const entries = [20, 140, 260].map(async (hue) => ({
    name: `${hue}.jpeg`,
    content: await makeImage({ width: 1_600, height: 2_400, color: `hsl(${hue}, 70%, 45%)` }),
  }));
  return makeZip(await Promise.all(entries));
}

describe('the pages of a comic', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'one', pages: 8 }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: 'two', pages: 4 }),
        'Saga/Saga 3.cbz': await makeCbz({ mark: 'three', pages: 4 }),
        'Large/Large 1.cbz': await makeLarge(),
        'Secret/Secret 1.cbz': await makeCbz({ mark: 'secret', pages: 6 }),
        'Secret/Secret 2.cbz': await makeCbz({ mark: 'secret too', pages: 6 }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const read = async (end: string, { page = 1, ...visit }: Visit & { page?: number } = {}): Promise<Page> =>
    openBook(web, await findBook(web.admin, end), { ...visit, search: `?page=${page}` });
  const isAt = (page: Page, text: string) =>
    page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' });
  const openSettings = async (page: Page) => {
    await showBars(page);
    await page.getByRole('button', { name: 'Appearance' }).click();
    return page.getByRole('dialog', { name: 'Appearance' });
  };
  const openMenu = async (page: Page) => {
    await showBars(page);
    await page.getByRole('button', { name: 'More for this page' }).click();
    return page.getByRole('menu');
  };

  test('adds bookmarks by key and button, shows them with their pages, and removes them', async () => {
    const book = await findBook(web.admin, 'Saga 1.cbz');
    const page = await read('Saga 1.cbz', { page: 3 });
    const annotations = async () =>
      (
        await web.admin.get<{ data: { locator: { locations: { position: number } } }[] }>(
          `/api/v1/books/${book.id}/annotations?kind=bookmark`,
        )
      ).body.data.map(({ locator }) => locator.locations.position);
    await page.keyboard.press('b');
    await isAt(page, 'Bookmark added: page 3');
    await expect.poll(annotations).toEqual([3]);
    await page.keyboard.press('m');
    await page.locator('[data-marked]').waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-marked]').waitFor({ state: 'detached' });
    await showBars(page);
    await page.getByRole('button', { name: 'Add bookmark' }).click();
    await expect.poll(annotations).toEqual([3, 8]);
    await page.keyboard.press('k');
    const panel = page.getByRole('dialog', { name: 'Bookmarks' });
    await panel.getByRole('button', { name: 'Page 8', exact: true }).waitFor();
    expect(await panel.locator('li img').count()).toBe(2);
    await expectAccessible(page);
    await show(page, 'comic-actions bookmarks');
    await panel.getByRole('button', { name: 'Page 3', exact: true }).click();
    await isAt(page, 'Page 3 of 8');
    await panel.getByRole('button', { name: 'Remove bookmark: page 8' }).click();
    await expect.poll(annotations).toEqual([3]);
    await page.keyboard.press('Escape');
    // Bookmarks are listed among all notes and link to their page.
    await page.goto(`${web.base}/notes?kind=bookmark`);
    await page
      .getByRole('link', { name: /Saga 1/ })
      .last()
      .click();
    await isAt(page, 'Page 3 of 8');
    await page.keyboard.press('b');
    await expect.poll(annotations).toEqual([]);
  });

  test('shows a magnifier in full resolution by key, from the menu, and under a held finger', async () => {
    const page = await read('Large 1.cbz');
    const lens = page.locator('[data-lens]');
    await page.mouse.move(500, 300);
    await page.keyboard.press('z');
    await lens.waitFor();
    expect(
      await lens.evaluate((one: { style: { backgroundImage: string } }) => one.style.backgroundImage),
    ).toMatch(/pages\/1"\), url/);
    await page.mouse.move(560, 360, { steps: 3 });
    const box = await lens.boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(560);
    await show(page, 'comic-actions lens');
    await page.keyboard.press('Escape');
    await lens.waitFor({ state: 'detached' });
    await page.keyboard.down('z');
    await lens.waitFor();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 450))');
    await page.keyboard.up('z');
    await lens.waitFor({ state: 'detached' });
    await (await openMenu(page)).getByRole('menuitem', { name: 'Magnifier' }).click();
    await lens.waitFor();
    const held = await read('Large 1.cbz', { viewport: phone });
    const session = await held.context().newCDPSession(held);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    await touch('touchStart', [[300, 420]]);
    await held.locator('[data-lens]').waitFor();
    await touch('touchMove', [[120, 430]]);
    await show(held, 'comic-actions lens 390');
    await touch('touchEnd', []);
    await held.locator('[data-lens]').waitFor({ state: 'detached' });
    // The gesture was neither a swipe nor a tap.
    await isAt(held, 'Page 1 of 3');
  });

  test('shows the magnifier as soon as the page below it is loaded', async () => {
    const page = await web.open();
    const load = await holdBack(page, /pages\/1(\?|$)/);
    const { id } = await findBook(web.admin, 'Large 1.cbz');
    await openIn(web, page, `/books/${id}/read?page=1`);
    await page.mouse.move(500, 300);
    await page.keyboard.press('z');
    const lens = page.locator('[data-lens]');
    await lens.waitFor({ state: 'attached' });
    expect(await lens.isHidden()).toBe(true);
    load();
    await lens.waitFor();
    // At the position of the mouse.
    const box = await lens.boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)).toBe(500);
  });

  test('reads incognito: saves nothing, indicates the mode, and opens the next book in the same mode', async () => {
    const book = await findBook(web.admin, 'Secret 1.cbz');
    const next = await findBook(web.admin, 'Secret 2.cbz');
    const page = await web.signedIn('/books');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /progress|reading-sessions/.test(request.url()))
        sent.push(request.url());
    });
    const card = page.getByRole('link', { name: /Secret 1/ });
    await card.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Read incognito' }).click();
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.locator('main > header').getByText('Incognito').waitFor();
    await expectAccessible(page);
    for (const number of [2, 3, 4, 5, 6]) {
      await page.keyboard.press('ArrowRight');
      await isAt(page, `Page ${number} of 6`);
    }
    await page.locator('[data-incognito]').waitFor();
    await show(page, 'comic-actions incognito');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`${web.base}/books/${next.id}/read?incognito=true`);
    await isAt(page, 'Page 1 of 6');
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 2 of 6');
    const stored = `Object.keys(localStorage).filter((key) => /lectern\\.(place|session)/.test(key))`;
    expect(await page.evaluate(stored)).toEqual([]);
    expect(sent).toEqual([]);
    // Progress is saved from here on.
    const settings = await openSettings(page);
    await settings.getByRole('switch', { name: 'Incognito' }).uncheck();
    await page.getByText('Progress is saved again.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPlace(web, next)).toBe(3);
    await page.keyboard.press('i');
    await page.locator('[data-incognito]').waitFor();
    await page.keyboard.press('ArrowRight');
    await isAt(page, 'Page 4 of 6');
    await page.keyboard.press('Escape');
    await page.waitForURL(`${web.base}/books/${next.id}`);
    expect(await readPlace(web, next)).toBe(3);
    expect(await readPlace(web, book)).toBeUndefined();
  });

  test('opens the next book after a countdown that can be stopped, or immediately', async () => {
    const second = await findBook(web.admin, 'Saga 2.cbz');
    const third = await findBook(web.admin, 'Saga 3.cbz');
    const page = await read('Saga 1.cbz', { page: 8 });
    const settings = await openSettings(page);
    await settings
      .getByRole('combobox', { name: 'At the end of a book' })
      .selectOption('Open next book after 5 seconds');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/Opens in \d seconds/).waitFor();
    await show(page, 'comic-actions countdown');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Don’t open' }).click();
    await page.getByText(/Opens in/).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`${web.base}/books/${second.id}/read`);
    await isAt(page, 'Page 1 of 4');
    await openSettings(page);
    await settings
      .getByRole('combobox', { name: 'At the end of a book' })
      .selectOption('Open next book immediately');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await isAt(page, 'Page 4 of 4');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(`${web.base}/books/${third.id}/read`);
    await isAt(page, 'Page 1 of 4');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.getByText('This is the last book.').waitFor();
  });

  test('turns pages automatically, and pauses while the user touches something', async () => {
    const page = await read('Saga 3.cbz');
    const settings = await openSettings(page);
    await settings.getByRole('slider', { name: 'Slideshow: time per page' }).press('Home');
    await settings.getByText('3 seconds').waitFor();
    await page.keyboard.press('Escape');
    await (await openMenu(page)).getByRole('menuitem', { name: 'Slideshow' }).click();
    const control = page.getByRole('region', { name: 'Slideshow' });
    await control.getByRole('button', { name: 'Pause slideshow' }).waitFor();
    await isAt(page, 'Page 2 of 4');
    await page.mouse.move(640, 300);
    await page.mouse.wheel(0, -100);
    await control.getByText('Paused').waitFor();
    await show(page, 'comic-actions slideshow');
    await expectAccessible(page);
    await page.keyboard.press('a');
    await isAt(page, 'Page 3 of 4');
    await control.getByRole('button', { name: 'Stop slideshow' }).click();
    await control.waitFor({ state: 'detached' });
  });

  test('shows each page of a slideshow and waits for pages that are still loading', async () => {
    const page = await web.open();
    await page.clock.install();
    // Holds the requests of pages after the second.
    const release = await holdBack(page, /pages\/[3-8](\?|$)/);
    const { id } = await findBook(web.admin, 'Saga 1.cbz');
    await openIn(web, page, `/books/${id}/read?page=1`);
    await page.keyboard.press('a');
    await page.clock.runFor(11_000);
    await isAt(page, 'Page 2 of 8');
    await page.clock.runFor(11_000);
    await isAt(page, 'Page 3 of 8');
    await page.clock.runFor(60_000);
    await isAt(page, 'Page 3 of 8');
    expect(await page.getByText('Page 4 of 8', { exact: true }).count()).toBe(0);
    release();
    await page.locator('[dir]:not([data-ahead]) [data-page="3"][data-state=there]').waitFor();
    await page.clock.runFor(1_000);
    await isAt(page, 'Page 4 of 8');
  });

  test('downloads a page, and uses it as the cover of book and series with permission', async () => {
    const book = await findBook(web.admin, 'Large 1.cbz');
    const page = await read('Large 1.cbz', { page: 2 });
    const menu = await openMenu(page);
    await expectAccessible(page);
    await show(page, 'comic-actions menu');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      menu.getByRole('menuitem', { name: 'Download page 2' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Large 1 - 002.jpg');
    await (await openMenu(page)).getByRole('menuitem', { name: 'Use page 2 as book cover' }).click();
    await page.getByText('The cover was changed').waitFor();
    const covers = async (noun: string, id: string) =>
      (
        await web.admin.get<{ covers: { source: string; isSelected: boolean }[] }>(
          `/api/v1/${noun}/${id}/covers`,
        )
      ).body.covers.filter(({ isSelected }) => isSelected);
    expect(await covers('books', book.id)).toMatchObject([{ source: 'custom' }]);
    await (await openMenu(page)).getByRole('menuitem', { name: 'Use page 2 as series cover' }).click();
    await expect.poll(() => covers('series', book.seriesId)).toMatchObject([{ source: 'custom' }]);
    await addReaders(web.admin, 'anna');
    const other = await read('Large 1.cbz', { username: 'anna' });
    const theirs = await openMenu(other);
    await theirs.getByRole('menuitem', { name: 'Download page 1' }).waitFor();
    expect(await theirs.getByRole('menuitem', { name: /as (book|series) cover/ }).count()).toBe(0);
  });

  test('shows the page below the mouse over the slider before a click', async () => {
    const page = await read('Saga 1.cbz');
    const slider = page
      .locator('[class*=slider]')
      .filter({ has: page.getByRole('slider', { name: 'Page' }) });
    const box = await slider.first().boundingBox();
    if (!box) throw new Error('No slider found');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    const preview = page.locator('[data-pointed="8"] img[src*="pages/8/thumbnail"]');
    await preview.waitFor();
    await show(page, 'comic-actions preview');
    await isAt(page, 'Page 1 of 8');
    await page.mouse.move(box.x, box.y - 300);
    await preview.waitFor({ state: 'detached' });
  });
});
