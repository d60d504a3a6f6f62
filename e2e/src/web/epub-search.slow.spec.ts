// The position in an EPUB during a search.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { openBook, waitForText } from '../harness/browser/epub-page.ts';
import { show, startWeb, type Web } from '../harness/browser/web.ts';

describe('a search in an EPUB', () => {
  let web: Web;
  let book: BookDto;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Novels/Novel.epub': await makeNovel() } });
    book = await findBook(web.admin, 'Novel.epub');
  }, 120_000);

  afterAll(() => web?.end());

  const readPlace = async () =>
    (await web.admin.get<ReadProgress | undefined>(`/api/v1/books/${book.id}/progress`)).body;
  test('keeps the position while the user looks at search results, and leads back to it', async () => {
    const page = await web.signedIn('/');
    await openBook(page, web.base, book.id);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 2' }).click();
    await waitForText(page, 'Chapter 2');
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await readPlace())?.locator).toMatchObject({ title: 'Chapter 2' });
    const before = await readPlace();
    const look = async (hit: number) => {
      await page.keyboard.press('/');
      await page.getByLabel('Find in book').fill('sentence 40');
      await page.keyboard.press('Enter');
      await page.getByText('6 results', { exact: true }).waitFor();
      await page.getByRole('dialog').getByRole('listitem').nth(hit).getByRole('button').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await look(4);
    await waitForText(page, 'Chapter 5');
    await look(3);
    await waitForText(page, 'Chapter 4');
    const back = page.getByRole('button', { name: 'Back to my position' });
    await back.waitFor();
    await show(page, 'epub-way-back');
    await expectAccessible(page);
    await back.click();
    await waitForText(page, 'Chapter 2');
    await back.waitFor({ state: 'detached' });
    await look(4);
    await waitForText(page, 'Chapter 5');
    await page.keyboard.press('Escape');
    await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
    expect(await readPlace()).toEqual(before);
    // Turning a page or confirming moves the position there.
    await openBook(page, web.base, book.id);
    await waitForText(page, 'Chapter 2');
    await look(4);
    await waitForText(page, 'Chapter 5');
    await page.keyboard.press('ArrowRight');
    await back.waitFor({ state: 'detached' });
    await expect.poll(async () => (await readPlace())?.locator).toMatchObject({ title: 'Chapter 5' });
    await look(3);
    await waitForText(page, 'Chapter 4');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(async () => (await readPlace())?.locator).toMatchObject({ title: 'Chapter 4' });
  });
});
