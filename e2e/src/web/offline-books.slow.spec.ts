// Downloaded EPUBs and PDFs: read without the server, and synchronized afterwards. Removal of downloads, and installation.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { makeGuide } from '../harness/books/pdfs.ts';
import { addReaders } from '../harness/books/shelf.ts';
import { bookText, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { enterWithWorker, findKept, keepOnDevice } from '../harness/browser/offline.ts';
import { password, show, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire, type Wire } from '../harness/browser/wire.ts';
import { signIn } from '../harness/server.ts';

describe('downloaded books', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Novel.epub': await makeNovel(),
        'Guides/Guide.pdf': makeGuide(12),
      },
      environment: { LECTERN_SERVER_BASE_PATH: '/shelf' },
    });
    await addReaders(web.admin, 'ida', 'per');
  }, 120_000);

  afterAll(() => web?.end());

  /** Reads the stored position through the API. */
  async function readPlace(username: string, { id }: BookDto): Promise<ReadProgress | undefined> {
    const client = await signIn(web.program, password, username);
    const { status, body } = await client.get<ReadProgress>(`/api/v1/books/${id}/progress`);
    return status === 200 ? body : undefined;
  }

  /** Cached parts of the client's PDF engine. */
  const listParts = (page: Page) =>
    page.evaluate(`(async () => {
      const found = [];
      for (const name of (await caches.keys()).filter((one) => one.startsWith('lectern-parts')))
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
      return found.filter((one) => one.includes('/pdfjs-'));
    })()`) as Promise<string[]>;

  /** Downloads the book, which was never opened before, and cuts the connection. */
  async function keepAndLeave(username: string, end: string): Promise<[Page, Wire, BookDto]> {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, username);
    const book = await keepOnDevice(web, page, end);
    await wire.cut();
    await page.goto(`${wire.base}/books/${book.id}/read`);
    return [page, wire, book];
  }

  test('an EPUB opens, turns and searches offline, and its position is sent later', {
    timeout: 60_000,
  }, async () => {
    const [page, wire, book] = await keepAndLeave('ida', 'Novel.epub');
    await page.locator('[data-shown]').waitFor();
    await waitForText(page, 'Chapter 1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 4' }).click();
    await waitForText(page, 'Chapter 4');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(50);
    const there = await readPercent(page);
    await show(page, 'an EPUB without the server');
    await page.keyboard.press('/');
    await page.getByLabel('Find in book').fill('petrichor');
    await page.keyboard.press('Enter');
    await page.getByText('1 result', { exact: true }).waitFor();
    // Closed and opened again without the server: it continues at the same position.
    await page.reload();
    await page.locator('[data-shown]').waitFor();
    await expect.poll(() => readPercent(page)).toBe(there);
    expect(await bookText(page)).toContain('In chapter 4');
    expect(await readPlace('ida', book)).toBeUndefined();
    await wire.mend();
    await page.goto(`${wire.base}/`);
    await expect
      .poll(async () => Math.round(100 * ((await readPlace('ida', book))?.progressPercentage ?? 0)), {
        timeout: 10_000,
      })
      .toBe(there);
    expect((await readPlace('ida', book))?.locator).toMatchObject({ href: 'resources/OEBPS/c4.xhtml' });
  });

  test('a PDF opens as text, turns and searches offline, and its position is sent later', {
    timeout: 60_000,
  }, async () => {
    const [page, wire, book] = await keepAndLeave('per', 'Guide.pdf');
    const isAt = (text: string) =>
      page.locator(`[role=region][data-page="${text.split(' / ')[0]}"]`).waitFor();
    await isAt('1 / 12');
    await page.getByText('This is page 1 of the guide').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await isAt('3 / 12');
    await page.getByText('This is page 3 of the guide').waitFor();
    await show(page, 'a PDF without the server');
    // Character maps of Japanese, Chinese and Korean, the standard fonts, and decoders of scanned images.
    const parts = await listParts(page);
    for (const name of ['cmaps/UniJIS-UTF16-H.bcmap', 'standard_fonts/FoxitFixed.pfb', 'decoders/jbig2'])
      expect([name, parts.some((one) => one.includes(name))]).toEqual([name, true]);
    await page.keyboard.press('/');
    await page.keyboard.type('heron');
    await page.getByText('1 of 1').waitFor();
    await isAt('7 / 12');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('This is page 7 of the guide').selectText();
    await page.getByRole('button', { name: 'Highlight in blue' }).click();
    await page.locator('.lectern-marks > div').waitFor();
    await page.reload();
    await isAt('7 / 12');
    await page.locator('.page[data-page-number="7"] .lectern-marks > div').waitFor();
    expect(await readPlace('per', book)).toBeUndefined();
    const client = await signIn(web.program, password, 'per');
    const listMarks = async () =>
      (await client.get<{ data: Annotation[] }>(`/api/v1/books/${book.id}/annotations`)).body.data;
    expect(await listMarks()).toEqual([]);
    await wire.mend();
    await page.goto(`${wire.base}/`);
    await expect.poll(async () => (await readPlace('per', book))?.currentPage, { timeout: 10_000 }).toBe(7);
    await page.goto(`${wire.base}/books/${book.id}/read`);
    await expect
      .poll(listMarks, { timeout: 20_000 })
      .toMatchObject([{ kind: 'highlight', color: 'blue', text: 'This is page 7 of the guide' }]);
  });

  test('an interrupted removal is completed at the next start', async () => {
    const wire = await layWire(web.base);
    const page = await enterWithWorker(web, wire.base, 'ida');
    const book = await keepOnDevice(web, page, 'Guide.pdf');
    const countOf = async (id: string) => (await findKept(page)).filter((one) => one.includes(id)).length;
    const before = await countOf(book.id);
    await page.evaluate(`caches.keys().then((names) => caches.open(names.find((one) => one.startsWith('lectern-kept'))))
      .then((cache) => cache.put(new URL('api/v1/books/left-over/pages/1', document.baseURI), new Response('a page')))`);
    expect(await countOf('left-over')).toBe(1);
    await page.reload();
    await expect.poll(() => countOf('left-over')).toBe(0);
    expect(await countOf(book.id)).toBe(before);
  });

  test('can be installed: its manifest, icons and worker are below the base path', async () => {
    const page = await web.open();
    await page.goto(`${web.base}/sign-in`);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const at = new URL(href ?? '', `${web.base}/`);
    const answer = await fetch(at);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = (await answer.json()) as {
      start_url: string;
      scope: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
      shortcuts: { url: string }[];
    };
    expect(manifest.display).toBe('standalone');
    expect(new URL(manifest.start_url, at).href).toBe(`${web.base}/`);
    expect(new URL(manifest.scope, at).href).toBe(`${web.base}/`);
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(new URL(src, at));
      expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
    }
    for (const { url } of manifest.shortcuts) expect((await fetch(new URL(url, at))).status).toBe(200);
    const worker = await fetch(`${web.base}/service-worker.js`);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-security-policy')).not.toMatch(/unsafe/);
  });
});
