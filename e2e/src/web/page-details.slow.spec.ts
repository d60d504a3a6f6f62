// The pages of series and books: permissions, layout, languages, and accessibility.
import type { Series } from '@lectern/contract/libraries/series';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSaga, makeSaga } from '../harness/books/saga.ts';
import { findBook } from '../harness/books/shelf.ts';
import { findSeries, look, lookEverywhere, screens } from '../harness/browser/pages.ts';
import { desk, phone, startWeb, type Web } from '../harness/browser/web.ts';

let web: Web;
let series: Series;

beforeAll(async () => {
  const files = await makeSaga();
  for (let n = 1; n <= 130; n++)
    files[`Long/Long ${String(n).padStart(3, '0')}.cbz`] = await makeCbz({ mark: `l${n}`, pages: 1 });
  web = await startWeb({ files });
  series = await findSeries(web, 'Saga');
  await describeSaga(web.admin, series);
}, 120_000);

afterAll(() => web?.end());

describe('the series page', () => {
  test('renders only the visible part of a long series', async () => {
    const long = await findSeries(web, 'Long');
    const page = await web.signedIn(`/series/${long.id}`, { viewport: phone });
    const cards = page.getByRole('list', { name: 'Books' }).getByRole('listitem');
    await cards.first().waitFor();
    expect(await cards.count()).toBeLessThan(100);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.getByText('#130').waitFor();
  });

  test('does not offer management actions to readers', async () => {
    await web.admin.post('/api/v1/users', {
      username: 'mia',
      email: 'mia@example.org',
      password: 'a password for the browser',
      role: 'reader',
    });
    const page = await web.signedIn(`/series/${series.id}`, { username: 'mia' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Download all files (.zip)' }).waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Download all files (.zip)']);
    expect(await page.getByText('Folder', { exact: true }).count()).toBe(0);
  });

  test.each(screens)('is accessible (%s)', async (name, visit) => {
    const page = await web.signedIn(`/series/${series.id}`, visit);
    await page.getByText('Two soldiers').waitFor();
    await page.getByRole('list', { name: 'Books' }).getByRole('listitem').first().waitFor();
    await look(page, `series-${name}`);
  });

  test.each(['de', 'ja'])('is shown in %s', async (locale) => {
    const page = await web.signedIn(`/series/${series.id}`, { viewport: desk, context: { locale } });
    await page.getByText(locale === 'de' ? 'Zeichnung' : '作画').waitFor();
    await look(page, `series-${locale}`);
  });
});

describe('the book page', () => {
  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'shows the same release day in %s',
    async (timezoneId) => {
      const book = await findBook(web.admin, 'Saga 002.cbz');
      const page = await web.signedIn(`/books/${book.id}`, { context: { timezoneId } });
      await page.getByText('Mar 14, 2012').waitFor();
    },
  );

  test('offers Read after the book was only opened', async () => {
    const book = await findBook(web.admin, 'Saga 003.cbz');
    await web.admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 1 });
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('link', { name: 'Read', exact: true }).waitFor();
    expect(await page.getByText('Continue on').count()).toBe(0);
  });

  test('keeps the menu button next to the actions at any window width', async () => {
    const book = await findBook(web.admin, 'Saga 002.cbz');
    await web.admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 4 });
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('link', { name: 'Continue p. 4' }).waitFor();
    const topOf = async (name: string) => {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    };
    const beside = {
      390: 'Download',
      800: 'Download',
      1100: 'Want to read',
      1280: 'Want to read',
    };
    for (const [width, name] of Object.entries(beside)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      await expect.poll(async () => [width, (await topOf('More')) - (await topOf(name))]).toEqual([width, 0]);
    }
    await lookEverywhere(page, 'book-actions');
  });
});
