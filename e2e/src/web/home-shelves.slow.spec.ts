import { makeCbz, makeEpub, makePdf, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addReaders, findBook, makePairs } from '../harness/books/shelf.ts';
import { sendFrom } from '../harness/browser/pages.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

describe('optional shelves of the home page', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makePairs(14) });
    await addReaders(web.admin, 'noah', 'olga');
  }, 60_000);

  afterAll(() => web?.end());

  const titles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts();

  test('has optional shelves that contain only comics, ebooks or PDFs', { timeout: 60_000 }, async () => {
    const mixed = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'kinds', pages: 2 }),
        'Tale/Tale.epub': makeEpub(),
        'Atlas/Atlas.pdf': makePdf(),
      },
    });
    onTestFinished(() => mixed.end());
    const page = await mixed.signedIn('/');
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    const shelf = (name: string) => page.getByRole('region', { name });
    expect(await shelf('Recently added ebooks').count()).toBe(0);
    await page.getByRole('button', { name: 'Shelves' }).click();
    for (const kind of ['comics', 'ebooks', 'PDFs'])
      await page.getByRole('switch', { name: `Recently added ${kind}` }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    for (const [kind, format] of [
      ['comics', 'cbz'],
      ['ebooks', 'epub'],
      ['PDFs', 'pdf'],
    ]) {
      await shelf(`Recently added ${kind}`).getByRole('listitem').first().waitFor();
      expect(await shelf(`Recently added ${kind}`).getByRole('listitem').count()).toBe(1);
      const link = await shelf(`Recently added ${kind}`)
        .getByRole('link', { name: /^All: / })
        .getAttribute('href');
      expect(decodeURIComponent(link ?? '')).toContain(`"${format}"`);
    }
    await page.reload();
    await shelf('Recently added PDFs').getByText('Atlas').first().waitFor();
  });

  test('a row at its start stays there when a book arrives', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/', { viewport: phone });
    const row = page.getByRole('region', { name: 'Recently added books' }).getByRole('list');
    await row.getByRole('listitem').first().waitFor();
    writeFiles(web.library, { 'Later/Later 1.cbz': await makeCbz({ mark: 'later' }) });
    const { body } = await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
    await web.admin.post(`/api/v1/libraries/${body.data[0]?.id}/scan`, {});
    await row.getByRole('link', { name: /Later 1/ }).waitFor();
    // Browsers snap after the layout of a frame.
    const afterLayout = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    await page.evaluate(afterLayout);
    const left = await row.evaluate((list: { scrollLeft: number }) => list.scrollLeft);
    expect(left).toBe(0);
  });

  test('has a shelf for each pinned preset and for Want to Read', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/', { username: 'noah' });
    const book = await findBook(web.admin, 'Series 5 01.cbz');
    await sendFrom(page, 'POST', `/api/v1/want-to-read/books/${book.id}`);
    const condition = { title: { operator: 'contains', value: 'Series 1' } };
    await sendFrom(page, 'POST', '/api/v1/filter-presets', {
      name: 'Ones & tens',
      scope: 'list',
      target: 'series',
      condition,
      sort: 'title,desc',
      pinned: true,
    });
    await page.reload();
    await page.getByRole('region', { name: 'Want to read' }).getByText(book.title).waitFor();
    const shelf = page.getByRole('region', { name: 'Ones & tens' });
    await shelf.getByRole('listitem').nth(5).waitFor();
    expect(await shelf.getByRole('listitem').count()).toBe(6);
    const link = shelf.getByRole('link', { name: 'All: Ones & tens' });
    const to = new URL((await link.getAttribute('href')) ?? '', web.base);
    expect(to.pathname).toBe('/series');
    expect(JSON.parse(to.searchParams.get('filter') ?? '')).toEqual(condition);
  });

  test('shows a preset when it is pinned, at its chosen position, and removes it when it is unpinned', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/series?filter={"title":{"operator":"contains","value":"Series 2"}}', {
      username: 'olga',
    });
    await page.getByRole('button', { name: 'Save as preset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as preset' });
    await dialog.getByLabel('Name').fill('Twos');
    await dialog.getByLabel('Pin', { exact: false }).check();
    await dialog.getByRole('button', { name: 'Save as preset' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    const usual = ['Recently added books', 'Recently added series', 'Recently updated series'];
    await expect.poll(() => titles(page)).toEqual(['Twos', ...usual]);
    await page.getByRole('button', { name: 'Shelves' }).click();
    const isSaved = page.waitForResponse((one) => one.request().method() === 'PUT' && one.ok());
    await page.getByRole('button', { name: 'Move down: Twos' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => titles(page)).toEqual([usual[0], 'Twos', ...usual.slice(1)]);
    await isSaved;
    await page.reload();
    await expect.poll(() => titles(page)).toEqual([usual[0], 'Twos', ...usual.slice(1)]);
    await page.goto(`${web.base}/presets`);
    await page.getByRole('button', { name: /Twos/, pressed: true }).click();
    await page.getByRole('button', { name: 'Pin Twos', exact: true, pressed: false }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(() => titles(page)).toEqual(usual);
  });
});
