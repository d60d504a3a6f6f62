// The home page: its shelves, their order, and automatic updates.

import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addReaders, findBook, makePairs } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { sendFrom } from '../harness/browser/pages.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

describe('the home page', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makePairs(14) });
    await addReaders(web.admin, 'mia', 'noah', 'emma', 'rosa');
  }, 60_000);

  afterAll(() => web?.end());

  const titles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts();

  test('updates when a book is read, marked or added elsewhere', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/', { username: 'mia' });
    await page.getByRole('heading', { name: 'Recently added books' }).waitFor();
    const first = await findBook(web.admin, 'Series 3 01.cbz');
    const second = await findBook(web.admin, 'Series 4 01.cbz');
    await sendFrom(page, 'PUT', `/api/v1/books/${first.id}/progress`, { currentPage: 2 });
    const reading = page.getByRole('region', { name: 'Continue reading' });
    await reading.getByText(first.title).waitFor();
    await sendFrom(page, 'POST', `/api/v1/books/${second.id}/read`);
    await page.getByRole('region', { name: 'On deck' }).getByText('Series 4 02').waitFor();
    await page.getByRole('region', { name: 'Recently read' }).getByText(second.title).waitFor();
    writeFiles(web.library, { [join('Newcomer', 'Newcomer 1.cbz')]: await makeCbz({ mark: 'new' }) });
    const { body } = await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
    await web.admin.post(`/api/v1/libraries/${body.data[0]?.id}/scan`, {});
    await page.getByRole('region', { name: 'Recently added series' }).getByText('Newcomer').waitFor();
    await waitForTasks(web.admin);
    await expectAccessible(page);
  });

  test('starts with the last read book, continues it with one click, and omits hidden books', {
    timeout: 60_000,
  }, async () => {
    const first = await findBook(web.admin, 'Series 6 01.cbz');
    const second = await findBook(web.admin, 'Series 7 01.cbz');
    const page = await web.signedIn('/', { username: 'rosa' });
    const minutes = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
    // One minute per page; two of four pages are left.
    const sessions = [
      { id: crypto.randomUUID(), bookId: first.id, startedAt: minutes(9), endedAt: minutes(5) },
    ];
    await sendFrom(page, 'POST', '/api/v1/reading-sessions', {
      sessions: sessions.map((one) => ({ ...one, pagesRead: 4 })),
    });
    await sendFrom(page, 'PUT', `/api/v1/books/${second.id}/progress`, { currentPage: 3 });
    await sendFrom(page, 'PUT', `/api/v1/books/${first.id}/progress`, { currentPage: 2 });
    await page.reload();
    const reading = page.getByRole('region', { name: 'Continue reading' });
    await reading.getByText('Page 2 of 4 · about 2 minutes left').waitFor();
    await reading.getByRole('listitem').getByText(second.title).waitFor();
    expect(await reading.getByRole('listitem').count()).toBe(1);
    await expectAccessible(page);
    await show(page, 'home after a finished book');
    await reading.getByRole('link', { name: `Continue ${first.title}` }).click();
    await page.waitForURL(`**/books/${first.id}/read`);
    await page.goto(`${web.base}/`);
    await reading.getByRole('button', { name: `Actions for ${first.title}` }).click();
    const isSaved = () =>
      page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('web.home'));
    const saved = isSaved();
    await page.getByRole('menuitem', { name: 'Hide from this shelf' }).click();
    await reading.getByRole('link', { name: `Continue ${second.title}` }).waitFor();
    await saved;
    await page.reload();
    await reading.getByRole('link', { name: `Continue ${second.title}` }).waitFor();
    expect(await reading.getByText(first.title).count()).toBe(0);
    // Reading the book shows it again.
    await sendFrom(page, 'PUT', `/api/v1/books/${first.id}/progress`, { currentPage: 3 });
    await reading.getByRole('link', { name: `Continue ${first.title}` }).waitFor();
  });

  test('groups several new books of a series', async () => {
    const files: Record<string, Buffer> = {};
    for (let n = 1; n <= 4; n++) files[`Many/Many ${n}.cbz`] = await makeCbz({ mark: `many ${n}` });
    writeFiles(web.library, files);
    const { body } = await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
    await web.admin.post(`/api/v1/libraries/${body.data[0]?.id}/scan`, {});
    const page = await web.signedIn('/', { username: 'rosa' });
    const shelf = page.getByRole('region', { name: 'Recently added books' });
    const group = shelf.getByRole('link', { name: /Many 4 new books/ });
    await group.waitFor();
    await group.getByText('+3').waitFor();
    await waitForTasks(web.admin);
    await group.click();
    await page.getByRole('heading', { level: 1, name: 'Many' }).waitFor();
  });

  test('continues after a finished book with the next of its series and others by its author', async () => {
    const by = (mark: string, writer: string) => makeCbz({ mark, comicInfo: `<Writer>${writer}</Writer>` });
    writeFiles(web.library, {
      'Fern/Fern 1.cbz': await by('fern 1', 'Ada Fern'),
      'Fern/Fern 2.cbz': await by('fern 2', 'Ada Fern'),
      'Moss/Moss 1.cbz': await by('moss 1', 'Ada Fern'),
      'Moss/Moss 2.cbz': await by('moss 2', 'Ada Fern'),
      'Sand/Sand 1.cbz': await by('sand 1', 'Jo Strand'),
    });
    const { body } = await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
    await web.admin.post(`/api/v1/libraries/${body.data[0]?.id}/scan`, {});
    await waitForTasks(web.admin);
    const page = await web.signedIn('/', { username: 'rosa' });
    const { id, title } = await findBook(web.admin, 'Fern 1.cbz');
    await sendFrom(page, 'POST', `/api/v1/books/${id}/read`);
    const shelf = page.getByRole('region', { name: `Because you finished ${title}` });
    await shelf.waitFor();
    const links = shelf.getByRole('listitem').getByRole('link');
    await expect
      .poll(async () => (await links.allInnerTexts()).map((text) => /(?:Fern|Moss|Sand) \d/.exec(text)?.[0]))
      .toEqual(['Fern 2', 'Moss 1']);
  });

  test('shows the chosen order of shelves on every device', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/', { username: 'noah' });
    await page.getByRole('button', { name: 'Shelves' }).click();
    await page.getByRole('button', { name: 'Move up: Recently added series' }).click();
    await page.getByRole('switch', { name: 'Recently updated series' }).click();
    await expectAccessible(page);
    await show(page, 'choosing shelves');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => titles(page)).toEqual(['Recently added series', 'Recently added books']);
    const phoneOfNoah = await web.signedIn('/', { username: 'noah', viewport: phone });
    await expect.poll(() => titles(phoneOfNoah)).toEqual(['Recently added series', 'Recently added books']);
    const emma = await web.signedIn('/', { username: 'emma' });
    await expect.poll(async () => (await titles(emma))[0]).toBe('Recently added books');
  });

  test('shows only the selected library', { timeout: 60_000 }, async () => {
    const other = join(web.library, '..', 'Other');
    writeFiles(other, { 'Elsewhere/Elsewhere 1.cbz': await makeCbz({ mark: 'elsewhere' }) });
    await web.admin.post('/api/v1/libraries', { name: 'Other', path: other, scanImmediately: true });
    await waitForTasks(web.admin);
    const page = await web.signedIn('/', { username: 'emma' });
    await page.getByRole('combobox', { name: 'Library' }).selectOption({ label: 'Other' });
    const shelf = page.getByRole('region', { name: 'Recently added series' });
    await expect.poll(() => shelf.getByRole('listitem').count()).toBe(1);
    expect(new URL(page.url()).search).toContain('library=');
  });
});
