// The page with all bookmarks, highlights and notes of a user.
import { randomUUID } from 'node:crypto';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { areSeen, readPercent, waitForText } from '../harness/browser/epub-page.ts';
import { lookInAllThemes } from '../harness/browser/pages.ts';
import { desk, fillSignIn, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('notes', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Novels/Novel.epub': await makeNovel(),
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'n', pages: 5 }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  async function mark(end: string, body: object): Promise<void> {
    const { body: list } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books');
    const book = list.data.find(({ path }) => path.endsWith(end));
    const { status } = await web.admin.put(`/api/v1/books/${book?.id}/annotations/${randomUUID()}`, body);
    expect(status).toBe(201);
  }

  test('filter a list that links to the positions in books', async () => {
    const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books');
    const novel = body.data.find(({ path }) => path.endsWith('Novel.epub'));
    const position = Math.ceil((novel?.pageCount ?? 0) / 2) + 1;
    await mark('Novel.epub', {
      kind: 'highlight',
      color: 'green',
      text: 'the sea was calm',
      note: 'Was it?',
      locator: {
        href: 'resources/OEBPS/c4.xhtml',
        title: 'Chapter 4',
        locations: { position, progression: 0, totalProgression: 0.5 },
      },
    });
    await mark('Saga 1.cbz', {
      kind: 'bookmark',
      locator: { href: 'pages/3', locations: { position: 3 } },
      text: 'Page 3',
    });
    const page = await web.signedIn('/notes');
    await page.getByText('2 notes').waitFor();
    await lookInAllThemes(page, 'notes');
    await page.getByText('With notes').click();
    await page.getByText('1 note', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 note', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open The Calm Sea here' }).click();
    await waitForText(page, 'Chapter 4');
    await expect.poll(() => readPercent(page)).toBeGreaterThan(45);
  });

  test('open at the highlighted text, which is outlined briefly', async () => {
    const words = 'sentence 80 says that';
    const locator = {
      href: 'resources/OEBPS/c4.xhtml',
      // A locator at the start of the chapter: only the words identify the position.
      locations: { position: 1, progression: 0, totalProgression: 0.5 },
    };
    await mark('Novel.epub', { kind: 'highlight', color: 'blue', locator, text: words });
    for (const viewport of [phone, desk]) {
      const page = await web.open({ viewport });
      // Opens the closed shadow root that contains the highlights.
      await page.addInitScript(`{
        const attach = Element.prototype.attachShadow;
        Element.prototype.attachShadow = function () { return attach.call(this, { mode: 'open' }); };
      }`);
      await page.goto(`${web.base}/notes?q=${encodeURIComponent(words)}`);
      await fillSignIn(page, 'admin');
      await page.getByRole('link', { name: 'Open The Calm Sea here' }).click();
      await page.locator('[data-shown]').waitFor();
      const outline = page.locator('[data-shown] svg [stroke="#d9480f"]');
      await outline.first().waitFor({ state: 'attached' });
      expect(await areSeen(page, words)).toBe(true);
      await show(page, `notes-there-${viewport.width}`);
      await outline.first().waitFor({ state: 'detached' });
      expect(await areSeen(page, words)).toBe(true);
    }
  });
});
