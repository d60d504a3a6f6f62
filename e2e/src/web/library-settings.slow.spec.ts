// The settings of a library in the administration.
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz } from '@lectern/server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb } from '../harness/browser/web.ts';

test('every setting of a library is changed, previewed and saved', { timeout: 60_000 }, async () => {
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= 3; n++) files[`Series ${n}/1.cbz`] = await makeCbz({ mark: `s${n}`, pages: 2 });
  const web = await startWeb({ files });
  onTestFinished(() => web.end());
  const listLibraries = async () => (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
  const page = await web.signedIn('/administration/libraries');
  await page.getByText('3 series, 3 books').waitFor();
  await lookEverywhere(page, 'libraries');
  await page.getByRole('link', { name: 'Edit Books' }).click();
  await page.getByText('3 books in 3 series').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Comics of the house');
  await page.getByRole('combobox', { name: 'Folder structure' }).click();
  await page.getByRole('option', { name: 'Custom pattern' }).click();
  await page
    .getByRole('textbox', { name: 'Pattern', exact: true })
    .fill('(?<series>Series) (?<volume>\\d+)/');
  await page.getByText('3 books in 1 series').waitFor();
  await page.getByLabel('Excluded files').fill('*.tmp\nDrafts/**');
  await page.getByRole('combobox', { name: 'Scan schedule' }).click();
  await page.getByRole('option', { name: 'Every night at 3:00' }).click();
  await page.getByRole('switch', { name: 'Watch folders for changes' }).press('Space');
  await page.getByLabel('Purge missing books after (days)').fill('90');
  await page.getByRole('checkbox', { name: 'PDF' }).press('Space');
  await lookEverywhere(page, 'library edit');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Comics of the house was saved').waitFor();
  expect((await listLibraries())[0]).toMatchObject({
    name: 'Comics of the house',
    seriesStrategy: 'custom',
    seriesConfig: { pattern: '(?<series>Series) (?<volume>\\d+)/' },
    excludedPatterns: ['*.tmp', 'Drafts/**'],
    allowedFormats: ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'mobi', 'azw3', 'fb2', 'fbz', 'htmlz', 'txtz'],
    scanning: { cronSchedule: '0 3 * * *', watch: true, purgeDeletedAfterDays: 90 },
  });
  await page.getByRole('link', { name: 'Edit Comics of the house' }).click();
  expect(await page.getByLabel('Excluded files').inputValue()).toBe('*.tmp\nDrafts/**');
  expect(await page.getByRole('combobox', { name: 'Scan schedule' }).inputValue()).toBe(
    'Every night at 3:00',
  );
});
