// Files in the drop folder are reviewed, changed and accepted in the browser.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('the drop folder', () => {
  let web: Web;
  const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-'));

  beforeAll(async () => {
    const known = await makeCbz({ mark: 'known' });
    web = await startWeb({
      files: { 'Saga/Saga 001.cbz': known },
      environment: { LECTERN_DROP_FOLDER_PATH: drop, LECTERN_DROP_FOLDER_SETTLE_SECONDS: '0' },
    });
    writeFileSync(join(drop, 'Saga 002 (2012).cbz'), await makeCbz({ mark: 'second', pages: 5 }));
    writeFileSync(join(drop, 'A copy of the first.cbz'), known);
    writeFileSync(join(drop, 'Broken 001.cbz'), 'no book');
    writeFileSync(join(drop, 'unclear.cbz'), await makeCbz({ mark: 'unclear', pages: 7 }));
  }, 120_000);
  afterAll(async () => {
    await web?.end();
    rmSync(drop, { recursive: true, force: true });
  });

  test('accepts clear matches immediately, others after review, and is in the menu', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/drop-folder');
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await page.getByRole('button', { name: 'Check now' }).click();
    await row('Saga 002 (2012).cbz').getByText('Ready', { exact: true }).waitFor({ timeout: 30_000 });
    await row('Saga 002 (2012).cbz').getByText('Saga/Saga #002 (2012).cbz').waitFor();
    await row('A copy of the first.cbz').getByText('Same content as').waitFor();
    await row('Broken 001.cbz').getByText('The format of the file is unknown').waitFor();
    await lookEverywhere(page, 'drop folder');
    await row('unclear.cbz')
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Series').fill('Clear');
    await dialog.getByLabel('Number').fill('7');
    await dialog.getByText('Clear/Clear #007.cbz').waitFor();
    await lookEverywhere(page, 'drop folder edit');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row('unclear.cbz').getByText('Edited').waitFor();
    await page.getByRole('button', { name: 'Accept all clear matches' }).click();
    await page.getByText('2 files were moved into their libraries').waitFor();
    expect(readdirSync(join(web.library, 'Saga')).toSorted()).toEqual([
      'Saga #002 (2012).cbz',
      'Saga 001.cbz',
    ]);
    expect(existsSync(join(web.library, 'Clear', 'Clear #007.cbz'))).toBe(true);
    await page.getByRole('link', { name: /^Drop folder/ }).waitFor();
  });
});
