// Settings, book errors, duplicates, PDF caches, the record of activity, backup: each does its main things.
import { readFileSync } from 'node:fs';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { waitForTasks } from '../harness/server.ts';
import { startWeb, type Web } from '../harness/web.ts';

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

  const readSetting = async (key: string) =>
    (await web.admin.get<{ value: unknown; isDefault: boolean }>(`/api/v1/admin/settings/${key}`)).body;

  test('settings are changed, kept, taken back and set back', async () => {
    const page = await web.signedIn('/administration/settings');
    await page.getByRole('switch', { name: /^Komga-compatible API for apps/ }).press('Space');
    await page.getByText('Saved: Komga-compatible API for apps').waitFor();
    expect((await readSetting('compat_api.enabled')).value).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readSetting('compat_api.enabled')).isDefault).toBe(true);
    const disk = page.getByRole('textbox', { name: 'Maximum disk space for rendered PDF pages' });
    await disk.fill('512');
    await page.keyboard.press('Enter');
    await page.getByText('Saved: Maximum disk space for rendered PDF pages').waitFor();
    expect((await readSetting('pdf.page_cache.max_size')).value).toBe(512 * 1024 ** 2);
    await page.reload();
    await disk.waitFor();
    expect(await disk.inputValue()).toBe('512 MiB');
    await page.getByRole('button', { name: 'History: Maximum disk space for rendered PDF pages' }).click();
    await page.getByText('admin: from 2 GiB to 512 MiB').waitFor();
    await lookEverywhere(page, 'setting history');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset: Maximum disk space for rendered PDF pages' }).click();
    await page.getByText('Reset to default: Maximum disk space for rendered PDF pages').waitFor();
    expect((await readSetting('pdf.page_cache.max_size')).isDefault).toBe(true);
    await page.getByRole('combobox', { name: 'Log level' }).click();
    await page.getByRole('option', { name: 'warn' }).click();
    await expect.poll(async () => (await readSetting('log.level')).value).toBe('warn');
  });

  test('a full disk is reported on every page of the administration, until it is not', async () => {
    const page = await web.signedIn('/administration/tasks');
    let storage = 'full';
    await page.route('**/health', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), storage } });
    });
    await page.getByRole('link', { name: /^Server/ }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The server’s disk is full' });
    await alert.waitFor();
    await lookEverywhere(page, 'full disk');
    await page.getByRole('link', { name: /^Activity/ }).click();
    await alert.waitFor();
    storage = 'ok';
    await page.getByRole('link', { name: /^Server/ }).click();
    await alert.waitFor({ state: 'detached' });
  });

  test('a newer version is told of to administrators, on every page of the administration', async () => {
    const page = await web.signedIn('/administration');
    await page.route('**/api/v1/admin/updates', (route) =>
      route.fulfill({
        json: {
          ...{ isOn: true, current: '0.1.0', newest: '99.1.0', isNewer: true },
          checkedAt: '2026-01-01T00:00:00.000Z',
        },
      }),
    );
    await page.goto(`${web.base}/administration/server`);
    const notice = page.getByRole('alert').filter({ hasText: 'Lectern 99.1.0 is available' });
    await notice.getByText(/This server runs 0\.1\.0/).waitFor();
    await lookEverywhere(page, 'newer version');
    await page.getByRole('link', { name: /^Activity/ }).click();
    await notice.waitFor();
  });

  test('books that cannot be read are grouped, explained, and tried again', async () => {
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

  test('the same file twice is shown side by side', async () => {
    const page = await web.signedIn('/administration/duplicates');
    await page.getByText('2 copies of').waitFor();
    const places = page.getByLabel('Path', { exact: true });
    expect(await places.count()).toBe(2);
    expect(await places.first().inputValue()).toMatch(/Saga 001[.]cbz$/);
    await lookEverywhere(page, 'duplicates');
    await page.getByText('Similar series').click();
    await page.getByText('No similar series').waitFor();
  });

  test('what was done is recorded and found by filters that the address keeps', async () => {
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

  test('a backup is downloaded', async () => {
    const page = await web.signedIn('/administration/backup');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a backup now' }).click();
    expect((await coming).suggestedFilename()).toMatch(/^lectern-.*[.]zip$/);
    await page.getByText('Downloading the backup').waitFor();
  });

  test('backups on the server are made, uploaded, downloaded and deleted', async () => {
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

  test('a file that is no backup is refused in a sentence', async () => {
    const page = await web.signedIn('/administration/backup', { allow: /status of 4\d\d/ });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no backup') });
    await page.getByText('This file is neither a backup of Lectern nor its database').waitFor();
  });

  test('the server says what it is and tidies up when asked', async () => {
    const page = await web.signedIn('/administration/server');
    await page
      .getByRole('row', { name: /Database/ })
      .getByText('Embedded (SQLite)')
      .waitFor();
    await page.getByText('Healthy').waitFor();
    await page
      .getByRole('row', { name: /Memory usage/ })
      .getByText(/MiB/)
      .waitFor();
    // Formats that there are books of.
    await page.getByRole('cell', { name: 'CBZ', exact: true }).waitFor();
    expect(await page.getByRole('cell', { name: 'FB2', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Clean up now' }).click();
    const question = page.getByRole('dialog', { name: 'Delete unused data?' });
    await lookEverywhere(page, 'backup');
    await question.getByRole('button', { name: 'Clean up now' }).click();
    await page.getByText('Cleaning up. See Tasks for progress').waitFor();
    const tasks = await web.admin.get<{ total: number }>('/api/v1/tasks?type=orphans.clean_up');
    expect(tasks.body.total).toBe(1);
  });

  test('the PDF caches are seen and emptied', async () => {
    const page = await web.signedIn('/administration/pdf-cache');
    await page.getByText('No open documents').waitFor();
    await page.getByRole('button', { name: 'Delete old pages' }).click();
    await page.getByText('Deleting old pages').waitFor();
  });

  test('administrators see the keys of all', async () => {
    await web.admin.post('/api/v1/api-keys', { name: 'Script at night' });
    const page = await web.signedIn('/administration/api-keys');
    await page.getByText('Script at night').waitFor();
    await page.getByText('Owner: admin').waitFor();
    await lookEverywhere(page, 'api keys');
  });
});
