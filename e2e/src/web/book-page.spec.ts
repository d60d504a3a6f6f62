// The book page: metadata, progress, the file, and hostile files.
import { makeCbz, makeEpub } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { look } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const markup = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const escaped = markup.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('the book page', () => {
  let web: Web;

  beforeAll(async () => {
    const info = (n: number) => `<Series>Saga</Series><Number>${n}</Number><Title>Chapter ${n}</Title>
      <Summary>What happens in ${n}.</Summary><Publisher>Image</Publisher><Genre>Fantasy</Genre>
      <Writer>Brian K. Vaughan</Writer><Year>2012</Year><Month>3</Month><Day>14</Day>`;
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 8, comicInfo: info(1) }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 8, comicInfo: info(2) }),
        'Saga/Saga 003.cbz': await makeCbz({ mark: 'c', pages: 8, comicInfo: info(3) }),
        'Broken/Broken 1.cbz': Buffer.from('this is no archive'),
        'Hostile/Hostile 1.cbz': await makeCbz({
          mark: 'h',
          comicInfo: `<Series>${escaped}</Series><Title>${escaped}</Title><Summary>${escaped}</Summary>
            <Genre>${escaped}</Genre><Writer>${escaped}</Writer><Publisher>${escaped}</Publisher>
            <Web>javascript:window.ran=1 https://good.example/x data:text/html,x</Web>`,
        }),
        'Hostile/Hostile 2.epub': makeEpub({
          metadata: `<dc:title>${escaped}</dc:title><dc:description>${escaped}</dc:description>
            <dc:creator>${escaped}</dc:creator><dc:source>javascript:window.ran=1</dc:source>
            <dc:identifier>javascript:window.ran=1</dc:identifier>`,
        }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test('shows metadata and the path of the file', async () => {
    const book = await findBook(web.admin, 'Saga 002.cbz');
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('heading', { name: 'Saga 002', level: 1 }).waitFor();
    await page.getByText('What happens in 2.').waitFor();
    await page.getByText('Mar 14, 2012').waitFor();
    const file = page.getByRole('region', { name: 'File', exact: true });
    await file.getByText('CBZ', { exact: true }).waitFor();
    await file.getByText('File info').click();
    await file.getByText(book.path).waitFor();
    await page
      .getByRole('region', { name: 'Previous and next' })
      .getByRole('link', { name: 'Saga #3' })
      .click();
    await page.getByRole('heading', { name: 'Saga 003', level: 1 }).waitFor();
  });

  test('continues, restarts, and marks the book as read, with undo', async () => {
    const book = await findBook(web.admin, 'Saga 001.cbz');
    await web.admin.put(`/api/v1/books/${book.id}/progress`, { currentPage: 4 });
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('link', { name: 'Continue p. 4' }).waitFor();
    await page.getByText('Page 4 of 8').waitFor();
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByRole('link', { name: 'Read again' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Continue p. 4' }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Read from the start' }).click();
    await page.getByText('1 / 8').waitFor();
  });

  test('downloads the book', async () => {
    const book = await findBook(web.admin, 'Saga 001.cbz');
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download file' }).click();
    expect((await coming).suggestedFilename()).toBe('Saga 001.cbz');
  });

  test('explains why a book cannot be read', async () => {
    const book = await findBook(web.admin, 'Broken 1.cbz');
    const page = await web.signedIn(`/books/${book.id}`);
    await page.getByText('This book can’t be opened').waitFor();
    expect(await page.getByRole('link', { name: 'Read', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Retrying').waitFor();
    await look(page, 'book-broken');
  });

  test.each(['Hostile 1.cbz', 'Hostile 2.epub'])(
    'shows the markup of %s as text and executes none of it',
    async (end) => {
      const book = await findBook(web.admin, end);
      const words = { title: markup, summary: markup };
      await web.admin.patch(`/api/v1/books/${book.id}/metadata`, words);
      await web.admin.patch(`/api/v1/series/${book.seriesId}/metadata`, words);
      const page = await web.signedIn(`/books/${book.id}`);
      await page.getByRole('heading', { level: 1, name: markup }).waitFor();
      await page.getByText(markup).first().waitFor();
      await page.goto(`${web.base}/series/${book.seriesId}`);
      await page.getByRole('heading', { level: 1, name: markup }).waitFor();
      for (const path of ['/series', '/']) {
        await page.goto(web.base + path);
        await page.getByText('Saga', { exact: true }).first().waitFor();
      }
      await page.goto(`${web.base}/books/${book.id}`);
      await page.getByText(markup).first().waitFor();
      const addresses = await page.locator('a').evaluateAll((links) => links.map((one) => String(one)));
      expect(addresses.filter((one) => !/^https?:/.test(one))).toEqual([]);
      expect(await page.evaluate('window.ran')).toBeUndefined();
    },
  );

  test('links only to web addresses, and shows the target', async () => {
    const book = await findBook(web.admin, 'Hostile 1.cbz');
    const page = await web.signedIn(`/books/${book.id}`);
    const links = page.getByRole('group', { name: 'Links' }).getByRole('link');
    await links.first().waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(hrefs).toEqual(['https://good.example/x']);
    expect(await links.first().getAttribute('rel')).toContain('noopener noreferrer');
    expect(await links.first().textContent()).toContain('good.example');
  });
});
