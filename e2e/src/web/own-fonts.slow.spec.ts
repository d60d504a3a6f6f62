// Fonts that users upload: preview, use in a text, offline use, and deletion.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { bookFrames, openNew, waitForText } from '../harness/browser/epub-page.ts';
import { enterWithWorker, keepOnDevice } from '../harness/browser/offline.ts';
import { desk, phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire } from '../harness/browser/wire.ts';

/** A real font from the client's assets. */
function readFont(): Buffer {
  const assets = fileURLToPath(new URL('../../../web/dist/assets', import.meta.url));
  const name = readdirSync(assets).find((one) => /^opendyslexic-latin-400-normal.*[.]woff2$/.test(one));
  return readFileSync(join(assets, name ?? ''));
}

const isLoaded = (page: Page) =>
  bookFrames(page)[0]?.evaluate(
    `[...document.fonts].some(({ family, status }) => family.includes('Lectern chosen') && status === 'loaded')`,
  );

/** Font files that are stored with the downloads. */
const listStoredFonts = (page: Page) =>
  page.evaluate(`(async () => {
    const found = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (/fonts\\/.*\\/file$/.test(url)) found.push(url);
    return found;
  })()`) as Promise<string[]>;

describe('fonts of a user', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Novels/Novel.epub': await makeNovel() } });
  }, 120_000);

  afterAll(() => web?.end());

  const file = () => ({ name: 'My Letters.woff2', mimeType: 'font/woff2', buffer: readFont() });

  test('are shown in the account', async () => {
    const page = await web.signedIn('/account/reading', { viewport: phone });
    const section = page.getByRole('list', { name: 'Your fonts' });
    await page.locator('input[type=file]').first().setInputFiles(file());
    await section.getByText('My Letters', { exact: true }).waitFor();
    const sample = section.getByText('The quick brown fox');
    await expect
      .poll(() => sample.evaluate((one: { style: { opacity: string } }) => one.style.opacity))
      .toBe('1');
    await expectAccessible(page);
    await section.scrollIntoViewIfNeeded();
    await show(page, 'own fonts');
    await section.getByRole('button', { name: 'Remove My Letters' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByRole('listitem').waitFor({ state: 'detached' });
  });

  test('are uploaded while reading, and apply immediately in every chapter and after a reload', async () => {
    const page = await openNew(web, 'Novel');
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('s');
    const panel = page.getByRole('dialog', { name: 'Appearance' });
    await panel.locator('input[type=file]').setInputFiles(file());
    await page.getByText('My Letters was added').waitFor();
    await expect.poll(() => isLoaded(page)).toBe(true);
    await expect.poll(() => panel.getByRole('combobox', { name: 'Font' }).inputValue()).toBe('My Letters');
    await panel.getByRole('combobox', { name: 'Font' }).click();
    await page.getByRole('option', { name: 'My Letters' }).waitFor();
    await show(page, 'own font in the reader');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect.poll(() => isLoaded(page)).toBe(true);
    await page.keyboard.press('End');
    await waitForText(page, 'Chapter 6');
    await expect.poll(() => isLoaded(page)).toBe(true);
  });

  test('apply to a downloaded book without the server, even if uploaded later', {
    timeout: 90_000,
  }, async () => {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'admin', desk);
    const book = await keepOnDevice(web, page, 'Novel.epub');
    const reading = `${wire.base}/books/${book.id}/read`;
    await page.goto(reading);
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Appearance' }).locator('input[type=file]').setInputFiles(file());
    await page.getByText('My Letters was added').waitFor();
    await expect.poll(() => isLoaded(page)).toBe(true);
    await expect.poll(() => listStoredFonts(page)).toHaveLength(1);
    await wire.cut();
    await page.goto('about:blank');
    await page.goto(reading);
    await waitForText(page, 'Chapter 1');
    await expect.poll(() => isLoaded(page)).toBe(true);
    await page.keyboard.press('s');
    await expect.poll(() => page.getByRole('combobox', { name: 'Font' }).inputValue()).toBe('My Letters');
    await show(page, 'own font without the server');
    // A deleted font is removed from the device when the client starts again.
    await wire.mend();
    const { body } = await web.admin.get<{ fonts: { id: string }[] }>('/api/v1/user/fonts');
    for (const { id } of body.fonts) await web.admin.delete(`/api/v1/user/fonts/${id}`);
    await page.goto(`${wire.base}/`);
    await expect.poll(() => listStoredFonts(page), { timeout: 15_000 }).toEqual([]);
  });

  test('that were deleted are replaced by the font of the book', async () => {
    const page = await openNew(web, 'Novel', { allow: /404|Not Found/ });
    await page.evaluate(
      "localStorage.setItem('lectern.epub.look', JSON.stringify({ font: 'own:01890000-0000-7000-8000-000000000000' }))",
    );
    await page.reload();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('s');
    await expect.poll(() => page.getByRole('combobox', { name: 'Font' }).inputValue()).toBe('Book default');
    expect(await isLoaded(page)).toBe(false);
  });
});
