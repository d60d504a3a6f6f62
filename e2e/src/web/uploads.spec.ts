// Uploads in the browser: a folder with new books and duplicates.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('uploads', () => {
  let web: Web;
  let folder: string;
  let known: Buffer;

  beforeAll(async () => {
    known = await makeCbz({ mark: 'known' });
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': known } });
    folder = mkdtempSync(join(tmpdir(), 'lectern-chosen-'));
  }, 120_000);
  afterAll(async () => {
    await web?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a folder of books: duplicates are removed, and the rest is uploaded', {
    timeout: 120_000,
  }, async () => {
    const fresh = await makeCbz({ mark: 'fresh' });
    mkdirSync(join(folder, 'Saga'));
    writeFileSync(join(folder, 'Saga', 'Saga 001.cbz'), known);
    writeFileSync(join(folder, 'Saga', 'Saga 001 again.cbz'), known);
    writeFileSync(join(folder, 'Saga', 'Saga 002.cbz'), fresh);
    writeFileSync(join(folder, 'Saga', 'cover.jpg'), 'x');
    const page = await web.signedIn('/upload');
    await page.locator('input[type=file]').nth(1).setInputFiles(join(folder, 'Saga'));
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('Saga/Saga 001.cbz').getByText('already exists').waitFor();
    await lookEverywhere(page, 'upload chosen');
    await page.getByRole('button', { name: 'Remove 1 duplicate' }).click();
    await page.getByRole('button', { name: /^Upload 1 file/ }).click();
    await row('Saga/Saga 002.cbz').getByText('Uploaded', { exact: true }).waitFor();
    expect(readFileSync(join(web.library, 'Saga', 'Saga 002.cbz')).equals(fresh)).toBe(true);
    await lookEverywhere(page, 'upload done');
  });
});
