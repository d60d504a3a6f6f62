// Actions on real files from the pages and cards of books and series: rename, move, convert, write metadata, delete, restore.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbr, makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere, lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('actions on files', () => {
  let web: Web;
  let book: BookDto;
  const has = (name: string) => existsSync(join(web.library, name));

  beforeAll(async () => {
    const files: Record<string, Buffer> = { 'Saga/Saga 001.cbr': await makeCbr({ mark: 'saga 1' }) };
    for (const n of [2, 3]) files[`Saga/Saga 00${n}.cbz`] = await makeCbz({ mark: `saga ${n}` });
    web = await startWeb({ files });
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    const settings = { allowFileChanges: true, writeMetadata: 'files' };
    await web.admin.patch(`/api/v1/libraries/${library?.id}`, settings);
    book = await findBook(web.admin, 'Saga 001.cbr');
    await web.admin.patch(`/api/v1/books/${book.id}/metadata`, { title: 'The Beginning' });
  }, 120_000);
  afterAll(() => web?.end());

  test('a book is renamed and deleted with undo, and converted, from its page', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn(`/books/${book.id}`);
    const dialog = page.getByRole('dialog');
    const open = async (item: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await dialog.waitFor();
    };
    await open('Save metadata to file …');
    await dialog.getByText('→ The Beginning').waitFor();
    await lookEverywhere(page, 'write metadata');
    await page.keyboard.press('Escape');
    await open('Rename …');
    await dialog.getByRole('textbox', { name: 'File name' }).fill('Saga 009');
    await dialog.getByText('→ Saga/Saga 009.cbr').waitFor();
    await lookEverywhere(page, 'rename a book');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect.poll(() => has('Saga/Saga 009.cbr')).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('Saga/Saga 001.cbr')).toBe(true);
    await open('Convert to CBZ …');
    await lookEverywhere(page, 'convert a book');
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await expect.poll(() => [has('Saga/Saga 001.cbz'), has('Saga/Saga 001.cbr')]).toEqual([true, false]);
    await page.goto(`${web.base}/books/${(await findBook(web.admin, 'Saga 002.cbz')).id}`);
    await open('Delete …');
    await lookEverywhere(page, 'delete a book');
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    // The page shows its series without the book.
    await page.waitForURL(/\/series\//);
    expect(has('Saga/Saga 002.cbz')).toBe(false);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('Saga/Saga 002.cbz')).toBe(true);
    await page.getByText('3 books').first().waitFor();
  });

  test('a series is moved with undo and deleted from its card, and restored from the trash', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/series');
    const dialog = page.getByRole('dialog');
    const open = async (item: string) => {
      await page.getByRole('link', { name: 'Saga' }).first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: item }).click();
    };
    await open('Move …');
    await dialog.getByRole('combobox', { name: 'Subfolder' }).fill('Comics');
    await dialog.getByText('→ Comics/Saga/Saga 003.cbz').waitFor();
    await lookEverywhere(page, 'move a series');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => has('Comics/Saga/Saga 003.cbz')).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => has('Saga/Saga 003.cbz')).toBe(true);
    await open('Delete …');
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('Saga was moved to the trash').waitFor();
    expect(readdirSync(web.library)).toEqual(['.lectern-trash']);
    await page.goto(`${web.base}/administration/trash`);
    const rows = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    const third = rows.filter({ hasText: 'Saga/Saga 003.cbz' });
    await third.waitFor();
    await lookInAllThemes(page, 'trash');
    await third.getByRole('button', { name: /^Restore/ }).click();
    await third.waitFor({ state: 'detached' });
    expect(has('Saga/Saga 003.cbz')).toBe(true);
  });
});
