// The same book in several formats is listed under Duplicates until it is merged or dismissed.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeEpub, makePdf } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('the same book in other formats', () => {
  let web: Web;
  const countBooks = async () => (await web.admin.get<{ data: BookDto[] }>('/api/v1/books')).body.data.length;

  beforeAll(async () => {
    const metadata = '<dc:title>Emma</dc:title><dc:creator>Jane Austen</dc:creator>';
    web = await startWeb({
      files: {
        'Austen/Emma.epub': makeEpub({ metadata }),
        'PDF/Emma.pdf': makePdf({ pages: [{}, {}], info: { Title: 'Emma', Author: 'Jane Austen' } }),
      },
    });
  }, 120_000);
  afterAll(() => web?.end());

  test('is dismissed, listed again, and merged', { timeout: 120_000 }, async () => {
    const page = await web.signedIn('/administration/duplicates');
    await page.getByText('Other formats', { exact: true }).click();
    await page.getByText('Same title', { exact: true }).waitFor();
    await lookEverywhere(page, 'same book in other formats');
    await page.getByRole('button', { name: 'Different books' }).click();
    await page.getByText('No books in several formats').waitFor();
    await page.getByLabel('Show dismissed').click();
    await page.getByText('Marked as different books').waitFor();
    await page.getByRole('button', { name: 'Show again' }).click();
    await page.getByText('No books in several formats').waitFor();
    await page.getByLabel('Show dismissed').click();
    expect(await countBooks()).toBe(2);
    await page.getByRole('button', { name: 'Merge as formats of one book' }).click();
    await page.getByText('No books in several formats').waitFor();
    expect(await countBooks()).toBe(1);
  });
});
