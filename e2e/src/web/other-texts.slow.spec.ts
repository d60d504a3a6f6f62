// Text books in other formats than EPUB in the web client: they are read like EPUBs.
import { makeFictionBook, makeImage, makeKf8, makeMobi } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeParagraphs } from '../harness/books/epubs.ts';
import { showBars } from '../harness/books/reading.ts';
import { openNew, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { phone, show, startWeb, type Web } from '../harness/browser/web.ts';

const chapters = [1, 2, 3];

async function makeFiles(): Promise<Record<string, Buffer>> {
  const cover = await makeImage({ color: 'darkslateblue', width: 320, height: 480, format: 'png' });
  const sections = chapters.map(
    (n) => `<section><title><p>Chapter ${n}</p></title>${makeParagraphs(n, 12)}</section>`,
  );
  const html = chapters.map((n) => `<mbp:pagebreak/><h1>Chapter ${n}</h1>${makeParagraphs(n, 12)}`).join('');
  const exth = [
    [100, 'A. Sailor'],
    [201, 0],
  ] as const;
  return {
    'Novels/Fiction.fb2': makeFictionBook({ body: sections.join(''), cover }),
    'Novels/Mobi.mobi': makeMobi(`<html><body>${html}</body></html>`, {
      title: 'Mobi',
      exth,
      resources: [cover],
    }),
    'Novels/Kindle.azw3': makeKf8({
      title: 'Kindle',
      exth,
      resources: [cover],
      parts: chapters.map((n) => ({
        before: '<html><head></head><body>',
        fragments: [`<h1>Chapter ${n}</h1>${makeParagraphs(n, 12)}`],
        after: '</body></html>',
      })),
      toc: chapters.map((n) => [`Chapter ${n}`, n - 1, 0] as const),
    }),
  };
}

describe('text books in other formats', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makeFiles() });
  }, 120_000);

  afterAll(() => web?.end());

  test.each(['Fiction.fb2', 'Mobi.mobi', 'Kindle.azw3'])(
    '%s opens, turns pages and has a table of contents',
    async (name) => {
      const kind = name.slice(name.indexOf('.') + 1);
      const page = await openNew(web, name);
      await show(page, `text-${kind}-desk`);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => readPercent(page)).toBeGreaterThan(0);
      await showBars(page);
      await page.getByRole('button', { name: 'Contents' }).click();
      const contents = page.getByRole('dialog', { name: 'Contents' });
      await contents.getByRole('button', { name: 'Chapter 3' }).click();
      await waitForText(page, 'In chapter 3 the ship went on');
      await show(page, `text-${kind}-chapter`);
      await page.keyboard.press('End');
      await expect.poll(() => readPercent(page)).toBeGreaterThan(75);
    },
  );

  test('fits a phone, and is downloaded unchanged or as EPUB', async () => {
    const page = await openNew(web, 'Mobi.mobi', { viewport: phone });
    await waitForText(page, 'Chapter 1');
    await show(page, 'text-mobi-phone');
    await page.goto(page.url().replace(/\/read.*$/, ''));
    await page.getByRole('button', { name: 'More', exact: true }).first().click();
    const whole = await page.getByRole('menuitem', { name: 'Download file' }).getAttribute('href');
    const epub = page.getByRole('menuitem', { name: 'Download as EPUB' });
    expect(await epub.getAttribute('href')).toBe(`${whole}?format=epub`);
    const kepub = page.getByRole('menuitem', { name: 'Download for Kobo (KEPUB)' });
    expect(await kepub.getAttribute('href')).toBe(`${whole}?format=kepub`);
    await show(page, 'text-menu-phone');
  });
});
