// Rare administration: a new library with all its settings, cancelled scans, the sharing tags and missing books of a series.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { findSeries, lookEverywhere } from '../harness/browser/pages.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

describe('administration in detail', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 1 }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b', pages: 1 }),
        'Tales/Tales 1.cbz': await makeCbz({ mark: 'c', pages: 1 }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test('tags a series on its own page, which hides it from some users, with undo', async () => {
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

  test('purges the missing books of a series on its page', async () => {
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

  const readLibrary = async (name: string): Promise<Library | undefined> =>
    (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data.find(
      (one) => one.name === name,
    );

  test('creates a library with all settings, scans it again and cancels the scan', {
    timeout: 90_000,
  }, async () => {
    const shelf = join(web.library, '..', 'Attic');
    mkdirSync(shelf);
    const copy = await makeCbz({ mark: 'copy', pages: 60 });
    // Scanning this many books again takes longer than cancelling.
    writeFiles(
      shelf,
      Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`Series ${n % 20}/${n}.cbz`, copy])),
    );
    const page = await web.signedIn('/libraries/new', { viewport: phone });
    for (const name of shelf.split('/').filter(Boolean))
      await page.getByRole('button', { name, exact: true }).click();
    await page.getByText('800 books in 20 series').waitFor();
    await page.getByRole('button', { name: 'More settings' }).click();
    // Waits until the opening animation has ended.
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
