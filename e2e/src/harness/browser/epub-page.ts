// The EPUB reader in a browser. The documents of a book are in frames inside closed shadow roots, which are accessed
// through the debugger.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForPlace } from '../books/reading.ts';
import type { Visit, Web } from './web.ts';

/** Visible frames of the book. */
export const bookFrames = (page: Page): Frame[] =>
  page.frames().filter((frame) => frame !== page.mainFrame() && /\/resources\/|^blob:/.test(frame.url()));

/** Text of the loaded documents. */
export async function bookText(page: Page): Promise<string> {
  const texts = await Promise.all(
    bookFrames(page).map((frame) => frame.evaluate('document.body?.innerText ?? ""').catch(() => '')),
  );
  return texts.join('\n');
}

/** Waits until the loaded documents contain the text. */
export async function waitForText(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => bookText(page)).toMatch(text);
}

/** Reads the percentage from the bar or line at the bottom: "12 %". */
export const readPercent = async (page: Page): Promise<number> => {
  const said = await page.locator('output[aria-live]').textContent();
  return Number(/(\d+)\s*%/.exec(said ?? '')?.[1] ?? Number.NaN);
};

/** Opens a book and waits for its first page. */
export async function openBook(page: Page, base: string, id: string, query = ''): Promise<void> {
  await page.goto(`${base}/books/${id}/read${query}`);
  await page.locator('[data-shown]').waitFor();
}

/** Code that runs `then` with the `range` of these words in the document. Returns false if they are missing. */
const withWords = (words: string, then: string): string => `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.nodeValue.indexOf(${JSON.stringify(words)});
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + ${words.length});
    ${then}
  }
  return false;
})()`;

/** Selects these words in the visible document, as dragging over them does. Waits for the first page: its layout clears the selection. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.locator('[data-shown]').waitFor();
  const [frame] = bookFrames(page);
  const select =
    'document.getSelection().removeAllRanges(); document.getSelection().addRange(range); return true;';
  expect([words, await frame?.evaluate(withWords(words, select))]).toEqual([words, true]);
}

/** Returns the position of an element of the book in the window. */
export async function findInWindow(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const [frame] = bookFrames(page);
  const found = await frame?.evaluate(`(() => {
    const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const frame = frameElement.getBoundingClientRect();
    return { x: frame.left + left + width / 2, y: frame.top + top + height / 2 };
  })()`);
  return found as { x: number; y: number };
}

/** Returns the center of a visible word in the right third of the window. */
export async function findWordAtRight(page: Page): Promise<{ x: number; y: number }> {
  const [frame] = bookFrames(page);
  const found = await frame?.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const { left, top } = frameElement.getBoundingClientRect();
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { index, 0: word } of node.nodeValue.matchAll(/\\w{4,}/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rect = range.getBoundingClientRect();
        const at = { x: left + rect.left + rect.width / 2, y: top + rect.top + rect.height / 2 };
        const isSeen = at.x < parent.innerWidth && at.y > 100 && at.y < parent.innerHeight - 100;
        if (isSeen && at.x > parent.innerWidth * 0.7) return at;
      }
  })()`);
  return found as { x: number; y: number };
}

/** Returns whether these words of the book are visible. */
export async function areSeen(page: Page, words: string): Promise<boolean> {
  const [frame] = bookFrames(page);
  const look = `
    const { left, right, top, bottom } = range.getClientRects()[0];
    const frame = frameElement.getBoundingClientRect();
    const isAcross = frame.left + left >= 0 && frame.left + right <= parent.innerWidth;
    return isAcross && frame.top + top >= 0 && frame.top + bottom <= parent.innerHeight;`;
  return (await frame?.evaluate(withWords(words, look))) === true;
}

export async function clickInBook(page: Page, selector: string): Promise<void> {
  const { x, y } = await findInWindow(page, selector);
  await page.mouse.click(x, y);
}

/** Swipes from one position to another at half the height of the window. */
export async function swipe(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step++) await touch('touchMove', from + ((to - from) * step) / 8);
  await touch('touchEnd');
  await session.detach();
}

/** Opens a book by its file name (for EPUBs without extension) as a new user with default preferences. */
export async function openNew(web: Web, name: string, visit: Visit = {}): Promise<Page> {
  const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
  const book = body.data.find(({ path }) => path.endsWith(`/${name}.epub`) || path.endsWith(`/${name}`));
  await web.admin.delete(`/api/v1/books/${book?.id}/progress`);
  await web.admin.delete('/api/v1/user/preferences');
  const page = await web.signedIn('/', visit);
  await openBook(page, web.base, book?.id ?? '');
  await waitForPlace(page);
  return page;
}
