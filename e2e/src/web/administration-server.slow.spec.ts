// Duplicates, the record of activity, and downloads of backups.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('administration', () => {
  let web: Web;

  beforeAll(async () => {
    const twin = await makeCbz({ mark: 'twin', pages: 3 });
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': twin,
        'Copies/Saga 001.cbz': twin,
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test('shows duplicate files side by side, and the record of activity', async () => {
    const page = await web.signedIn('/administration/duplicates');
    await page.getByText('2 copies of').waitFor();
    const places = page.getByLabel('Path', { exact: true });
    expect(await places.first().inputValue()).toMatch(/Saga 001[.]cbz$/);
    await lookEverywhere(page, 'duplicates');
    await page.goto(`${web.base}/administration/activity?kind=sign_in`);
    await page.getByRole('list', { name: 'Activity' }).getByText('admin signed in').first().waitFor();
    await lookEverywhere(page, 'activity');
  });

  test('downloads backups of the moment and of the server', async () => {
    const page = await web.signedIn('/administration/backup');
    const download = async (name: string, role: 'button' | 'menuitem') => {
      const coming = page.waitForEvent('download');
      await page.getByRole(role, { name }).click();
      expect((await coming).suggestedFilename()).toMatch(/^lectern-.*[.]zip$/);
    };
    await download('Download a backup now', 'button');
    const list = page.getByRole('list', { name: 'Backups on the server' });
    await page.getByRole('button', { name: 'Create a backup on the server' }).click();
    await list.getByText('Manual').waitFor();
    await lookEverywhere(page, 'backups');
    await list.getByRole('button', { name: /^More for/ }).click();
    await download('Download', 'menuitem');
  });
});
