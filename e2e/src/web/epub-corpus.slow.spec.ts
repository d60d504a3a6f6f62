// Real EPUBs in the web client: opens each on phone and desktop, turns pages, searches, and changes the theme.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { corpusPath, hasCorpus, readCorpus } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookFrames, bookText, openBook, readPercent } from '../harness/browser/epub-page.ts';
import { desk, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

/**
 * One of each kind: long text, footnotes, obfuscated fonts, images, vertical, right to left, fixed layout, old,
 * unusual.
 */
const chosen = [
  'Moby-Dick.epub',
  'The Waste Land (obfuscated fonts).epub',
  '草枕.epub',
  'الحمية.epub',
  'Voyage of Life (fixed layout).epub',
  'Haruko (HTML + JPEG, fixed layout, RTL).epub',
  'SVG in spine.epub',
  'live-manual.ja.epub',
];
const found = hasCorpus
  ? readCorpus().filter(({ path, hostile }) => !hostile && chosen.includes(basename(path)))
  : [];

type StoredPosition = { completed?: boolean } | undefined;

describe.skipIf(!hasCorpus)('real EPUBs', () => {
  let web: Web;
  const books = new Map<string, BookDto>();

  beforeAll(async () => {
    const files = found.map((file) => {
      const name = basename(file.path);
      return [`${name.replace('.epub', '')}/${name}`, readFileSync(corpusPath(file))];
    });
    web = await startWeb({ files: Object.fromEntries(files) });
    const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=50');
    for (const book of body.data) books.set(basename(book.path), book);
  }, 120_000);

  afterAll(() => web?.end());

  test('are available in the corpus', () => {
    expect(found.map(({ path }) => basename(path)).sort()).toEqual([...chosen].sort());
  });

  // Errors of the books themselves (missing images, blocked scripts) are not errors of the reader.
  const allow =
    /Failed to load resource|Blocked script|violates the following|sandboxed|XML Parsing|decode|font/i;

  test.each(chosen)('%s on phone and desktop', { timeout: 60_000 }, async (name) => {
    const id = books.get(name)?.id ?? '';
    const page = await web.signedIn('/', { viewport: desk, allow });
    for (const [device, viewport] of [['desk', desk] as const, ['phone', phone] as const]) {
      await web.admin.delete(`/api/v1/books/${id}/progress`);
      await page.setViewportSize(viewport);
      await openBook(page, web.base, id);
      await expect.poll(() => bookFrames(page).length).toBeGreaterThan(0);
      await expect.poll(() => readPercent(page)).toBe(0);
      await page.waitForLoadState('networkidle');
      await show(page, `epub-corpus/${name.replace('.epub', '')}-${device}`);
    }
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'Contents' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await expect
      .poll(async () => (await web.admin.get<StoredPosition>(`/api/v1/books/${id}/progress`)).body?.completed)
      .toBe(true);
    await show(page, `epub-corpus/${name.replace('.epub', '')}-end`);
  });

  test('Moby-Dick is searched from start to end and shown in dark mode', {
    timeout: 60_000,
  }, async () => {
    const page = await web.signedIn('/', { allow });
    await openBook(page, web.base, books.get('Moby-Dick.epub')?.id ?? '');
    await page.keyboard.press('/');
    await page.getByLabel('Find in book').fill('call me ishmael');
    await page.keyboard.press('Enter');
    await page.getByText(/^\d+ results?$/).waitFor();
    await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    await expect.poll(() => bookText(page)).toMatch(/Call me Ishmael/i);
    await page.keyboard.press('s');
    await page.getByRole('radio', { name: 'Black' }).check();
    const color = 'getComputedStyle(document.querySelector("p")).color';
    await expect.poll(() => bookFrames(page)[0]?.evaluate(color)).toBe('rgb(201, 198, 192)');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await show(page, 'epub-corpus/Moby-Dick-black');
  });
});
