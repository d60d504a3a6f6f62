// Interrupted uploads in the browser.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('an upload', () => {
  let web: Web;
  let folder: string;

  beforeAll(async () => {
    web = await startWeb({ files: {} });
    folder = mkdtempSync(join(tmpdir(), 'lectern-chosen-'));
  }, 120_000);
  afterAll(async () => {
    await web?.end();
    rmSync(folder, { recursive: true, force: true });
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
