// The series page: metadata, progress, ratings, notes, and updates.
import type { Series } from '@lectern/contract/libraries/series';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSaga, makeSaga } from '../harness/books/saga.ts';
import { findBook } from '../harness/books/shelf.ts';
import { findSeries, look } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('the series page', () => {
  let web: Web;
  let series: Series;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        ...(await makeSaga()),
        'Zine/Zine 1.cbz': await makeCbz({ mark: 'z', comicInfo: '<Genre>Fantasy</Genre>' }),
      },
    });
    series = await findSeries(web, 'Saga');
    await describeSaga(web.admin, series);
  }, 120_000);

  afterAll(() => web?.end());

  const read = async ({ id }: Series) => (await web.admin.get<Series>(`/api/v1/series/${id}`)).body;

  test('shows metadata, and links to related series', async () => {
    const page = await web.signedIn(`/series/${series.id}`);
    await page.getByRole('heading', { name: 'Saga', level: 1 }).waitFor();
    await page.getByText('Two soldiers from opposite sides').waitFor();
    for (const [role, name] of [
      ['Writer', 'Brian K. Vaughan'],
      ['Penciller', 'Fiona Staples'],
    ] as const) {
      const line = page.locator('dl', { has: page.getByText(role, { exact: true }) }).first();
      await line.getByRole('link', { name }).first().waitFor();
    }
    const genre = page.getByRole('group', { name: 'Genres' }).getByRole('link', { name: 'Fantasy' });
    await genre.click();
    await page.waitForURL(/[/]genres[?]name=Fantasy/);
    await page.getByRole('heading', { name: 'Fantasy', level: 1 }).waitFor();
    await page.getByRole('link', { name: /Saga/ }).first().waitFor();
  });

  test('continues the book in progress, then the next', async () => {
    const first = await findBook(web.admin, 'Saga 001.cbz');
    const second = await findBook(web.admin, 'Saga 002.cbz');
    await web.admin.post(`/api/v1/series/${series.id}/unread`);
    const page = await web.signedIn(`/series/${series.id}`);
    await page.getByRole('link', { name: 'Read #1' }).waitFor();
    await web.admin.put(`/api/v1/books/${second.id}/progress`, { currentPage: 3 });
    await page.getByRole('link', { name: 'Continue #2, p. 3' }).waitFor();
    await web.admin.post(`/api/v1/books/${second.id}/read`);
    await page.getByRole('link', { name: 'Read #1' }).click();
    await page.waitForURL(new RegExp(`/books/${first.id}/read`));
  });

  test('marks the series as read, and undo restores every position', async () => {
    const first = await findBook(web.admin, 'Saga 001.cbz');
    const second = await findBook(web.admin, 'Saga 002.cbz');
    await web.admin.post(`/api/v1/series/${series.id}/unread`);
    await web.admin.put(`/api/v1/books/${first.id}/progress`, { currentPage: 4 });
    await web.admin.post(`/api/v1/books/${second.id}/read`);
    const page = await web.signedIn(`/series/${series.id}`);
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('All of Saga was marked as read').waitFor();
    expect((await read(series)).unreadCount).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read(series)).unreadCount).toBe(3);
    const place = await web.admin.get(`/api/v1/books/${first.id}/progress`);
    expect(place.body).toMatchObject({ currentPage: 4, completed: false });
    await page.getByRole('button', { name: 'Mark as read' }).waitFor();
  });

  test('is wanted and rated by keyboard, and wanted series have a page', async () => {
    const page = await web.signedIn(`/series/${series.id}`);
    const want = page.getByRole('button', { name: 'Want to read' });
    await want.focus();
    await page.keyboard.press('Enter');
    await page.locator('[aria-pressed=true]').waitFor();
    const stars = page.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: '3.5 stars' });
    await stars.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Rated 4 stars').waitFor();
    const rating = await web.admin.get(`/api/v1/series/${series.id}/rating`);
    expect(rating.body).toMatchObject({ rating: 80 });
    await page.goto(`${web.base}/want-to-read`);
    await page.getByRole('region', { name: 'Series' }).getByRole('link', { name: 'Saga' }).waitFor();
    await look(page, 'want-to-read');
  });

  test('stores a private note next to the rating', async () => {
    await web.admin.put(`/api/v1/series/${series.id}/rating`, { rating: 70 });
    const page = await web.signedIn(`/series/${series.id}`);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel('Your note').fill('Lent to grandfather.');
    await look(page, 'rating-note');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Note saved').waitFor();
    const rated = async () => (await web.admin.get(`/api/v1/series/${series.id}/rating`)).body;
    expect(await rated()).toMatchObject({ rating: 70, notes: 'Lent to grandfather.' });
    // A changed rating keeps the note, also after a reload.
    await page.getByRole('group', { name: 'Your rating' }).getByRole('radio', { name: '3.5 stars' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Rated 4 stars').waitFor();
    expect(await rated()).toMatchObject({ rating: 80, notes: 'Lent to grandfather.' });
    await page.reload();
    await page.getByText('Lent to grandfather.').waitFor();
    await page.getByRole('button', { name: 'Edit note' }).click();
    await page.getByLabel('Your note').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Add a note' }).waitFor();
    await expect.poll(rated).toMatchObject({ rating: 80, notes: null });
  });

  test('updates by events', async () => {
    const page = await web.signedIn(`/series/${series.id}`);
    await page.getByText('Two soldiers').waitFor();
    await web.admin.patch(`/api/v1/series/${series.id}/metadata`, { summary: 'Said elsewhere.' });
    await page.getByText('Said elsewhere.').waitFor();
    await describeSaga(web.admin, series);
  });
});
