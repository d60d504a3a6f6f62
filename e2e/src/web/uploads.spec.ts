// Uploads in the browser: files and folders, interruptions, and files that cannot be uploaded.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  test('is paused, survives closing the page, and resumes', { timeout: 120_000 }, async () => {
    const large = Buffer.alloc(40 * 1024 ** 2, 'pages of a book ');
    const file = join(folder, 'Large.cbz');
    writeFileSync(file, large);
    const page = await web.signedIn('/upload', { allow: /ERR_FAILED|ERR_ABORTED|Failed to load/ });
    const sent: string[] = [];
    let isHeld = true;
    await page.route('**/api/v1/uploads/*', async (route) => {
      const request = route.request();
      if (request.method() === 'PATCH') sent.push(request.headers()['upload-offset'] ?? '');
      // The second part hangs until the page is closed.
      if (request.method() === 'PATCH' && isHeld && sent.length > 1) return;
      await route.continue();
    });
    const choose = async () => {
      await page.getByRole('combobox', { name: 'Subfolder' }).fill('New');
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByRole('button', { name: /^Upload 1 file/ }).click();
    };
    await choose();
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(2);
    await page.getByRole('button', { name: 'Pause New/Large.cbz' }).click();
    await page.getByText('Paused').waitFor();
    await lookEverywhere(page, 'upload paused');
    isHeld = false;
    await page.goto(`${web.base}/upload`);
    await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor();
    await page.getByText(/16 MiB of 40 MiB/).waitFor();
    await lookEverywhere(page, 'upload unfinished');
    sent.length = 0;
    await choose();
    await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 30_000 });
    expect(sent[0]).toBe(String(16 * 1024 ** 2));
    const path = join(web.library, 'New', 'Large.cbz');
    expect(existsSync(path) && readFileSync(path).equals(large)).toBe(true);
  });
});
