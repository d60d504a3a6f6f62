// Highlights in PDFs: created from selected words, saved, listed, exported, and shown at every zoom level.
import { readFileSync } from 'node:fs';
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeGuide } from '../harness/books/pdfs.ts';
import { openBook, showBars } from '../harness/books/reading.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { show, startWeb, type Web } from '../harness/browser/web.ts';

/** Verifies that the highlight covers the words at any zoom level. */
async function liesOn(piece: Locator, words: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const mark = await piece.boundingBox();
      const line = await words.boundingBox();
      return Math.max(Math.abs((mark?.x ?? 0) - (line?.x ?? 99)), Math.abs((mark?.y ?? 0) - (line?.y ?? 99)));
    })
    .toBeLessThan(8);
}

describe('highlights in a PDF', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: { 'Marked/Marked 1.pdf': makeGuide(5), 'Long/Long 1.pdf': makeGuide(40) },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  /** "2 / 12", with or without the bars. */
  const isAt = (page: Page, text: string) =>
    page.locator(`[role=region][data-page="${text.split(' / ')[0]}"]`).waitFor();
  const text = (page: Page, number: number) => page.locator(`.page[data-page-number="${number}"] .textLayer`);

  test('highlights words with a color and a note, saves and lists them, and leads back to them', async () => {
    const book = await findBook('Marked 1.pdf');
    const page = await openBook(web, book, { search: '?page=1' });
    const words = text(page, 1).getByText('This is page 1 of the guide');
    await words.waitFor();
    await words.selectText();
    await page.getByRole('dialog', { name: 'Highlight' }).waitFor();
    await expectAccessible(page);
    await show(page, 'pdf selection');
    await page.getByRole('button', { name: 'Highlight in green' }).click();
    const piece = page.locator('.page[data-page-number="1"] .lectern-marks > div');
    await piece.waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe('');
    await liesOn(piece, words);
    const stored = async () =>
      (await web.admin.get<{ data: Annotation[] }>(`/api/v1/books/${book.id}/annotations`)).body.data;
    await expect
      .poll(async () => (await stored())[0])
      .toMatchObject({
        kind: 'highlight',
        color: 'green',
        text: 'This is page 1 of the guide',
        locator: { href: 'pages/1', type: 'application/pdf', locations: { position: 1 } },
      });
    const [number, place] = (await stored())[0]?.locator.locations?.fragments ?? [];
    expect(number).toBe('page=1');
    // In points of the page, independent of the zoom level: the words start 30 points from the left.
    expect(Math.abs(Number(/^highlight=([\d.]+),/.exec(place ?? '')?.[1]) - 30)).toBeLessThan(2);
    // Clicking it changes the color and adds a note.
    const { x = 0, y = 0, width = 0, height = 0 } = (await piece.boundingBox()) ?? {};
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.getByRole('textbox', { name: 'Note' }).fill('Worth knowing');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await stored())[0]?.note).toBe('Worth knowing');
    await page.locator('.lectern-marks > [data-note]').waitFor();
    await show(page, 'pdf highlight');
    await expectSameWords(page, piece, words, width);
    await exportAndDelete(page, piece);
    await expect.poll(stored).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await piece.waitFor();
    await expect.poll(async () => (await stored()).length).toBe(1);
  });

  /** Verifies that the highlight covers its words at another zoom level, in a spread and in other colors. */
  async function expectSameWords(page: Page, piece: Locator, words: Locator, width: number): Promise<void> {
    await showBars(page);
    await page.getByRole('button', { name: 'Zoom in' }).first().click();
    await expect.poll(async () => (await piece.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.1);
    await page.reload();
    await piece.waitFor();
    await liesOn(piece, words);
    await showBars(page);
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('combobox', { name: 'Layout' }).selectOption({ index: 2 });
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(async () => (await page.locator('.spread').count()) > 0).toBe(true);
    await piece.waitFor();
    await liesOn(piece, words);
    await show(page, 'pdf highlight dark');
    await page.keyboard.press('Escape');
  }

  /** Exports the highlights as Markdown, and opens and deletes the highlight from the list. */
  async function exportAndDelete(page: Page, piece: Locator): Promise<void> {
    await page.keyboard.press('End');
    await isAt(page, '5 / 5');
    await page.keyboard.press('n');
    const panel = page.getByRole('dialog', { name: 'Highlights' });
    await panel.getByText('Worth knowing').waitFor();
    await expectAccessible(page);
    await show(page, 'pdf highlights');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Export as Markdown' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      '# Marked 1\n\n(page 1)\n\n> This is page 1 of the guide\n\nWorth knowing\n',
    );
    await panel.getByText('This is page 1 of the guide').click();
    await isAt(page, '1 / 5');
    await panel.getByRole('button', { name: /^Delete/ }).click();
    await piece.waitFor({ state: 'detached' });
  }

  test('are drawn again on pages that were unloaded', async () => {
    const page = await openBook(web, await findBook('Long 1.pdf'), { search: '?page=1' });
    const words = text(page, 1).getByText('This is page 1 of the guide');
    await words.waitFor();
    await words.selectText();
    await page.getByRole('button', { name: 'Highlight in blue' }).click();
    const piece = page.locator('.page[data-page-number="1"] .lectern-marks > div');
    await piece.waitFor();
    // pdf.js clears distant pages.
    for (let number = 2; number <= 14; number++) {
      await page.keyboard.press('ArrowRight');
      await isAt(page, `${number} / 40`);
      await text(page, number).getByText(`This is page ${number} of`).waitFor();
    }
    await piece.waitFor({ state: 'detached' });
    await page.keyboard.press('Home');
    await isAt(page, '1 / 40');
    await piece.waitFor();
    await liesOn(piece, words);
  });

  test('searches for the selected words', async () => {
    const page = await openBook(web, await findBook('Marked 1.pdf'), { search: '?page=2' });
    const words = text(page, 2).getByText('nobody is here');
    await words.waitFor();
    await words.selectText();
    await page.getByRole('button', { name: 'Search in book' }).click();
    await page.getByText('of 5').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('nobody is here');
  });
});
