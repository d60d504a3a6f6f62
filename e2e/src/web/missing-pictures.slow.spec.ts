// Images inside books that cannot be decoded: each is replaced by a message, and the rest of the book is unchanged.
import { makeEpub, makeImage, makePdf, makeXhtml } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfFont, say } from '../harness/books/pdfs.ts';
import { openBook } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { bookFrames, selectWords, waitForText } from '../harness/browser/epub-page.ts';
import { fillSignIn, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

const broken = Buffer.from('This is no picture.');
const failed = 'This image can’t be shown.';
/** The client waits up to 60 seconds between two attempts, and 20 seconds for an answer. */
const soon = { timeout: 100_000 };

/** An inline image of a hundred points at this height. */
const inline = (size: string, filter: string, height: number): string =>
  `q 100 0 0 100 40 ${height} cm BI ${size}/CS/G/BPC 8${filter} ID no picture at all\nEI Q`;

const makeAlbum = (ship: Buffer): Buffer =>
  makeEpub({
    metadata: '<dc:title>Album</dc:title><dc:language>en</dc:language>',
    manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
      <item id="whole" href="whole.png" media-type="image/png"/><item id="ship" href="ship.png" media-type="image/png"/>
      <item id="map" href="map.png" media-type="image/png"/>`,
    spine: '<itemref idref="c1"/>',
    files: {
      'OEBPS/c1.xhtml': makeXhtml(`<p>Before the pictures.</p>
        <p><img id="whole" src="whole.png" alt="A harbour"/></p>
        <p><img id="ship" src="ship.png" alt="A ship at sea"/></p>
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><image id="map" href="map.png" width="400" height="200"/></svg>
        <p>After the pictures.</p>`),
      'OEBPS/text/c2.xhtml': undefined,
      'OEBPS/whole.png': ship,
      'OEBPS/ship.png': broken,
      'OEBPS/map.png': broken,
    },
  });

describe('an image that cannot be decoded', () => {
  let web: Web;
  let ship: Buffer;

  beforeAll(async () => {
    ship = await makeImage({ color: 'steelblue', width: 320, height: 200, format: 'png' });
    const jpeg = await makeImage({ color: 'teal', width: 100, height: 60, format: 'jpeg' });
    const draw = 'q 120 0 0 90 30 200 cm /Whole Do Q q 120 0 0 90 30 60 cm /Ship Do Q';
    web = await startWeb({
      files: {
        'Album/Album.epub': makeAlbum(ship),
        'Atlas/Atlas 1.pdf': makePdf({
          pages: [
            { resources: pdfFont, content: say('The first page') },
            {
              resources: pdfFont,
              content: `${say('A ship and a harbour')} ${draw}`,
              images: { Whole: jpeg, Ship: broken },
            },
            {
              resources: pdfFont,
              content: `${say('A stamp in the text')} ${inline('/W 10/H 10', '/F/DCT', 60)}`,
            },
            { resources: pdfFont, content: `${say('A wall chart')} ${inline('/W 20000/H 20000', '', 120)}` },
          ],
        }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const look = (page: Page, id: string) =>
    bookFrames(page)[0]?.evaluate(
      `(() => { const it = document.getElementById('${id}'); return it.getAttribute('alt') ?? it.getAttribute('aria-label') ?? ''; })()`,
    );

  test('in an EPUB is replaced by a message, in HTML and SVG, and appears when it becomes available', {
    timeout: 300_000,
  }, async () => {
    const page = await openBook(web, await findBook(web.admin, 'Album.epub'), { viewport: phone });
    await waitForText(page, 'Before the pictures.');
    await expect.poll(() => look(page, 'ship')).toBe(`${failed} A ship at sea`);
    await expect.poll(() => look(page, 'map')).toBe(failed);
    expect(await look(page, 'whole')).toBe('A harbour');
    await waitForText(page, 'After the pictures.');
    await show(page, 'missing pictures epub');
    await expectAccessible(page);
    // The surrounding text can still be read and highlighted.
    await selectWords(page, 'Before the pictures.');
    await page.getByRole('button', { name: 'Highlight in pink' }).waitFor();
    await page.route('**/{ship,map}.png', (route) => route.fulfill({ contentType: 'image/png', body: ship }));
    await expect.poll(() => look(page, 'ship'), soon).toBe('A ship at sea');
    await expect.poll(() => look(page, 'map'), soon).toBe('');
    const width = `document.getElementById('ship').naturalWidth`;
    await expect.poll(() => bookFrames(page)[0]?.evaluate(width)).toBe(320);
  });

  test('in an EPUB appears even while another request hangs, which shows a message after some time', {
    timeout: 300_000,
  }, async () => {
    const page = await openBook(web, await findBook(web.admin, 'Album.epub'));
    await waitForText(page, 'Before the pictures.');
    await expect.poll(() => look(page, 'map')).toBe(failed);
    // The request neither succeeds nor fails.
    await page.route('**/map.png', () => new Promise(() => {}));
    await expect.poll(() => look(page, 'map'), soon).toContain('Can’t reach the server');
    await page.route('**/ship.png', (route) => route.fulfill({ contentType: 'image/png', body: ship }));
    await expect.poll(() => look(page, 'ship'), soon).toBe('A ship at sea');
  });

  test('in an EPUB reports an unreachable server and appears when it is back', {
    timeout: 300_000,
  }, async () => {
    const page = await web.open({ allow: /ERR_|Failed to (load|fetch)|NetworkError/ });
    let isAway = true;
    await page.route('**/whole.png', (route) => (isAway ? route.abort() : route.continue()));
    await page.goto(`${web.base}/books/${(await findBook(web.admin, 'Album.epub')).id}/read`);
    await fillSignIn(page, 'admin');
    await waitForText(page, 'Before the pictures.');
    await expect.poll(() => look(page, 'whole')).toContain('Can’t reach the server');
    isAway = false;
    await expect.poll(() => look(page, 'whole'), soon).toBe('A harbour');
  });

  test('in a PDF is replaced by a message at its position', async () => {
    const page = await openBook(web, await findBook(web.admin, 'Atlas 1.pdf'), { search: '?page=2' });
    const shown = page.locator('.page[data-page-number="2"]');
    await shown.getByText('A ship and a harbour').waitFor();
    const missing = shown.getByText(failed);
    await missing.waitFor();
    expect(await missing.count()).toBe(1);
    const [paper, box] = await Promise.all([shown.boundingBox(), missing.boundingBox()]);
    const scale = (paper?.width ?? 0) / 300;
    expect((box?.x ?? 0) - (paper?.x ?? 0)).toBeCloseTo(30 * scale, -1);
    expect(box?.width).toBeCloseTo(120 * scale, -1);
    await expectAccessible(page);
    await show(page, 'missing pictures pdf');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.page[data-page-number="1"]').getByText('The first page').waitFor();
  });

  test.each([
    ['within the text of a page', 3, 'A stamp in the text', 60],
    ['of more pixels than are decoded', 4, 'A wall chart', 120],
  ])('in a PDF is replaced by a message at its position, also %s', async (_, number, text, height) => {
    const book = await findBook(web.admin, 'Atlas 1.pdf');
    const page = await openBook(web, book, { search: `?page=${number}` });
    const shown = page.locator(`.page[data-page-number="${number}"]`);
    await shown.getByText(text).waitFor();
    const missing = shown.getByText(failed);
    await missing.waitFor();
    expect(await missing.count()).toBe(1);
    const [paper, box] = await Promise.all([shown.boundingBox(), missing.boundingBox()]);
    const scale = (paper?.width ?? 0) / 300;
    expect((box?.x ?? 0) - (paper?.x ?? 0)).toBeCloseTo(40 * scale, -1);
    expect((box?.y ?? 0) - (paper?.y ?? 0)).toBeCloseTo((400 - height - 100) * scale, -1);
    await show(page, `missing pictures pdf ${number}`);
  });
});
