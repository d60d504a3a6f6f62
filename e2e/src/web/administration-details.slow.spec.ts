// What is seldom done and has to work then: a forgotten password, a right beside the role, limits, a new library with all
// its settings, scans that are stopped, caches that are emptied, series that are tagged and tidied, preferences as a file.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@lectern/contract/libraries';
import type { ScanStatus } from '@lectern/contract/scanning';
import { makeCbz, makePdf, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import { findSeries, lookEverywhere } from '../harness/pages.ts';
import { waitForTasks } from '../harness/server.ts';
import { addReaders, findBook } from '../harness/shelf.ts';
import { desk, fillSignIn, phone, startWeb, type Web } from '../harness/web.ts';

describe('administration in detail', () => {
  let web: Web;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 1 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 1 }),
        'Tales/Tales 1.cbz': await makeCbz({ mark: 'c', pages: 1 }),
        'Guides/Guide 1.pdf': makePdf({ pages: [{ content: '' }, { content: '' }] }),
      },
    });
    const people = ['ben', 'eva', 'kim'];
    const made = await addReaders(web.admin, ...people);
    for (const [index, name] of people.entries()) ids[name] = made[index] ?? '';
  }, 120_000);

  afterAll(() => web?.end());

  const partOf = (page: Page, name: string) => page.getByRole('region', { name });
  test('who forgot their password is given another one, which ends where they were signed in', async () => {
    const ben = await web.signedIn('/series', { username: 'ben' });
    await ben.getByRole('heading', { name: 'All series' }).waitFor();
    const page = await web.signedIn(`/administration/users/${ids.ben}`, { viewport: phone });
    const part = partOf(page, 'New password');
    await part.getByRole('textbox', { name: 'New password' }).fill('short');
    await part.getByRole('button', { name: 'Set password' }).click();
    expect(await part.locator('input:invalid').count()).toBe(1);
    await part.getByRole('button', { name: 'Generate' }).click();
    await part.getByRole('button', { name: 'Set password' }).click();
    const told = page.getByRole('dialog', { name: 'Password for ben' });
    const word = await told.getByLabel('Password', { exact: true }).inputValue();
    await lookEverywhere(page, 'password reset');
    await told.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(word);
    await ben.goto(`${web.base}/series`);
    await fillSignIn(ben, 'ben', word);
    await ben.getByRole('heading', { name: 'All series' }).waitFor();
  });

  test('a right beside the role brings its part of the administration, until it is taken back', async () => {
    const page = await web.signedIn(`/administration/users/${ids.eva}`);
    const rights = partOf(page, 'Permissions');
    expect(await rights.getByRole('checkbox', { name: 'Read pages' }).isDisabled()).toBe(true);
    const sees = rights.getByRole('checkbox', { name: 'View tasks' });
    await sees.press('Space');
    await lookEverywhere(page, 'extra permissions');
    await rights.getByRole('button', { name: 'Save' }).click();
    await page.getByText('eva was saved').waitFor();
    const eva = await web.signedIn('/', { username: 'eva', viewport: phone });
    await eva.getByRole('button', { name: 'Account of eva' }).click();
    await eva.getByRole('menuitem', { name: 'Administration' }).click();
    const parts = eva.getByRole('navigation', { name: 'Administration' });
    await parts.getByRole('link', { name: 'Tasks' }).waitFor();
    expect(await parts.getByRole('link').allTextContents()).toEqual([expect.stringMatching(/^Tasks/)]);
    await expect.poll(() => sees.isChecked()).toBe(true);
    await sees.press('Space');
    await rights.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await web.admin.get(`/api/v1/users/${ids.eva}`)).body)
      .not.toMatchObject({ permissions: expect.arrayContaining(['tasks:read']) });
    await eva.reload();
    await eva.getByRole('heading', { name: 'No access' }).waitFor();
  });

  const makeKids = async (): Promise<Library> => {
    const kids = join(web.library, '..', 'Kids');
    writeFiles(kids, { 'Moon/Moon 1.cbz': await makeCbz({ mark: 'kids', pages: 1 }) });
    const made = await web.admin.post<Library>('/api/v1/libraries', {
      name: 'Kids',
      path: kids,
      scanImmediately: true,
    });
    await waitForTasks(web.admin);
    return made.body;
  };

  test('somebody sees one library alone, or series with a tag alone, and all again when that is undone', async () => {
    const { id } = await makeKids();
    const tag = await web.admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'For all ages' });
    const tales = await findSeries(web, 'Tales');
    await web.admin.put(`/api/v1/series/${tales.id}/sharing-tags`, { tagIds: [tag.body.id] });
    const page = await web.signedIn(`/administration/users/${ids.kim}`, { viewport: phone });
    const kim = await web.signedIn('/series', { username: 'kim' });
    const limits = partOf(page, 'Restrictions');
    const choose = async (field: string, option: string) => {
      await limits.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
      await page.keyboard.press('Escape');
    };
    const save = async () => {
      await limits.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The restrictions of kim were saved').waitFor();
    };
    const expectSeries = async (...titles: string[]) => {
      await kim.reload();
      await kim.getByText(`${titles.length} series`).waitFor();
      for (const title of titles) await kim.getByText(title, { exact: true }).first().waitFor();
    };
    await choose('Allowed libraries', 'Kids');
    await lookEverywhere(page, 'limits');
    await save();
    await expectSeries('Moon');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => limits.getByPlaceholder('All libraries').count()).toBe(1);
    await expectSeries('Guides', 'Moon', 'Saga', 'Tales');
    await choose('Allowed tags', 'For all ages');
    await save();
    await expectSeries('Tales');
    await web.admin.delete(`/api/v1/libraries/${id}`);
    await waitForTasks(web.admin);
  });

  test.each([
    ['desk', desk],
    ['phone', phone],
  ])(
    'documents that are open are closed one by one, and drawn pages deleted (%s)',
    async (name, viewport) => {
      const guide = await findBook(web.admin, 'Guide 1.pdf');
      expect((await web.admin.get(`/api/v1/books/${guide.id}/pages/1`)).status).toBe(200);
      const page = await web.signedIn('/administration/pdf-cache', { viewport });
      await page.getByText('1 page of 1 book').waitFor();
      await page.getByRole('link', { name: 'Guide 1.pdf' }).waitFor();
      await lookEverywhere(page, `pdf cache from ${name}`);
      await page.getByRole('button', { name: 'Close Guide 1.pdf' }).click();
      await page.getByText('1 document was closed').waitFor();
      await page.getByText('No open documents').waitFor();
      await page.getByRole('button', { name: 'Delete all pages' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete all pages' }).click();
      await page.getByText(/^1 page deleted/).waitFor();
      await page.getByText('0 pages of 0 books').waitFor();
    },
  );

  test('a series is tagged on its own page, which hides it from some, with a way back', async () => {
    await web.admin.post('/api/v1/admin/sharing-tags', { name: 'For adults' });
    const saga = await findSeries(web, 'Saga');
    const tagsOf = async () =>
      (await web.admin.get<{ sharingTags: { name: string }[] }>(`/api/v1/series/${saga.id}/sharing-tags`))
        .body.sharingTags;
    const page = await web.signedIn(`/series/${saga.id}`, { viewport: phone });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sharing tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sharing tags of Saga' });
    await dialog.getByRole('checkbox', { name: 'For adults' }).press('Space');
    await lookEverywhere(page, 'series sharing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The sharing tags of Saga were saved').waitFor();
    expect((await tagsOf()).map((tag) => tag.name)).toEqual(['For adults']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(tagsOf).toEqual([]);
  });

  test('books of a series that are gone are forgotten on its page', async () => {
    const saga = await findSeries(web, 'Saga');
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    rmSync(join(web.library, 'Saga/Saga 002.cbz'));
    await web.admin.post(`/api/v1/libraries/${library?.id}/scan`);
    await waitForTasks(web.admin);
    const countAll = async () =>
      (await web.admin.get<{ total: number }>(`/api/v1/books?seriesId=${saga.id}&includeDeleted=true`)).body
        .total;
    expect(await countAll()).toBe(2);
    const page = await web.signedIn(`/series/${saga.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Purge missing books' }).click();
    const question = page.getByRole('dialog', { name: 'Purge the missing books of Saga?' });
    await lookEverywhere(page, 'series purge');
    await question.getByRole('button', { name: 'Purge' }).click();
    await page.getByText('1 book was purged').waitFor();
    expect(await countAll()).toBe(1);
  });

  test('preferences are taken along as a file, and nothing else is taken for one', async () => {
    const put = (body: object) => web.admin.put('/api/v1/user/preferences', body);
    const read = async () => (await web.admin.get('/api/v1/user/preferences')).body;
    await put({ 'comic.fit': 'width', 'home.shelves': ['new'] });
    const before = await read();
    const page = await web.signedIn('/account/reading', { viewport: phone });
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('lectern-preferences.json');
    const path = await file.path();
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
    await page.getByText('No saved preferences').waitFor();
    await lookEverywhere(page, 'preferences');
    const load = async (given: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles(given);
    };
    await load({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
    await page.getByText('This file contains no preferences').waitFor();
    await load(path);
    await page.getByText('2 preferences imported').waitFor();
    await page.getByRole('button', { name: 'Delete comic.fit' }).waitFor();
    expect(await read()).toEqual(before);
  });

  const readLibrary = async (name: string): Promise<Library | undefined> =>
    (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data.find(
      (one) => one.name === name,
    );

  test('a new library is given all its settings at once, and can be read anew and stopped', {
    timeout: 90_000,
  }, async () => {
    const shelf = join(web.library, '..', 'Attic');
    mkdirSync(shelf);
    const copy = await makeCbz({ mark: 'copy', pages: 60 });
    // So many that to read them again takes longer than to say stop.
    writeFiles(
      shelf,
      Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`Series ${n % 20}/${n}.cbz`, copy])),
    );
    const page = await web.signedIn('/libraries/new', { viewport: phone });
    for (const name of shelf.split('/').filter(Boolean))
      await page.getByRole('button', { name, exact: true }).click();
    await page.getByText('800 books in 20 series').waitFor();
    await page.getByRole('button', { name: 'More settings' }).click();
    // What opens has opened then.
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Scan schedule' }).click();
    await page.getByRole('option', { name: 'Custom (cron)' }).click();
    await page.getByRole('textbox', { name: 'Cron expression' }).fill('30 4 * * 0');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByRole('switch', { name: 'Watch folders for changes' }).press('Space');
    await lookEverywhere(page, 'library new');
    await page.getByRole('button', { name: 'Add and scan' }).click();
    await page.waitForURL(`${web.base}/`);
    await expect.poll(async () => (await readLibrary('Attic'))?.bookCount, { timeout: 30_000 }).toBe(800);
    expect(await readLibrary('Attic')).toMatchObject({
      scanning: { cronSchedule: '30 4 * * 0', cronTimezone: 'Asia/Tokyo', watch: false },
    });

    await page.goto(`${web.base}/administration/libraries`);
    await page.getByText('Automatic scans: at 30 4 * * 0').waitFor();
    await page.getByText('Last scan: 800 books').waitFor();
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More for Attic' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Deep scan');
    await page.getByRole('button', { name: 'Cancel the scan of Attic' }).click();
    await page.getByText('The scan of Attic was cancelled').waitFor();
    await page.getByRole('button', { name: 'Scan Attic', exact: true }).waitFor();
    const { id } = (await readLibrary('Attic')) ?? { id: '' };
    expect((await web.admin.get<ScanStatus>(`/api/v1/libraries/${id}/scan-status`)).body.status).toBe(
      'cancelled',
    );
    await choose('Analyze books with errors');
    await page.getByText('0 books were analyzed').waitFor();
    await lookEverywhere(page, 'library stopped');
  });
});
