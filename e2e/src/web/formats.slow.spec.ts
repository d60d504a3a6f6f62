// A book with several files: each format is read and downloaded on the book page.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeEpub, makePdf } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { show, startWeb, type Web } from '../harness/browser/web.ts';

describe('formats of a book', () => {
  let web: Web;
  const listBooks = async () =>
    (await web.admin.get<{ data: BookDto[] }>('/api/v1/books?sort=title')).body.data;
  const listFormats = async (id: string) =>
    (await web.admin.get<{ formats: BookFormat[] }>(`/api/v1/books/${id}`)).body.formats;

  beforeAll(async () => {
    const metadata = '<dc:title>Emma</dc:title><dc:creator>Jane Austen</dc:creator>';
    web = await startWeb({
      files: { 'Austen/Emma.epub': makeEpub({ metadata }), 'Austen/Emma.pdf': makePdf({ pages: [{}, {}] }) },
    });
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    if (!library) throw new Error('No library found');
    await web.admin.patch(`/api/v1/libraries/${library.id}`, { groupFormats: true, allowFileChanges: true });
    await web.admin.post(`/api/v1/libraries/${library.id}/scan`);
    await vi.waitUntil(async () => (await listBooks()).length === 1, { timeout: 60_000 });
  }, 120_000);
  afterAll(() => web?.end());

  test('are listed on its page to read and download; one is split into its own book, with undo', {
    timeout: 120_000,
  }, async () => {
    const [book] = await listBooks();
    const page = await web.signedIn(`/books/${book?.id}`);
    const formats = page.getByRole('region', { name: 'Formats' });
    await formats.getByText('EPUB', { exact: true }).waitFor();
    await lookEverywhere(page, 'formats of a book');
    const download = page.waitForEvent('download');
    await formats.getByRole('link', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe('Emma.pdf');
    await formats.getByRole('button', { name: 'More: PDF' }).click();
    await page.getByRole('menuitem', { name: 'Split into its own book' }).click();
    await page.getByText('PDF is now a separate book.').waitFor();
    await expect.poll(async () => (await listBooks()).length).toBe(2);
    await formats.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await formats.getByText('PDF', { exact: true }).waitFor();
    expect(await listBooks()).toHaveLength(1);
    await formats.getByRole('link', { name: 'Read as PDF' }).click();
    await page.waitForURL(/\/read/);
    expect(page.url()).not.toContain(book?.id ?? '');
  });

  test('are moved to the trash together or one alone, with undo, and are renamed together', {
    timeout: 120_000,
  }, async () => {
    const [book] = await listBooks();
    const page = await web.signedIn(`/books/${book?.id}`);
    const files = () => readdirSync(join(web.library, 'Austen')).toSorted();
    const dialog = page.getByRole('dialog');
    const open = async (item: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await open('Delete …');
    await dialog.getByRole('radio', { name: 'Only PDF (keeps the book)' }).check();
    await lookEverywhere(page, 'delete a book of several formats');
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('Emma (PDF) was moved to the trash').waitFor();
    expect(files()).toEqual(['Emma.epub']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(files).toEqual(['Emma.epub', 'Emma.pdf']);
    await page.getByRole('region', { name: 'Formats' }).waitFor();
    await open('Rename …');
    await dialog.getByRole('textbox', { name: 'File name' }).fill('Emma 1');
    await dialog.getByText('→ Austen/Emma 1.pdf').waitFor();
    await lookEverywhere(page, 'rename a book of several formats');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect.poll(files).toEqual(['Emma 1.epub', 'Emma 1.pdf']);
    await page.getByText('Emma was renamed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(files).toEqual(['Emma.epub', 'Emma.pdf']);
    await open('Delete …');
    await dialog.getByRole('radio', { name: 'All 2 files of the book' }).waitFor();
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('Emma was moved to the trash').waitFor();
    await expect.poll(async () => (await listBooks()).length).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await listBooks()).map(({ id }) => id)).toEqual([book?.id]);
    // The files are restored one after the other.
    await expect.poll(async () => (await listFormats(book?.id ?? '')).length).toBe(2);
  });

  test('selected books are merged into one entry, with undo', { timeout: 120_000 }, async () => {
    const [{ id = '' } = {}] = await listBooks();
    const other = (await listFormats(id)).find(({ bookId }) => bookId !== id);
    const { status } = await web.admin.delete(`/api/v1/books/${id}/formats/${other?.bookId}`);
    expect(status).toBe(204);
    expect(await listBooks()).toHaveLength(2);
    const page = await web.signedIn('/books');
    const bar = page.getByRole('region', { name: 'Selection' });
    const action = page.getByRole('menuitem', { name: 'Merge as formats of one book' });
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await boxes.first().click({ force: true });
    await bar.getByRole('button', { name: 'More actions' }).click();
    await action.getByText('Select at least two books.').waitFor();
    expect(await action.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await action.waitFor({ state: 'detached' });
    await boxes.nth(1).click();
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'More actions' }).click();
    await show(page, 'make one entry of books');
    await action.click();
    await page.getByText('2 books were merged into one.').waitFor();
    expect((await listBooks()).map(({ fileFormat }) => fileFormat)).toEqual(['epub']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await listBooks()).length).toBe(2);
  });
});
