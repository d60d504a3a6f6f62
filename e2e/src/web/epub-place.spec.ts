// Positions and annotations in EPUBs, synchronized between devices.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { openBook, readPercent, selectWords, waitForText } from '../harness/browser/epub-page.ts';
import { phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('positions and annotations of an EPUB', () => {
  let web: Web;
  let book: BookDto;
  const path = () => `/api/v1/books/${book.id}`;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Novels/Novel.epub': await makeNovel() } });
    book = await findBook(web.admin, 'Novel.epub');
  }, 120_000);

  afterAll(() => web?.end());

  const listMarks = async () =>
    (await web.admin.get<{ data: Annotation[] }>(`${path()}/annotations`)).body.data;
  beforeEach(async () => {
    await web.admin.delete(`${path()}/progress`);
    for (const { id } of await listMarks()) await web.admin.delete(`${path()}/annotations/${id}`);
  });

  const readPlace = async () => (await web.admin.get<ReadProgress | undefined>(`${path()}/progress`)).body;
  async function open(visit: Visit = {}): Promise<Page> {
    const page = await web.signedIn('/', visit);
    await openBook(page, web.base, book.id);
    return page;
  }

  test('continues where another browser stopped, on another screen size', async () => {
    const desk = await open();
    await desk.keyboard.press('t');
    await desk.getByRole('button', { name: 'Chapter 4' }).click();
    await waitForText(desk, 'Chapter 4');
    await desk.keyboard.press('ArrowRight');
    await expect.poll(async () => (await readPlace())?.progressPercentage ?? 0).toBeGreaterThan(0.52);
    const place = await readPlace();
    expect(place?.locator).toMatchObject({
      href: 'resources/OEBPS/c4.xhtml',
      type: 'application/xhtml+xml',
      title: 'Chapter 4',
      locations: { fragments: [expect.stringMatching(/^epubcfi\(/)] },
    });
    const small = await open({ viewport: phone });
    await waitForText(small, 'Chapter 4');
    const there = 100 * (place?.progressPercentage ?? 0);
    await expect.poll(() => readPercent(small)).toBeGreaterThan(there - 4);
    expect(await readPercent(small)).toBeLessThan(there + 4);
    await small.keyboard.press('ArrowRight');
    await expect
      .poll(async () => (await readPlace())?.progressPercentage ?? 0)
      .toBeGreaterThan(place?.progressPercentage ?? 1);
    // The first browser offers to go there.
    await desk.getByRole('alert').getByRole('button').last().waitFor();
    await show(desk, 'epub-elsewhere');
  });

  test('opens near the position of an app that sends pages or percentages', async () => {
    for (const body of [{ progressPercentage: 0.7 }, { currentPage: Math.ceil(book.pageCount * 0.7) }]) {
      await web.admin.delete(`${path()}/progress`);
      await web.admin.put(`${path()}/progress`, { ...body, deviceId: 'e-reader' });
      const before = await readPlace();
      const page = await open();
      await waitForText(page, 'Chapter 5');
      await expect.poll(() => readPercent(page)).toBeGreaterThan(58);
      expect(await readPercent(page)).toBeLessThan(80);
      // Opening a book does not change the position.
      await page.keyboard.press('Escape');
      await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
      expect(await readPlace()).toEqual(before);
    }
  });

  test('is finished with its last page, for every protocol', async () => {
    const page = await open();
    await page.keyboard.press('End');
    await waitForText(page, 'Chapter 6');
    await expect.poll(async () => (await readPlace())?.completed).toBe(true);
    const { body } = await web.admin.get<{ locator: { href: string } }>(`${path()}/progression`);
    expect(body.locator.href).toBe('resources/OEBPS/c6.xhtml');
  });

  test('stores highlights with notes, and updates other browsers', async () => {
    const page = await open();
    const other = await open({ viewport: phone });
    await waitForText(page, 'Chapter 1');
    await other.getByRole('button', { name: 'Bookmarks and highlights' }).click();
    await other.getByText('No bookmarks or highlights yet').waitFor();
    await selectWords(page, 'whale was never');
    await page.getByRole('button', { name: 'Highlight in green' }).waitFor();
    await expectAccessible(page);
    await show(page, 'epub-selection');
    await page.getByRole('button', { name: 'Highlight in green' }).click();
    await other.getByText('whale was never').waitFor();
    await expect.poll(listMarks).toMatchObject([
      {
        kind: 'highlight',
        color: 'green',
        text: 'whale was never',
        locator: { href: 'resources/OEBPS/c1.xhtml' },
      },
    ]);
    await selectWords(page, 'sentence 0 says');
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByLabel('Note', { exact: true }).fill('Does it?');
    await expectAccessible(page);
    await show(page, 'epub-note');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByText('Does it?').waitFor();
    await show(other, 'epub-marks');
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Delete: whale was never' }).click();
    await expect.poll(async () => (await listMarks()).length).toBe(1);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await listMarks()).length).toBe(2);
  });

  test('adds, shows and removes bookmarks', async () => {
    const page = await open();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 2' }).click();
    await waitForText(page, 'Chapter 2');
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'Remove bookmark' }).waitFor();
    await expect.poll(listMarks).toMatchObject([{ kind: 'bookmark', locator: { title: 'Chapter 2' } }]);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Add bookmark' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
    await waitForText(page, 'Chapter 2');
    await page.getByRole('button', { name: 'Remove bookmark' }).click();
    await expect.poll(listMarks).toEqual([]);
  });

  test('stores annotations offline, and sends them later', async () => {
    const page = await open({ allow: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
    await waitForText(page, 'Chapter 1');
    await page.context().setOffline(true);
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'Remove bookmark' }).waitFor();
    await selectWords(page, 'whale was never');
    await page.getByRole('button', { name: 'Highlight in blue' }).click();
    expect(await listMarks()).toEqual([]);
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await listMarks()).map(({ kind }) => kind).sort())
      .toEqual(['bookmark', 'highlight']);
  });

  test('exports annotations as Markdown', async () => {
    const page = await open();
    await waitForText(page, 'Chapter 1');
    await selectWords(page, 'whale was never');
    await page.getByRole('button', { name: 'Highlight in yellow' }).click();
    await page.keyboard.press('n');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as Markdown' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('The Calm Sea.md');
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toContain('> whale was never');
  });
});
