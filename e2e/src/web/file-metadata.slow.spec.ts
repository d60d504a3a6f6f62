// Writes edited metadata to files in the browser, with a preview of the changes.

import type { FileMetadataPreview } from '@lectern/contract/ingest/file-metadata';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('metadata in files', () => {
  let web: Web;
  let library: Library;
  let book: BookDto;

  beforeAll(async () => {
    const comicInfo = '<Title>Of the file</Title><Writer>Anna</Writer>';
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'saga 1', comicInfo }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'saga 2' }),
      },
    });
    const libraries = await web.admin.get<{ data: Library[] }>('/api/v1/libraries');
    const books = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title');
    const first = books.body.data.find(({ path }) => path.endsWith('Saga 001.cbz'));
    const [only] = libraries.body.data;
    if (!first || !only) throw new Error('No book found');
    library = only;
    book = first;
    await web.admin.patch(`/api/v1/books/${book.id}/metadata`, { title: 'The Beginning', genres: ['Space'] });
  }, 120_000);
  afterAll(() => web?.end());

  async function openMenu(): Promise<Page> {
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).waitFor();
    return page;
  }

  test('is permitted in the settings of a library', { timeout: 120_000 }, async () => {
    const closed = await openMenu();
    expect(await closed.getByRole('menuitem', { name: 'Save metadata to files' }).count()).toBe(0);
    const page = await web.signedIn(`/administration/libraries/${library.id}`);
    await page.getByRole('combobox', { name: 'Save metadata to files' }).click();
    await page.getByRole('option', { name: 'Update files' }).click();
    await lookEverywhere(page, 'library that is written');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect
      .poll(async () => (await web.admin.get<Library>(`/api/v1/libraries/${library.id}`)).body.writeMetadata)
      .toBe('files');
  });

  test('is written to a file as previewed', { timeout: 120_000 }, async () => {
    const page = await openMenu();
    await page.getByRole('menuitem', { name: 'Save metadata to file …' }).click();
    const dialog = page.getByRole('dialog');
    const file = dialog.getByRole('region', { name: 'Saga/Saga 001.cbz' });
    await file.getByText('Of the file').waitFor();
    await file.getByText('→ The Beginning').waitFor();
    await file.getByText('→ Space').waitFor();
    expect(await file.getByText('Anna').count()).toBe(0);
    await lookEverywhere(page, 'write metadata');
    await dialog.getByRole('button', { name: 'Save to files', exact: true }).click();
    await page.getByText('Saving metadata of The Beginning to files').waitFor();
    const address = `/api/v1/books/${book.id}/file/metadata`;
    await expect
      .poll(async () => (await web.admin.get<FileMetadataPreview>(address)).body.files, { timeout: 30_000 })
      .toEqual([]);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save metadata to file …' }).click();
    await dialog.getByText('Nothing to save. The files are up to date').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save to files', exact: true }).isDisabled()).toBe(true);
    await lookEverywhere(page, 'nothing to write');
  });

  test('is written to all files of a library from its menu', { timeout: 120_000 }, async () => {
    const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title');
    for (const { id } of body.data)
      await web.admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'House of Books' });
    const page = await web.signedIn('/administration/libraries');
    await page.getByRole('button', { name: `More for ${library.name}` }).click();
    await page.getByRole('menuitem', { name: 'Save metadata to files …' }).click();
    const dialog = page.getByRole('dialog');
    for (const name of ['Saga/Saga 001.cbz', 'Saga/Saga 002.cbz'])
      await dialog.getByRole('region', { name }).getByText('→ House of Books').waitFor();
    await dialog.getByText('2 files will be changed').waitFor();
    await lookEverywhere(page, 'write metadata of a library');
    await dialog.getByRole('button', { name: 'Save to files', exact: true }).click();
    await page.getByText('Metadata was saved to files. See Tasks for details').waitFor();
    const address = `/api/v1/libraries/${library.id}/files/metadata`;
    expect((await web.admin.get<FileMetadataPreview>(address)).body).toEqual({ files: [], next: null });
  });
});
