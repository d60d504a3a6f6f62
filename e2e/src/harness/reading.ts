// Books as their readers meet them: finding one, opening it, where somebody is in it.
import type { BookDto } from '@lectern/contract/books';
import type { Page } from 'playwright-core';
import { fillSignIn, type Visit, type Web } from './web.ts';

/** The page that the server knows; undefined while nothing was read. */
export async function readPlace({ admin }: Pick<Web, 'admin'>, { id }: BookDto): Promise<number | undefined> {
  return (await admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`)).body?.currentPage;
}

/** The administrator opens it on a device that nobody used before. */
export async function openBook(
  web: Web,
  { id }: BookDto,
  { search = '', ...visit }: Visit & { search?: string } = {},
): Promise<Page> {
  const page = await web.signedIn(`/books/${id}/read${search}`, visit);
  await waitForBook(page);
  return page;
}

/** The same in a page that was prepared. */
export async function openIn(web: Web, page: Page, path: string): Promise<void> {
  await page.goto(`${web.base}${path}`);
  await fillSignIn(page, 'admin');
  await waitForBook(page);
}

async function waitForBook(page: Page): Promise<void> {
  // A strip has one more below its last page.
  await page.getByRole('button', { name: 'Close book' }).first().waitFor();
  const hint = page.getByRole('button', { name: 'Got it' });
  if (await hint.isVisible()) await hint.click();
  await waitForPlace(page);
}

/** Screen readers are told where one is as soon as that is shown. */
export const waitForPlace = (page: Page): Promise<void> =>
  page.locator('output[aria-live]').filter({ hasText: /./ }).first().waitFor({ state: 'attached' });

/** Brings the bars over a book, which went when it was read on. */
export async function showBars(page: Page): Promise<void> {
  await page.locator('main > header[data-leaving]').waitFor({ state: 'detached' });
  const bars = page.locator('main > header').getByRole('button', { name: 'Close book' });
  if (!(await bars.isVisible())) await page.getByRole('button', { name: 'Show menu' }).press('Enter');
  await bars.waitFor();
}
