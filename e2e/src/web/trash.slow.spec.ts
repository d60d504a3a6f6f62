// Deletes files in the browser and restores them.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('the trash', () => {
  let web: Web;
  let library: Library;
  let first: BookDto;
  const pathOf = (name: string) => join(web.library, name);

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const n of [1, 2, 3]) files[`Saga/Saga 00${n}.cbz`] = await makeCbz({ mark: `saga ${n}` });
    files['Alone/Alone 001.cbz'] = await makeCbz({ mark: 'alone' });
    web = await startWeb({ files });
    const libraries = await web.admin.get<{ data: Library[] }>('/api/v1/libraries');
    const books = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title');
    const found = libraries.body.data[0];
    const book = books.body.data.find(({ path }) => path.endsWith('Saga 001.cbz'));
    if (!found || !book) throw new Error('No library found');
    library = found;
    first = book;
  }, 120_000);
  afterAll(() => web?.end());

  test('deleting is offered if the settings of the library permit it', async () => {
    const page = await web.signedIn(`/books/${first.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete …' }).count()).toBe(0);
    await page.goto(`${web.base}/administration/libraries/${library.id}`);
    await page.getByRole('switch', { name: 'Allow moving and deleting files' }).press('Space');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('was saved').waitFor();
    await page.goto(`${web.base}/books/${first.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete …' }).waitFor();
  });

  test('a book is deleted and restored by undo', async () => {
    const page = await web.signedIn(`/books/${first.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This file will be moved to the trash:').waitFor();
    await lookEverywhere(page, 'delete a book');
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('was moved to the trash').waitFor();
    expect(existsSync(pathOf('Saga/Saga 001.cbz'))).toBe(false);
    // The page shows its series without the book.
    await page.waitForURL(/\/series\//);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => existsSync(pathOf('Saga/Saga 001.cbz'))).toBe(true);
    await page.getByText('3 books').first().waitFor();
  });

  test('a series is deleted from its card, and its files are restored one by one without overwriting', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/series', { allow: /409|Failed to load/ });
    await page.getByRole('link', { name: 'Saga' }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    await page.getByRole('dialog').getByText('The files of 3 books will be moved').waitFor();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('Saga was moved to the trash').waitFor();
    expect(readdirSync(web.library).toSorted()).toEqual(['.lectern-trash', 'Alone']);
    await page.goto(`${web.base}/administration/trash`);
    const rows = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByText('Saga/Saga 002.cbz').waitFor();
    await page
      .getByText(/Deleted by .*/)
      .first()
      .waitFor();
    await page
      .getByText(/Kept until/)
      .first()
      .waitFor();
    await lookEverywhere(page, 'trash');
    const restoreOf = (name: string) =>
      rows.filter({ hasText: name }).getByRole('button', { name: /^Restore/ });
    await restoreOf('Saga 001.cbz').click();
    await page.getByText('was restored').waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    writeFileSync(pathOf('Saga/saga 002.CBZ'), 'another');
    await restoreOf('Saga 002.cbz').click();
    await page.getByText('exists again. Existing files are not overwritten.').waitFor();
    expect(await rows.count()).toBe(2);
    await rows
      .filter({ hasText: 'Saga 003.cbz' })
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('was permanently deleted').waitFor();
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('The trash is empty').waitFor();
    await lookEverywhere(page, 'trash empty');
    expect(readdirSync(web.library).toSorted()).toEqual(['Alone', 'Saga']);
  });
});
