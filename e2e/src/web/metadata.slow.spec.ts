// Editing metadata of a book: the dialog, its effect on the page, and unsaved changes.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { look, lookEverywhere, lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

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
      },
    });
    book = await findBook(web.admin, 'Saga 001.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  test('shows saved values on the page, and asks before changes are lost by going back', async () => {
    const page = await web.signedIn('/');
    // Navigates by a link, so that the client has a page to go back to.
    await page.getByRole('link', { name: book.title }).first().click();
    const edit = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Sort title' }).waitFor();
    };
    await edit();
    await lookInAllThemes(page, 'metadata');
    await page.getByRole('dialog').getByLabel('Summary', { exact: true }).fill('By hand.');
    await page.getByRole('textbox', { name: 'Volume' }).fill('two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a whole number').waitFor();
    await lookEverywhere(page, 'metadata-faults');
    await page.getByRole('textbox', { name: 'Volume' }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('By hand.').waitFor();
    await edit();
    await page.getByRole('textbox', { name: 'Subtitle' }).fill('Half typed');
    await page.goBack().catch(() => undefined);
    await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    await look(page, 'metadata-discard');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByRole('textbox', { name: 'Subtitle' }).inputValue()).toBe('Half typed');
  });
});
