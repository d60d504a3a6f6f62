// Reading statistics for all books and for one book.
import { readFileSync } from 'node:fs';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere, lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe('statistics', () => {
  let web: Web;
  let book: BookDto;

  /** Ends at noon, so that a session never spans two days. */
  const readFor = (minutes: number, daysAgo: number) => {
    const endedAtMs = (Math.floor(Date.now() / dayMs) - daysAgo + 0.5) * dayMs;
    const session = {
      id: crypto.randomUUID(),
      bookId: book.id,
      startedAt: new Date(endedAtMs - minutes * minuteMs).toISOString(),
      endedAt: new Date(endedAtMs).toISOString(),
      pagesRead: minutes,
      deviceName: 'A tablet',
    };
    return web.admin.post('/api/v1/reading-sessions', { sessions: [session] });
  };

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 9 }) } });
    book = await findBook(web.admin, 'Saga 001.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  test('update automatically, for all books and for one', async () => {
    const page = await web.signedIn('/statistics');
    await page.getByText('Statistics appear once you read').waitFor();
    await readFor(25, 1);
    await readFor(35, 3);
    await web.admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 9 });
    await page.getByText('1 hr', { exact: true }).first().waitFor();
    await lookInAllThemes(page, 'statistics');
    await page
      .getByRole('region', { name: 'Recent sessions' })
      .getByRole('link', { name: 'Saga 001' })
      .first()
      .click();
    await page.getByRole('button', { name: 'Reading history' }).click();
    await page.getByRole('table', { name: 'Progress' }).getByText('Finished').waitFor();
    await lookEverywhere(page, 'history');
  });

  test('of a year are saved as a picture with covers', async () => {
    const page = await web.signedIn('/statistics/review');
    await page.getByRole('button', { name: 'Save as picture' }).waitFor();
    await lookInAllThemes(page, 'review');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as picture' }).click();
    const file = await download;
    const year = new Date().getFullYear();
    expect(file.suggestedFilename()).toBe(`My ${year} in books.png`);
    const bytes = readFileSync(await file.path()).toString('base64');
    const { size, pixels } = (await page.evaluate(`(async () => {
      const blob = new Blob([Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0))], { type: 'image/png' });
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const at = (x, y) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
      return { size: [bitmap.width, bitmap.height], pixels: [at(5, 5), at(200, 800)] };
    })()`)) as { size: number[]; pixels: string[] };
    expect(size).toEqual([1080, 1350]);
    // The cover of the finished book is below the texts. It is neither the background nor a missing cover.
    expect(pixels[0]).toBe('18,21,27');
    expect(['18,21,27', '42,47,56']).not.toContain(pixels[1]);
  });
});
