// Converts comics in other archive formats to CBZ in the browser.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbr, makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('conversions to cbz', () => {
  let web: Web;
  let library: Library;
  let books: BookDto[];
  const isThere = (name: string) => existsSync(join(web.library, 'Saga', name));
  const find = (name: string): BookDto => {
    const book = books.find(({ path }) => path.endsWith(name));
    if (!book) throw new Error(`Book ${name} not found`);
    return book;
  };

  beforeAll(async () => {
    const files: Record<string, Buffer> = { 'Saga/Saga 003.cbz': await makeCbz({ mark: 'saga 3' }) };
    for (const n of [1, 2]) files[`Saga/Saga 00${n}.cbr`] = await makeCbr({ mark: `saga ${n}` });
    web = await startWeb({ files });
    const [found] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    if (!found) throw new Error('No library found');
    library = found;
    await web.admin.patch(`/api/v1/libraries/${library.id}`, { allowFileChanges: true });
    books = (await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title')).body.data;
  }, 120_000);
  afterAll(() => web?.end());

  test('a book is converted from its menu, which then has no such entry', {
    timeout: 120_000,
  }, async () => {
    const { id, title } = find('Saga 001.cbr');
    const page = await web.signedIn(`/books/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Convert to CBZ …' }).click();
    const dialog = page.getByRole('dialog', { name: `Convert ${title} to CBZ?` });
    await dialog.getByText('Pages and other files in them are not changed.').waitFor();
    await lookEverywhere(page, 'convert a book');
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.getByText(`Converting ${title}`).waitFor();
    await expect.poll(() => [isThere('Saga 001.cbz'), isThere('Saga 001.cbr')]).toEqual([true, false]);
    await expect
      .poll(async () => (await web.admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book.fileFormat)
      .toBe('cbz');
    await page.goto(`${web.base}/books/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move …' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Convert to CBZ …' }).count()).toBe(0);
  });

  test('the books of a library are converted from its menu until none is left', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/administration/libraries', { allow: /409/ });
    const openDialog = async () => {
      await page.getByRole('button', { name: `More for ${library.name}` }).click();
      await page.getByRole('menuitem', { name: 'Convert to CBZ …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Convert', exact: true }).click();
    };
    await openDialog();
    await expect.poll(() => [isThere('Saga 002.cbz'), isThere('Saga 002.cbr')]).toEqual([true, false]);
    await page.goto(`${web.base}/administration/tasks`);
    await page.getByText('1 file was converted to CBZ.').first().waitFor();
    await page.goto(`${web.base}/administration/libraries`);
    await openDialog();
    await page.getByText('There is nothing to convert').waitFor();
  });
});
