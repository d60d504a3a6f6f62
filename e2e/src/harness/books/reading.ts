// Finds and opens books, and reads the stored position.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from 'playwright-core';
import { fillSignIn, type Visit, type Web } from '../browser/web.ts';
import { findBook } from './shelf.ts';

/** Returns the stored page. Undefined if the book was not read. */
export async function readPlace({ admin }: Pick<Web, 'admin'>, { id }: BookDto): Promise<number | undefined> {
  return (await admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body?.currentPage;
}

/** Opens the book as the administrator on a new device. */
export async function openBook(
  web: Web,
  { id }: BookDto,
  { search = '', ...visit }: Visit & { search?: string } = {},
): Promise<Page> {
  const page = await web.signedIn(`/books/${id}/read${search}`, visit);
  await waitForBook(page);
  return page;
}

/** Opens the book whose path has this suffix at a page, with the tap zone hint dismissed. */
export const openAt = async (
  web: Web,
  end: string,
  { page = 1, ...visit }: Visit & { page?: number } = {},
): Promise<Page> => openBook(web, await findBook(web.admin, end), { ...visit, search: `?page=${page}` });

/** Opens the book in a prepared page. */
export async function openIn(web: Web, page: Page, path: string): Promise<void> {
  await page.goto(`${web.base}${path}`);
  await fillSignIn(page, 'admin');
  await waitForBook(page);
}

async function waitForBook(page: Page): Promise<void> {
  // The webtoon layout has a second button below its last page.
  await page.getByRole('button', { name: 'Close book' }).first().waitFor();
  const hint = page.getByRole('button', { name: 'Got it' });
  if (await hint.isVisible()) await hint.click();
  await waitForPlace(page);
}

/** Waits until the position is announced to screen readers. */
export const waitForPlace = (page: Page): Promise<void> =>
  page.locator('output[aria-live]').filter({ hasText: /./ }).first().waitFor({ state: 'attached' });

/** Shows the bars, which turning a page has hidden. */
export async function showBars(page: Page): Promise<void> {
  await page.locator('main > header[data-leaving]').waitFor({ state: 'detached' });
  const bars = page.locator('main > header').getByRole('button', { name: 'Close book' });
  if (!(await bars.isVisible())) await page.getByRole('button', { name: 'Show menu' }).press('Enter');
  await bars.waitFor();
}
