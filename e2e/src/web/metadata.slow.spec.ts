// Editing metadata of series and books: fields, locks, errors, and unsaved changes.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, screens } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { startWeb, type Visit, type Web } from '../harness/web.ts';

describe('editing metadata', () => {
  let web: Web;
  let book: BookDto;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({
          mark: 'a',
          comicInfo: '<Title>Of the file</Title><Summary>By the file.</Summary><Genre>Fantasy</Genre>',
        }),
        'Other/Other 1.cbz': await makeCbz({ mark: 'o', comicInfo: '<Genre>Space opera</Genre>' }),
      },
    });
    book = await findBook(web.admin, 'Saga 001.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  const readBook = async () => (await web.admin.get<BookMetadata>(`/api/v1/books/${book.id}/metadata`)).body;
  const readSeries = async () =>
    (await web.admin.get<SeriesMetadata>(`/api/v1/series/${book.seriesId}/metadata`)).body;
  const openEditor = async (path: string, visit?: Visit): Promise<Page> =>
    edit(await web.signedIn(path, visit));
  const edit = async (page: Page): Promise<Page> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Sort title' }).waitFor();
    return page;
  };

  test("saves and locks changed fields, and returns to the file's value when a lock is removed", async () => {
    const page = await openEditor(`/books/${book.id}`);
    const summary = page.getByRole('dialog').getByLabel('Summary', { exact: true });
    await summary.fill('By hand.');
    await page.getByRole('button', { name: 'Unlock Summary' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await readBook()).toMatchObject({ summary: 'By hand.', locks: { summary: true } });
    await page.getByText('By hand.').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
    await page.getByRole('button', { name: 'Unlock Summary' }).click();
    await page.getByText('Will be reset to the file’s value').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('By the file.').waitFor();
    expect((await readBook()).locks.summary).not.toBe(true);
  });

  test('supports people, suggested genres, links and alternative titles of a series', async () => {
    const page = await openEditor(`/series/${book.seriesId}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add to People' }).click();
    await dialog.getByRole('combobox', { name: 'Name 1', exact: true }).fill('Fiona Staples');
    await dialog.getByRole('combobox', { name: 'Role 1' }).click();
    await page.getByRole('option', { name: 'Penciller' }).click();
    await dialog.getByRole('button', { name: 'Add to Alternate titles' }).click();
    await dialog.getByLabel('Title 1', { exact: true }).fill('サーガ');
    await dialog.getByRole('combobox', { name: 'Genres' }).fill('space');
    await page.getByRole('option', { name: 'Space opera' }).click();
    await dialog.getByRole('button', { name: 'Add to Links' }).click();
    await dialog.getByLabel('Site 1').first().fill('Publisher');
    await dialog.getByLabel('Address 1').first().fill('javascript:alert(1)');
    await dialog.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'On hiatus' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter an address that starts with http:// or https://').waitFor();
    await dialog.getByLabel('Address 1').first().fill('https://publisher.example/saga');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await readSeries()).toMatchObject({
      authors: [{ name: 'Fiona Staples', role: 'penciller' }],
      alternateTitles: [{ title: 'サーガ' }],
      genres: expect.arrayContaining(['Space opera']),
      externalLinks: [{ sourceName: 'Publisher', url: 'https://publisher.example/saga' }],
      status: 'hiatus',
      locks: { authors: true, genres: true, status: true },
    });
    await page.getByText('サーガ').waitFor();
    await page.getByRole('link', { name: 'Publisher publisher.example, external site' }).waitFor();
  });

  test("shows the server's errors at their fields", async () => {
    const page = await openEditor(`/books/${book.id}`, { allow: /400/ });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Age rating' }).fill('300');
    await dialog.getByRole('textbox', { name: 'Volume' }).fill('two');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a whole number').waitFor();
    await dialog.getByRole('textbox', { name: 'Volume' }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('[data-field=ageRating] .mantine-InputWrapper-error').waitFor();
    await page.locator('[data-field=ageRating] input:focus').waitFor();
    expect((await readBook()).volume).not.toBe(2);
    await look(page, 'metadata-faults');
  });

  test('asks before discarding changes', async () => {
    const page = await web.signedIn('/');
    // Navigates by a link, so that the client has a page to go back to.
    await page.getByRole('link', { name: book.title }).first().click();
    await edit(page);
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Half typed');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Half typed');
    await page.goBack().catch(() => undefined);
    await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    await look(page, 'metadata-discard');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await readBook()).subtitle).toBeNull();
  });

  test('resets all fields to the file values', async () => {
    await web.admin.patch(`/api/v1/books/${book.id}/metadata`, { summary: 'Mine', edition: 'First' });
    const page = await openEditor(`/books/${book.id}`);
    await page.getByRole('button', { name: 'Reset to file metadata' }).click();
    await page.getByRole('button', { name: 'Reset to file metadata' }).last().click();
    await page.getByText('By the file.').waitFor();
    expect((await readBook()).edition).toBeNull();
  });

  test.each(screens)('is accessible (%s)', async (name, visit) => {
    const page = await openEditor(`/books/${book.id}`, visit);
    await look(page, `metadata-${name}`);
  });
});
