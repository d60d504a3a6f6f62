// Failures while reading, in each reader: one message, no lost data, and automatic recovery.
import type { Annotation } from '@lectern/contract/reading/annotations';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { makeCbz, makePdf } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { pdfFont, say } from '../harness/books/pdfs.ts';
import { openBook, openIn } from '../harness/books/reading.ts';
import { findBook } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { selectWords, waitForText } from '../harness/browser/epub-page.ts';
import { fillSignIn, phone, show, startWeb, type Web } from '../harness/browser/web.ts';
import { layWire } from '../harness/browser/wire.ts';

/** Each page is larger than one request of the reader. */
const makeLarge = (count: number): Buffer =>
  makePdf({
    pages: Array.from({ length: count }, (_, index) => ({
      resources: pdfFont,
      content: `${say(`This is page ${index + 1}`)}\n%${'x'.repeat(600_000)}\n`,
    })),
  });

/** Browser messages about failed requests, or requests that a proxy rejects. */
const away = /ERR_|Failed to (load|fetch)|NetworkError/;
/** Longer than the interval between two reachability checks. */
const back = { timeout: 20_000 };

interface Kind {
  end: string;
  /** Goes to a part that was not loaded yet. */
  leave(page: Page): Promise<void>;
  /** Message that is shown while the part is missing. */
  said: string;
  /** Waits until the part is shown. */
  arrive(page: Page): Promise<void>;
  /** Waits until the part or the next page is shown. */
  continue(page: Page): Promise<void>;
}

/** Turns this number of pages. */
async function turn(page: Page, count: number): Promise<void> {
  for (let turned = 0; turned < count; turned++) await page.keyboard.press('ArrowRight');
}

const comic: Kind = {
  end: 'Saga 1.cbz',
  leave: (page) => turn(page, 5),
  said: 'Page 6 will load when it’s back.',
  arrive: (page) =>
    expect
      .poll(() => page.evaluate(`document.querySelector('[data-page="6"] img')?.naturalWidth > 0`), back)
      .toBe(true),
  async continue(page) {
    const shown = page.locator('[dir]:not([data-ahead]) [data-state=there]').first();
    await expect.poll(async () => Number(await shown.getAttribute('data-page'))).toBeGreaterThan(5);
  },
};
const novel: Kind = {
  end: 'Novel.epub',
  async leave(page) {
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Chapter 4' }).click();
  },
  said: 'This part will load when it’s back.',
  arrive: async (page) => {
    await expect.poll(() => page.getByText('This part will load').count(), back).toBe(0);
    await waitForText(page, 'In chapter 4');
  },
  continue: (page) => waitForText(page, 'In chapter 4'),
};
const document: Kind = {
  end: 'Large.pdf',
  leave: (page) => turn(page, 3),
  said: 'Missing pages will load when it’s back.',
  arrive: async (page) => {
    await page.locator('.page[data-page-number="4"]').getByText('This is page 4').waitFor(back);
    await page.getByText('Missing pages will load').waitFor({ state: 'detached' });
  },
  continue: (page) =>
    page
      .getByText(/This is page [45]/)
      .first()
      .waitFor(),
};
const kinds = [comic, novel, document].map((kind) => [kind.end, kind] as const);

/** Makes every write to the browser's storage fail, as on a full device. */
const fillStorage = `
  const full = () => { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError'); };
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (...entry) {
    return this === localStorage ? full() : setItem.apply(this, entry);
  };
  IDBObjectStore.prototype.put = full;
`;

