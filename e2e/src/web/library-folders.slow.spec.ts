// The folders of a library in the browser: several folders, their order, a removed folder, and invalid folders.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { show, startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

describe('folders of libraries', () => {
  let web: Web;
  const listLibraries = async () => (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
  const listBooks = async () =>
    (await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=100')).body.data;
  const beside = (name: string) => join(web.library, '..', name);
  const open = async (page: Page, path: string) => {
    for (const name of path.split('/').filter(Boolean))
      await page.getByRole('button', { name, exact: true }).click();
  };

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 1.cbz': await makeCbz({ mark: 'saga', pages: 2 }) } });
    for (const name of ['Comics', 'Manga'])
      writeFiles(beside(name), { [`${name}/${name} 1.cbz`]: await makeCbz({ mark: name, pages: 2 }) });
    mkdirSync(beside('Empty'));
  }, 120_000);
  afterAll(() => web?.end());

  test('several are selected for a new library, and errors are shown at the folder', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/libraries/new', { allow: /400/ });
    await open(page, beside('Comics'));
    await page.getByText('1 book in 1 series').waitFor();
    await page.getByRole('button', { name: 'Add another folder' }).click();
    await open(page, beside('Comics'));
    await page.getByText('This folder is already in the list.').waitFor();
    await page.getByRole('button', { name: 'Up' }).click();
    await page.getByRole('button', { name: 'Books', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Drawn');
    await page.getByRole('button', { name: 'Add and scan' }).click();
    const folders = page.getByRole('list', { name: 'Folders' });
    await folders.getByText(/a folder of the library .Books./).waitFor();
    await lookEverywhere(page, 'new library, a folder that is taken');
    await page.getByRole('button', { name: `Remove ${web.library}` }).click();
    await open(page, beside('Manga'));
    await page.getByRole('button', { name: `Move ${beside('Manga')} up` }).press('Enter');
    await lookEverywhere(page, 'new library, two folders');
    await page.getByRole('button', { name: 'Add and scan' }).click();
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    const made = (await listLibraries()).find(({ name }) => name === 'Drawn');
    expect(made?.paths).toEqual([beside('Manga'), beside('Comics')]);
    await expect.poll(async () => (await listBooks()).length).toBe(3);
    await waitForTasks(web.admin);
  });

  test('a changed order is saved; a folder moves to another library with its books', {
    timeout: 120_000,
  }, async () => {
    const idOf = async (name: string) => (await listBooks()).find(({ path }) => path.includes(name))?.id;
    const manga = await idOf('Manga 1');
    const page = await web.signedIn('/administration/libraries');
    await page.getByRole('link', { name: 'Edit Drawn' }).click();
    const folders = page.getByRole('group', { name: 'Folders' });
    await folders.getByText('1 book', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: `Remove ${beside('Manga')}` }).click();
    await folders.getByText('1 book will be removed from the library.').waitFor();
    await lookEverywhere(page, 'a folder leaves a library');
    await page.emulateMedia({ colorScheme: 'dark' });
    await show(page, 'a folder leaves a library, dark');
    await page.getByRole('button', { name: 'Keep folder' }).click();
    await page.getByRole('button', { name: `Move ${beside('Manga')} down` }).press('Enter');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Drawn was saved').waitFor();
    const drawn = async () => (await listLibraries()).find(({ name }) => name === 'Drawn');
    expect((await drawn())?.paths).toEqual([beside('Comics'), beside('Manga')]);

    await page.getByRole('link', { name: 'Edit Drawn' }).click();
    await page.getByRole('button', { name: `Remove ${beside('Manga')}` }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(async () => (await drawn())?.paths).toEqual([beside('Comics')]);
    await page.getByRole('link', { name: 'Edit Books' }).click();
    await page.getByRole('button', { name: 'Add folder' }).click();
    await open(page, beside('Manga'));
    await page.getByRole('button', { name: 'Add this folder' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Books was saved').waitFor();
    const books = (await listLibraries()).find(({ name }) => name === 'Books');
    // Saving starts a scan.
    const libraryOf = async () => (await listBooks()).find(({ id }) => id === manga)?.libraryId;
    await expect.poll(libraryOf, { timeout: 20_000 }).toBe(books?.id);
  });
});
