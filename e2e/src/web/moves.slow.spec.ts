// Moves and renames files in the browser, and undoes it.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('moving files', () => {
  let web: Web;
  let first: BookDto;
  const has = (name: string) => existsSync(join(web.library, name));

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const n of [1, 2, 3]) files[`Saga/Saga 00${n}.cbz`] = await makeCbz({ mark: `saga ${n}` });
    files['Alone/Alone 001.cbz'] = await makeCbz({ mark: 'alone' });
    web = await startWeb({ files });
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    await web.admin.patch(`/api/v1/libraries/${library?.id}`, { allowFileChanges: true });
    const books = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title');
    const book = books.body.data.find(({ path }) => path.endsWith('Saga 001.cbz'));
    if (!book) throw new Error('No book found');
    first = book;
  }, 120_000);
  afterAll(() => web?.end());

  test('a book is renamed, with undo', { timeout: 120_000 }, async () => {
    const page = await web.signedIn(`/books/${first.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename …' }).click();
    const dialog = page.getByRole('dialog');
    const rename = dialog.getByRole('button', { name: 'Rename' });
    expect(await dialog.getByRole('textbox', { name: 'File name' }).inputValue()).toBe('Saga 001');
    expect(await rename.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'File name' }).fill('Saga 002');
    await dialog.getByText('Saga/Saga 002.cbz already exists').waitFor();
    await dialog.getByRole('textbox', { name: 'File name' }).fill('Saga 009');
    await dialog.getByText('→ Saga/Saga 009.cbz').waitFor();
    await lookEverywhere(page, 'rename a book');
    await rename.click();
    await page.getByText('was renamed').waitFor();
    expect(has('Saga/Saga 009.cbz')).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('Saga/Saga 001.cbz')).toBe(true);
  });

  test('a series is moved with its folder from its card, with undo', { timeout: 120_000 }, async () => {
    const page = await web.signedIn('/series');
    await page.getByRole('link', { name: 'Saga' }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('combobox', { name: 'Folder' })
      .or(dialog.getByLabel('Folder'))
      .first()
      .fill('Comics');
    await dialog.getByText('→ Comics/Saga/Saga 003.cbz').waitFor();
    await dialog.getByText('3 files will be moved').first().waitFor();
    await lookEverywhere(page, 'move a series');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Saga was moved').waitFor();
    expect(readdirSync(join(web.library, 'Comics/Saga')).length).toBe(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('Saga/Saga 003.cbz')).toBe(true);
    await expect.poll(() => readdirSync(web.library).toSorted()).toEqual(['Alone', 'Saga']);
  });
});
