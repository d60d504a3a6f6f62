// Browsers that store books: with an active service worker, on a connection that can be cut.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBook } from '../books/shelf.ts';
import { fillSignIn, phone, type Web } from './web.ts';

/** Browser messages about failed requests. */
const away = /ERR_|Failed to (load|fetch)|NetworkError|Unable to preload/;

/** Opens `base` signed in with an active service worker. Default viewport: a phone. */
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

/** Downloads the book whose path has this suffix completely to the device. */
export async function keepOnDevice(web: Web, page: Page, end: string): Promise<BookDto> {
  const book = await findBook(web.admin, end);
  const base = new URL('.', await page.evaluate<string>('document.baseURI')).href;
  await page.goto(`${base}books/${book.id}`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('button', { name: /Downloaded \(/ }).waitFor();
  return book;
}

/** Stores of downloads and the paths in them: `<store> <path>`. */
export const findKept = (page: Page): Promise<string[]> =>
  page.evaluate(`caches.keys().then(async (names) => {
    const found = [];
    for (const name of names.filter((one) => one.startsWith('lectern-kept')))
      for (const { url } of await (await caches.open(name)).keys()) found.push(name + ' ' + new URL(url).pathname);
    return found;
  })`);