describe('a reader', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'faults', pages: 9 }),
        'Novels/Novel.epub': await makeNovel(),
        'Large/Large.pdf': makeLarge(6),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const readShare = async (end: string): Promise<number> => {
    const { id } = await findBook(web.admin, end);
    const { body } = await web.admin.get<ReadProgress>(`/api/v1/books/${id}/progress`);
    return body?.progressPercentage ?? 0;
  };

  test.each(kinds)(
    'waits for an unreachable server and continues: %s',
    { timeout: 60_000 },
    async (end, kind) => {
      const wire = await layWire(web.base);
      const { id } = await findBook(web.admin, end);
      const page = await web.open({ allow: away, viewport: phone });
      await page.goto(`${wire.base}/books/${id}/read?page=1`);
      await fillSignIn(page, 'admin');
      await page.getByRole('button', { name: 'Close book' }).first().waitFor();
      const hint = page.getByRole('button', { name: 'Got it' });
      if (await hint.isVisible()) await hint.click();
      if (end === novel.end) await waitForText(page, 'Chapter 1');
      if (end === document.end) await page.getByText('This is page 1').waitFor();
      await wire.cut();
      await kind.leave(page);
      await page.getByText(kind.said).waitFor();
      await expectAccessible(page);
      await show(page, `faults away ${end}`);
      await wire.mend();
      await kind.arrive(page);
      // The pages read meanwhile are on the server.
      await expect.poll(() => readShare(end), back).toBeGreaterThan(0.4);
    },
  );

  test.each(kinds)(
    'waits for a restarting server behind a proxy: %s',
    { timeout: 60_000 },
    async (end, kind) => {
      const page = await openBook(web, await findBook(web.admin, end), { allow: away, search: '?page=1' });
      if (end === novel.end) await waitForText(page, 'Chapter 1');
      if (end === document.end) await page.getByText('This is page 1').waitFor();
      const refuse = { status: 503, contentType: 'text/html', body: '<h1>Restarting</h1>' };
      await page.route('**/api/v1/**', (route) => route.fulfill(refuse));
      await kind.leave(page);
      await page.getByText(kind.said).waitFor();
      await page.unroute('**/api/v1/**');
      await kind.arrive(page);
    },
  );

  test.each(kinds)(
    'continues at the same position after a new sign-in: %s',
    { timeout: 60_000 },
    async (end, kind) => {
      const book = await findBook(web.admin, end);
      const page = await openBook(web, book, { allow: /401|Failed to load/, search: '?page=1' });
      if (end === novel.end) await waitForText(page, 'Chapter 1');
      if (end === document.end) await page.getByText('This is page 1').waitFor();
      await kind.leave(page);
      await kind.arrive(page);
      await expect.poll(() => readShare(end), back).toBeGreaterThan(0.4);
      await page.context().clearCookies();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/sign-in/);
      await page.getByText('Your session has expired').waitFor();
      await show(page, `faults signed out ${end}`);
      await fillSignIn(page, 'admin');
      await page.waitForURL(`${web.base}/books/${book.id}/read`);
      await kind.continue(page);
    },
  );

  test.each(kinds)('continues reading when the storage of the device is full: %s', async (end, kind) => {
    const page = await web.open();
    await page.addInitScript(fillStorage);
    const { id } = await findBook(web.admin, end);
    await openIn(web, page, `/books/${id}/read?page=1`);
    await page.getByText('This device’s storage is full').waitFor();
    if (end === novel.end) await waitForText(page, 'Chapter 1');
    if (end === document.end) await page.getByText('This is page 1').waitFor();
    await show(page, `faults full ${end}`);
    await kind.leave(page);
    await kind.arrive(page);
    await expect.poll(() => readShare(end), back).toBeGreaterThan(0.4);
    expect(await page.getByText('This device’s storage is full').count()).toBeLessThan(2);
  });

  test('keeps a highlight that neither the server nor the device can store yet', {
    timeout: 60_000,
  }, async () => {
    const wire = await layWire(web.base);
    const book = await findBook(web.admin, novel.end);
    const page = await web.open({ allow: away });
    await page.addInitScript(fillStorage);
    await page.goto(`${wire.base}/books/${book.id}/read?page=1`);
    await fillSignIn(page, 'admin');
    await waitForText(page, 'Chapter 1');
    await wire.cut();
    await selectWords(page, 'white');
    await page.getByRole('button', { name: 'Highlight in pink' }).click();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'Bookmarks and highlights' }).getByText('white').waitFor();
    await wire.mend();
    const list = async () =>
      (await web.admin.get<{ data: Annotation[] }>(`/api/v1/books/${book.id}/annotations`)).body.data;
    await expect.poll(list, back).toMatchObject([{ text: 'white', color: 'pink' }]);
  });
});
