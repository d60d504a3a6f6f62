// The EPUB reader of the web client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { showBars } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import {
  clickInBook,
  findInWindow,
  findWordAtRight,
  openNew,
  readPercent,
  selectWords,
  swipe,
  waitForText,
} from '../harness/browser/epub-page.ts';
import { holdBack } from '../harness/browser/pages.ts';
import { desk, fillSignIn, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

/** Resize observers and the rendering after them have run. */
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

describe('the EPUB reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Novel.epub': await makeNovel(),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const open = (name: string, visit?: Visit) => openNew(web, name, visit);

  test('turns pages by keys, hides the bars, and shows the progress', async () => {
    const page = await open('Novel');
    await waitForText(page, 'Chapter 1');
    await show(page, 'epub-desk');
    await page.getByText('page left in chapter').or(page.getByText('pages left in chapter')).waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Contents' }).waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Contents' }).waitFor();
    const there = await readPercent(page);
    await page.keyboard.press(' ');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(there);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readPercent(page)).toBe(there);
    await page.keyboard.press('End');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(90);
    await waitForText(page, 'Chapter 6');
    await page.keyboard.press('Home');
    await expect.poll(() => readPercent(page)).toBe(0);
  });

  test('a double click selects a word in the outer thirds, and a click there turns the page', async () => {
    const page = await open('Novel');
    await waitForText(page, 'Chapter 1');
    await page.locator('[data-shown]').waitFor();
    const { x, y } = await findWordAtRight(page);
    await page.mouse.dblclick(x, y);
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(await readPercent(page)).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Copy' }).waitFor({ state: 'detached' });
    await page.mouse.click(x, y);
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
  });

  test('opens at the target of a key press while the text is still loading', async () => {
    const page = await web.open();
    const load = await holdBack(page, /assets\/paginator-/);
    await page.goto(`${web.base}/books/${(await findBook(web.admin, 'Novel.epub')).id}/read`);
    await fillSignIn(page, 'admin');
    await page.getByRole('button', { name: 'Close book' }).waitFor();
    await page.keyboard.press('End');
    load();
    await waitForText(page, 'Chapter 6');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(90);
  });

  test('shows the first page and its position only when its images are loaded, also after a resize', async () => {
    const page = await web.signedIn('/');
    const load = await holdBack(page, /ship[.]png/);
    await page.goto(`${web.base}/books/${(await findBook(web.admin, 'Novel.epub')).id}/read`);
    await waitForText(page, 'Chapter 1');
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.evaluate(twoFrames);
    expect(await page.locator('[data-shown]').count()).toBe(0);
    load();
    await selectWords(page, 'whale was never');
    await page.getByRole('button', { name: 'Highlight in yellow' }).waitFor();
  });

  test('handles keys inside the text, and closes the book by key', async () => {
    const page = await open('Novel');
    await page.mouse.click(640, 500);
    // A chapter that has just been loaded does not handle keys yet.
    const turn = async () => {
      await page.keyboard.press('ArrowRight');
      return readPercent(page);
    };
    await expect.poll(turn).toBeGreaterThan(0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts and gestures' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/read$/);
    await page.keyboard.press('Escape');
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
  });

  test('turns pages by taps at the sides and swipes on a phone', async () => {
    const page = await open('Novel', { viewport: phone });
    await show(page, 'epub-phone');
    await page.touchscreen.tap(360, 400);
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    const there = await readPercent(page);
    await page.touchscreen.tap(195, 400);
    await page.getByRole('button', { name: 'Contents' }).waitFor();
    await page.touchscreen.tap(195, 400);
    await page.getByRole('button', { name: 'Contents' }).waitFor({ state: 'detached' });
    await page.touchscreen.tap(30, 400);
    await expect.poll(() => readPercent(page)).toBeLessThan(there);
    await show(page, 'epub-phone-text');
    await swipe(page, 330, 60);
    await expect.poll(() => readPercent(page)).toBe(there);
    await swipe(page, 60, 330);
    await expect.poll(() => readPercent(page)).toBeLessThan(there);
  });

  test('shows the table of contents with the current entry, goes there and back', async () => {
    const page = await open('Novel');
    await page.getByRole('button', { name: 'Contents' }).click();
    const contents = page.getByRole('dialog', { name: 'Contents' });
    await contents.getByRole('button', { name: 'Chapter 1' }).waitFor();
    expect(await contents.locator('[aria-current]').textContent()).toBe('Chapter 1');
    await show(page, 'epub-contents');
    await contents.getByRole('button', { name: 'The storm' }).click();
    await waitForText(page, 'petrichor');
    await page.getByRole('button', { name: 'Contents' }).click();
    await expect.poll(() => contents.locator('[aria-current]').textContent()).toBe('The storm');
    await contents.getByText('Pages', { exact: true }).click();
    await contents.getByRole('button', { name: '50', exact: true }).click();
    await waitForText(page, 'Chapter 5');
    await page.getByRole('button', { name: 'Back' }).click();
    await waitForText(page, 'Chapter 3');
    await page.getByRole('button', { name: 'Back' }).click();
    await waitForText(page, 'Chapter 1');
    await expect.poll(() => readPercent(page)).toBe(0);
  });

  test('goes from chapter to chapter, and to a page by its number', async () => {
    for (const viewport of [desk, phone]) {
      const page = await open('Novel', { viewport });
      await waitForText(page, 'Chapter 1');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      expect(await button('Previous chapter').isDisabled()).toBe(true);
      for (const wanted of ['Chapter 2', 'Chapter 3']) {
        await button('Next chapter').click();
        await waitForText(page, wanted);
        await page.locator('header').getByText(wanted, { exact: true }).waitFor();
      }
      await button('Previous chapter').click();
      await waitForText(page, 'Chapter 2');
      await page.locator('header').getByText('Chapter 2', { exact: true }).waitFor();
      await show(page, `epub-chapters-${viewport.width}`);
      await page.getByTitle('Go to page').click();
      const field = page.getByRole('textbox', { name: 'Page', exact: true });
      await field.fill('999');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toMatch(/read$/);
      await page.getByTitle('Go to page').click();
      await field.fill('1');
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      await waitForText(page, 'Chapter 1');
      await expect.poll(() => readPercent(page)).toBe(0);
      await button('Back').click();
      await waitForText(page, 'Chapter 2');
      // The position is reported before the next iteration deletes it.
      await page.locator('header').getByText('Chapter 2', { exact: true }).waitFor();
    }
  });

  test('goes to a page of the printed book, and shows its number', async () => {
    for (const viewport of [desk, phone]) {
      const page = await open('Novel', { viewport });
      await waitForText(page, 'Chapter 1');
      await page.getByTitle('Go to page').click();
      const field = page.getByRole('textbox', { name: 'Printed page' });
      await field.fill('xii');
      await page.keyboard.press('Enter');
      await page.getByText('The book has no page xii').waitFor();
      await expectAccessible(page);
      await show(page, `epub-printed-page-${viewport.width}`);
      await field.fill(' 40 ');
      await page.keyboard.press('Enter');
      await field.waitFor({ state: 'detached' });
      await waitForText(page, 'Chapter 4');
      await page.getByTitle('Go to page').getByText('page 40').waitFor();
      await page.getByTitle('Go to page').click();
      expect(await field.inputValue()).toBe('40');
    }
  });

  test('searches the whole book, and shows the matches', async () => {
    const page = await open('Novel');
    await page.keyboard.press('/');
    await page.getByLabel('Find in book').fill('WHITE WHALE');
    await page.keyboard.press('Enter');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.getByLabel('Find in book').fill('sentence 80');
    await page.keyboard.press('Enter');
    await page.getByText('6 results').waitFor();
    const hits = page.getByRole('dialog').getByRole('listitem');
    expect(await hits.nth(3).textContent()).toContain('In chapter 4');
    await show(page, 'epub-search');
    await hits.nth(3).getByRole('button').click();
    await waitForText(page, 'Chapter 4');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(50);
    await page.keyboard.press('/');
    await page.getByText('6 results').waitFor();
    await page.getByLabel('Find in book').fill('no such words');
    await page.keyboard.press('Enter');
    await page.getByText('No results').waitFor();
  });

  test('follows links inside the book with a way back, and asks before one that leaves it', async () => {
    const page = await open('Novel');
    await clickInBook(page, 'a[href="c5.xhtml#p3"]');
    await waitForText(page, 'Chapter 5');
    await page.getByRole('button', { name: 'Back' }).click();
    await waitForText(page, 'Chapter 1');
    await expect.poll(() => readPercent(page)).toBe(0);
    await clickInBook(page, 'a[href^="https"]');
    const dialog = page.getByRole('dialog', { name: 'External link' });
    await dialog.getByText('https://example.org/whale').waitFor();
    expect(await dialog.getByRole('link').getAttribute('rel')).toContain('noopener');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(page.context().pages()).toHaveLength(1);
  });

  test('keeps the title on one line on a phone, also next to the back button', async () => {
    const page = await open('Novel', { viewport: phone });
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 4' }).click();
    await waitForText(page, 'Chapter 4');
    await showBars(page);
    await page.getByRole('button', { name: 'Back' }).waitFor();
    const lines = await page.evaluate(`(() => {
      const one = document.querySelector('main > header h1');
      one.textContent = 'A title that is far too long for the bar of a phone';
      return one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight);
    })()`);
    expect(lines).toBeLessThan(1.5);
  });

  test('shows footnotes in place, sanitized, and enlarges images', async () => {
    const page = await open('Novel');
    await clickInBook(page, '#r1');
    const note = page.getByRole('dialog', { name: 'Note' });
    await note.getByText('It is said to be very white.').waitFor();
    expect(await note.locator('em').count()).toBe(1);
    expect(await note.locator('img').count()).toBe(0);
    await show(page, 'epub-footnote');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'detached' });
    const { x, y } = await findInWindow(page, 'img');
    await page.mouse.click(Math.max(x, 270), y);
    const picture = page.getByRole('dialog', { name: 'A ship at sea' });
    await picture.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await picture.waitFor({ state: 'detached' });
  });

  test.each([
    ['de-DE', 'Darstellung', 'Lesezeichen und Markierungen'],
    ['ja-JP', '表示設定', 'ブックマークとハイライト'],
  ])('is shown in %s', async (locale, look, marks) => {
    const page = await open('Novel', { viewport: phone, context: { locale } });
    await waitForText(page, 'Chapter 1');
    for (const name of [look, marks]) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name }).waitFor();
      await show(page, `epub-${locale}-${name === look ? 'look' : 'marks'}`);
      // The dialog receives keys when it has the focus.
      await page.getByRole('dialog').locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test.each([
    ['desk, light', desk, 'light'],
    ['phone, dark', phone, 'dark'],
  ] as const)('is accessible: %s', async (_, viewport, colorScheme) => {
    const page = await open('Novel', { viewport, context: { colorScheme } });
    await waitForText(page, 'Chapter 1');
    await expectAccessible(page);
    for (const name of ['Contents', 'Search in book', 'Bookmarks and highlights', 'Appearance']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog', { name }).waitFor();
      await expectAccessible(page);
      await show(page, `epub-${viewport.width}-${name.toLowerCase().replaceAll(' ', '-')}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
});
