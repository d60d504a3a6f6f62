// The folders of a new library in the browser: several folders, their order, and a folder of another library.
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('folders of libraries', () => {
  let web: Web;
  const listLibraries = async () => (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
  const listBooks = async () =>
    (await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=100')).body.data;
  const beside = (name: string) => join(web.library, '..', name);
  const open = async (page: Page, path: string) => {
    await page.getByRole('combobox', { name: 'Choose a folder' }).fill(path);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 1.cbz': await makeCbz({ mark: 'saga', pages: 2 }) } });
    for (const name of ['Comics', 'Manga'])
      writeFiles(beside(name), { [`${name}/${name} 1.cbz`]: await makeCbz({ mark: name, pages: 2 }) });
  }, 120_000);
  afterAll(() => web?.end());

  test('several are selected for a new library, and errors are shown at the folder', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/libraries/new', { allow: /400/ });
    await open(page, beside('Comics'));
    await page.getByText('1 book in 1 series').waitFor();
    await page.getByRole('button', { name: 'Add another folder' }).click();
    await open(page, web.library);
    await page.getByRole('textbox', { name: 'Name' }).fill('Drawn');
    await page.getByRole('button', { name: 'Add and scan' }).click();
    const folders = page.getByRole('list', { name: 'Folders' });
    await folders.getByText(/a folder of the library .Books./).waitFor();
    await page.getByRole('button', { name: `Remove ${web.library}` }).click();
    await open(page, beside('Manga'));
    await page.getByRole('button', { name: `Move ${beside('Manga')} up` }).press('Enter');
    await page.getByRole('button', { name: 'More settings' }).click();
    await lookInAllThemes(page, 'new library, two folders');
    await page.getByRole('button', { name: 'Add and scan' }).click();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    const made = (await listLibraries()).find(({ name }) => name === 'Drawn');
    expect(made?.paths).toEqual([beside('Manga'), beside('Comics')]);
    await expect.poll(async () => (await listBooks()).length).toBe(3);
  });
});
