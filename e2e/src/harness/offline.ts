// Browsers that keep books: with the client's service worker in charge, on a wire that can be cut.
import type { BookDto } from '@lectern/contract/books';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBook } from './shelf.ts';
import { fillSignIn, phone, type Web } from './web.ts';

/** What a browser says about requests that nobody answers. */
const away = /ERR_|Failed to (load|fetch)|NetworkError|Unable to preload/;

/** Signed in at `base`, with the service worker in charge; a phone where no window is asked for. */
export async function enterWithWorker(
  web: Web,
  base: string,
  username: string,
  viewport = phone,
): Promise<Page> {
  const page = await web.open({ viewport, allow: away, context: { serviceWorkers: 'allow' } });
  await page.goto(`${base}/`);
  await fillSignIn(page, username);
  await page.getByRole('button', { name: `Account of ${username}` }).waitFor();
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  return page;
}

/** The book whose path ends so is kept on this device, all of it. */
export async function keepOnDevice(web: Web, page: Page, end: string): Promise<BookDto> {
  const book = await findBook(web.admin, end);
  const base = new URL('.', await page.evaluate<string>('document.baseURI')).href;
  await page.goto(`${base}books/${book.id}`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('button', { name: /Downloaded \(/ }).waitFor();
  return book;
}
