// Choosing covers: existing ones, uploads, and pages of a book.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Cover } from '@lectern/contract/serving/covers';
import { makeCbz, makeImage } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look, screens } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { startWeb, type Visit, type Web } from '../harness/web.ts';

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

  const covers = async (noun: 'books' | 'series', id: string) =>
    (await web.admin.get<{ covers: Cover[] }>(`/api/v1/${noun}/${id}/covers`)).body.covers;
  const open = async (path: string, visit?: Visit) => {
    const page = await web.signedIn(path, visit);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Choose a cover' }).click();
    await page.getByRole('dialog').getByText('Upload an image').waitFor();
    return page;
  };
  const picture = async () => ({
    name: 'mine.png',
    mimeType: 'image/png',
    buffer: await makeImage({ format: 'png', width: 60, height: 90, color: 'rebeccapurple' }),
  });

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

  test('uploads a cover for a series, and resets it', async () => {
    const page = await open(`/series/${book.seriesId}`);
    await page.locator('input[type=file]').setInputFiles(await picture());
    await page.getByText('The cover was changed').waitFor();
    await page.getByRole('button', { name: 'Use this cover: Uploaded, 60 × 90', pressed: true }).waitFor();
    expect(await covers('series', book.seriesId)).toContainEqual(
      expect.objectContaining({ source: 'custom', isSelected: true, width: 60 }),
    );
    await page.getByRole('button', { name: 'Delete this cover: Uploaded, 60 × 90' }).click();
    await expect
      .poll(async () => (await covers('series', book.seriesId)).some(({ source }) => source === 'custom'))
      .toBe(false);
  });

  test('accepts a dropped image and rejects other files', async () => {
    const page = await open(`/books/${book.id}`);
    const { buffer, name, mimeType } = await picture();
    const drop = async (file: { text: string; name: string; type: string }) => {
      const handle = await page.evaluateHandle(
        `(() => { const { text, name, type } = ${JSON.stringify(file)};
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const data = new DataTransfer(); data.items.add(new File([bytes], name, { type })); return data; })()`,
      );
      await page.getByText('Drop an image here').dispatchEvent('drop', { dataTransfer: handle });
    };
    await drop({ text: btoa('no picture'), name: 'notes.txt', type: 'text/plain' });
    await page.getByText('This file is not a supported image.').waitFor();
    await drop({ text: buffer.toString('base64'), name, type: mimeType });
    await page.getByText('The cover was changed').waitFor();
    expect((await covers('books', book.id)).some(({ source }) => source === 'custom')).toBe(true);
  });

  test('uses a page of the book, by keyboard', async () => {
    const page = await open(`/books/${book.id}`);
    const before = (await covers('books', book.id)).length;
    const third = page.getByRole('button', { name: 'Use page 3', exact: true });
    await third.focus();
    await page.keyboard.press('Enter');
    await page.getByText('The cover was changed').waitFor();
    expect(await covers('books', book.id)).toHaveLength(before + 1);
    await page.getByRole('button', { name: 'More pages' }).click();
    await page.getByRole('button', { name: 'Use page 30', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Automatic' }).click();
    await expect
      .poll(async () => (await covers('books', book.id)).find(({ isSelected }) => isSelected)?.source)
      .toBe('embedded');
  });

  test('uses a page of a book for its series', async () => {
    const page = await open(`/series/${book.seriesId}`);
    const pages = page.getByRole('region', { name: 'From a page of a book' });
    await pages.getByRole('button', { name: 'Use page 24', exact: true }).waitFor();
    await pages.getByRole('combobox', { name: 'Book' }).click();
    await page.getByRole('option', { name: 'Saga 002' }).click();
    await expect.poll(() => pages.getByRole('button', { name: /^Use page/ }).count()).toBe(3);
    await pages.getByRole('button', { name: 'Use page 2', exact: true }).click();
    await page.getByText('The cover was changed').waitFor();
    const custom = (await covers('series', book.seriesId)).find(({ source }) => source === 'custom');
    expect(custom?.isSelected).toBe(true);
    const second = await findBook(web.admin, 'Saga 002.cbz');
    const path = `/api/v1/series/${book.seriesId}/covers/${custom?.id}/image`;
    const sent = await web.admin.get(`/api/v1/books/${second.id}/pages/2?width=1200&format=jpeg`);
    expect((await web.admin.get(path)).bytes).toEqual(sent.bytes);
    await look(page, 'covers-of-a-series');
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
    const { buffer } = await picture();
    form.append('file', new Blob([new Uint8Array(buffer)]), 'mine.png');
    await web.admin.request('POST', `/api/v1/books/${book.id}/cover`, { raw: form });
    expect(await visit()).toMatchObject({ asked: 1 });
    expect(await visit()).toMatchObject({ asked: 0 });
  });

  test.each(screens)('is accessible (%s)', async (name, visit) => {
    const page = await open(`/books/${book.id}`, visit);
    await page.getByRole('button', { name: 'Use page 3', exact: true }).waitFor();
    const isShown =
      '[...document.querySelectorAll("[role=dialog] li img")].every(({ naturalWidth }) => naturalWidth > 0)';
    await page.getByRole('button', { name: 'Use page 24', exact: true }).scrollIntoViewIfNeeded();
    await page
      .getByRole('button', { name: /^Use this cover/ })
      .first()
      .scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(isShown)).toBe(true);
    await look(page, `covers-${name}`);
  });
});
