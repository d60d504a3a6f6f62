// Book errors, duplicates, the record of activity, backups: each does its main things.
import { readFileSync } from 'node:fs';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

describe('administration', () => {
  let web: Web;

  beforeAll(async () => {
    const twin = await makeCbz({ mark: 'twin', pages: 3 });
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': twin,
        'Copies/Saga 001.cbz': twin,
        'Broken/Broken 1.cbz': Buffer.from('PK\u0003\u0004 this is no archive at all'),
        'Broken/Broken 2.pdf': Buffer.from('%PDF-1.7 cut off'),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test('groups and explains unreadable books, and retries them', async () => {
    const page = await web.signedIn('/administration/book-errors');
    await page.getByText('2 books have errors').waitFor();
    await page.getByText('The archive or document is damaged').first().waitFor();
    await lookEverywhere(page, 'book errors');
    await page.getByRole('button', { name: 'Retry: Broken 1' }).click();
    await page.getByText('1 task was started').waitFor();
    await waitForTasks(web.admin);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page
      .getByText(/tasks? (was|were) started/)
      .last()
      .waitFor();
    await page.getByRole('link', { name: 'Broken 1' }).click();
    await page.getByRole('heading', { name: 'Broken 1' }).waitFor();
  });

  test('shows duplicate files side by side', async () => {
    const page = await web.signedIn('/administration/duplicates');
    await page.getByText('2 copies of').waitFor();
    const places = page.getByLabel('Path', { exact: true });
    expect(await places.count()).toBe(2);
    expect(await places.first().inputValue()).toMatch(/Saga 001[.]cbz$/);
    await lookEverywhere(page, 'duplicates');
    await page.getByText('Similar series').click();
    await page.getByText('No similar series').waitFor();
  });

  test('records activity and finds it with filters that are stored in the address', async () => {
    await web.admin.post('/api/v1/users', {
      username: 'zoe',
      email: 'zoe@example.org',
      password: 'a password for the browser',
    });
    const page = await web.signedIn('/administration/activity');
    await page.getByText('zoe').first().waitFor();
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'Signed in' }).click();
    await page.waitForURL(/kind=sign_in/);
    await page.getByRole('list', { name: 'Activity' }).getByText('admin · Signed in').first().waitFor();
    await page.reload();
    await page.getByRole('list', { name: 'Activity' }).getByText('admin · Signed in').first().waitFor();
    expect(await page.getByRole('list', { name: 'Activity' }).getByText('zoe').count()).toBe(0);
    await lookEverywhere(page, 'activity');
  });

  test('downloads a backup', async () => {
    const page = await web.signedIn('/administration/backup');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a backup now' }).click();
    expect((await coming).suggestedFilename()).toMatch(/^lectern-.*[.]zip$/);
    await page.getByText('Downloading the backup').waitFor();
  });

  test('creates, uploads, downloads and deletes backups on the server', async () => {
    const page = await web.signedIn('/administration/backup');
    const list = page.getByRole('list', { name: 'Backups on the server' });
    await page.getByText('No backups yet.').waitFor();
    await page.getByRole('button', { name: 'Create a backup on the server' }).click();
    await list.getByText('Manual').waitFor();
    await list.getByRole('button', { name: /^More for/ }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const file = await (await coming).path();
    await page.locator('input[type=file]').setInputFiles({
      name: 'lectern.zip',
      mimeType: 'application/zip',
      buffer: readFileSync(file),
    });
    await list.getByText('Uploaded', { exact: true }).waitFor();
    await lookEverywhere(page, 'backups');
    const uploaded = list.getByRole('listitem').filter({ hasText: 'Uploaded' });
    await uploaded.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await uploaded.waitFor({ state: 'detached' });
    expect(await list.getByRole('listitem').count()).toBe(1);
  });
});
