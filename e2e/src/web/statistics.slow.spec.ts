// Reading statistics for all books and for one book.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
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
    await page.getByText('1 hr', { exact: true }).waitFor();
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
});
