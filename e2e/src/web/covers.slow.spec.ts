// Loading covers, and choosing them from the pages of a book.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Cover } from '@lectern/contract/serving/covers';
import { makeCbz, makeImage } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookInAllThemes } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('choosing a cover', () => {
  let web: Web;
  let book: BookDto;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 30 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 3 }),
      },
    });
    book = await findBook(web.admin, 'Saga 001.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  test('loads covers that a busy server has rejected as soon as a retry is permitted', async () => {
    const page = await web.signedIn('/account', { allow: /429/ });
    let refused = 0;
    await page.route('**/thumbnail?*', (route) => {
      if (refused >= 3) return route.continue();
      refused++;
      const told = { error: 'rate_limit_exceeded', message: 'Wait 1 second', retry_after: 1 };
      return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: told });
    });
    await page.goto(`${web.base}/series/${book.seriesId}`);
    const shown = `[...document.querySelectorAll('main img')].filter(({ naturalWidth }) => naturalWidth > 0).length`;
    await expect.poll(() => page.evaluate(shown), { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
    expect(refused).toBe(3);
    expect(await page.evaluate(`document.querySelectorAll('main [class*=letters]').length`)).toBe(0);
  });

  test('uses a page of a book for its series', async () => {
    const page = await web.signedIn(`/series/${book.seriesId}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Choose a cover' }).click();
    const pages = page.getByRole('region', { name: 'From a page of a book' });
    await pages.getByRole('combobox', { name: 'Book' }).click();
    await page.getByRole('option', { name: 'Saga 002' }).click();
    await pages.getByRole('button', { name: 'Use page 2', exact: true }).click();
    await page.getByText('The cover was changed').waitFor();
    const { body } = await web.admin.get<{ covers: Cover[] }>(`/api/v1/series/${book.seriesId}/covers`);
    const custom = body.covers.find(({ source }) => source === 'custom');
    const second = await findBook(web.admin, 'Saga 002.cbz');
    const path = `/api/v1/series/${book.seriesId}/covers/${custom?.id}/image`;
    const sent = await web.admin.get(`/api/v1/books/${second.id}/pages/2?width=1200&format=jpeg`);
    expect((await web.admin.get(path)).bytes).toEqual(sent.bytes);
    const isShown =
      '[...document.querySelectorAll("[role=dialog] li img")].every(({ naturalWidth }) => naturalWidth > 0)';
    await expect.poll(() => page.evaluate(isShown)).toBe(true);
    await lookInAllThemes(page, 'covers');
  });

  test('requests a cover once until it changes', async () => {
    const page = await web.signedIn('/series');
    // Number of covers shown and number loaded over the network (a cached cover has a transfer size of zero).
    const count = `(() => {
      const images = [...document.querySelectorAll('img[src*="/thumbnail"]')];
      const there = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
      const asked = performance.getEntriesByType('resource').filter(({ name }) => /thumbnail/.test(name));
      return { shown: there.length, asked: asked.filter(({ transferSize }) => transferSize > 0).length };
    })()`;
    const visit = async () => {
      await page.goto(`${web.base}/series`);
      await expect.poll(async () => (await page.evaluate(count)) as object).toMatchObject({ shown: 1 });
      await page.goto(`${web.base}/books`);
      await expect.poll(async () => (await page.evaluate(count)) as object).toMatchObject({ shown: 2 });
      return (await page.evaluate(count)) as { asked: number };
    };
    await visit();
    expect(await visit()).toMatchObject({ asked: 0 });
    const form = new FormData();
    const picture = await makeImage({ format: 'png', width: 60, height: 90, color: 'rebeccapurple' });
    form.append('file', new Blob([new Uint8Array(picture)]), 'mine.png');
    await web.admin.request('POST', `/api/v1/books/${book.id}/cover`, { raw: form });
    expect(await visit()).toMatchObject({ asked: 1 });
    expect(await visit()).toMatchObject({ asked: 0 });
  });
});
