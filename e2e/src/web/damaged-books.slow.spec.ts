// Unreadable books among readable ones.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { findSeries, lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('a damaged book', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = { 'Half/Half 1.cbz': Buffer.from('no archive') };
    for (const n of [2, 3]) files[`Half/Half ${n}.cbz`] = await makeCbz({ mark: `half ${n}`, pages: 2 });
    web = await startWeb({ files });
  }, 60_000);

  afterAll(() => web?.end());

  test('is skipped by the button that continues the series, even if all other books are read', async () => {
    const { id } = await findSeries(web, 'Half');
    const page = await web.signedIn(`/series/${id}`);
    await page.getByRole('link', { name: 'Read #2' }).click();
    const second = await findBook(web.admin, 'Half 2.cbz');
    await page.waitForURL(new RegExp(`/books/${second.id}/read`));
    const third = await findBook(web.admin, 'Half 3.cbz');
    // The reader stores its position when it is left, which must not follow.
    await page.goto(`${web.base}/series/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Half' }).waitFor();
    for (const book of [second, third]) await web.admin.post(`/api/v1/books/${book.id}/read`);
    await page.getByRole('link', { name: 'Read again' }).click();
    await page.waitForURL(new RegExp(`/books/${second.id}/read`));
  });

  test('is marked on its card, and not listed among new books', async () => {
    const { id } = await findSeries(web, 'Half');
    const page = await web.signedIn(`/series/${id}`);
    const books = page.getByRole('region', { name: 'Books', exact: true });
    await books.getByRole('link', { name: /Half #1/ }).waitFor();
    expect(await books.getByRole('link').filter({ hasText: 'Error' }).allInnerTexts()).toEqual([
      expect.stringMatching(/Half\s*#1/),
    ]);
    const card = books.getByRole('link', { name: /Half #1/ });
    const badge = await card.getByText('Error').boundingBox();
    const title = await card.locator('[class*=designed] [class*=title]').boundingBox();
    expect(title?.y).toBeGreaterThanOrEqual((badge?.y ?? 0) + (badge?.height ?? 0));
    await lookInAllThemes(page, 'damaged book');
    await page.goto(web.base);
    const added = page.getByRole('region', { name: 'Recently added books' });
    await added.getByRole('link', { name: /Half 3/ }).waitFor();
    expect(await added.getByRole('link', { name: /Half 1/ }).count()).toBe(0);
  });
});
