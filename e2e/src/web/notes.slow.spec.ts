// The page with all bookmarks, highlights and notes of a user.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import { areSeen, readPercent, waitForText } from '../harness/epub-page.ts';
import { makeNovel } from '../harness/epubs.ts';
import { desk, fillSignIn, phone, show, startWeb, type Web } from '../harness/web.ts';

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

  test('explain how to add notes while there are none', async () => {
    const page = await web.signedIn('/notes');
    await page.getByRole('heading', { name: 'No notes or highlights yet' }).waitFor();
    await expectAccessible(page);
  });

  test('export the filtered notes as Markdown', async () => {
    await mark('Novel.epub', {
      kind: 'highlight',
      color: 'blue',
      text: 'to be saved',
      note: 'A *note*',
      locator: { href: 'c1', title: 'Chapter 1', locations: { totalProgression: 0.1 } },
    });
    await mark('Novel.epub', {
      kind: 'highlight',
      color: 'orange',
      text: 'not to be saved',
      locator: { href: 'c1', title: 'Chapter 1', locations: { totalProgression: 0.2 } },
    });
    const page = await web.signedIn('/notes?color=blue');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as Markdown' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Notes and highlights.md');
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      '# Notes and highlights\n\n## The Calm Sea\n\nNovels\n\n### Chapter 1\n\n(10%)\n\n> to be saved\n\nA \\*note\\*\n',
    );
    await page.getByText('1 note exported').waitFor();
    const { body } = await web.admin.get<{ data: { id: string; bookId: string }[] }>('/api/v1/annotations');
    for (const { id, bookId } of body.data)
      await web.admin.delete(`/api/v1/books/${bookId}/annotations/${id}`);
  });

  test('are filtered by text, kind and color, and open their positions', async () => {
    const href = 'resources/OEBPS/c4.xhtml';
    const { body } = await web.admin.get<{ data: BookDto[] }>('/api/v1/books');
    const novel = body.data.find(({ path }) => path.endsWith('Novel.epub'));
    const position = Math.ceil((novel?.pageCount ?? 0) / 2) + 1;
    const locator = {
      href,
      title: 'Chapter 4',
      locations: { position, progression: 0, totalProgression: 0.5 },
    };
    await mark('Novel.epub', {
      kind: 'highlight',
      color: 'green',
      locator,
      text: 'the sea was calm',
      note: 'Was it?',
    });
    await mark('Saga 1.cbz', {
      kind: 'bookmark',
      locator: { href: 'pages/3', locations: { position: 3 } },
      text: 'Page 3',
    });
    for (const [viewport, colorScheme] of [
      [phone, 'dark'],
      [desk, 'light'],
    ] as const) {
      const page = await web.signedIn('/notes', { viewport, context: { colorScheme } });
      await page.getByText('2 notes').waitFor();
      await expectAccessible(page);
      await show(page, `notes-${viewport.width}`);
    }
    const page = await web.signedIn('/notes');
    const items = page.getByRole('main').getByRole('listitem');
    await page.getByText('2 notes').waitFor();
    await page.getByText('With notes').click();
    await page.getByText('1 note', { exact: true }).waitFor();
    expect(await items.textContent()).toContain('Was it?');
    await page.reload();
    await page.getByText('1 note', { exact: true }).waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('button', { name: 'Pink' }).click();
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await page.getByRole('button', { name: 'Pink' }).click();
    await page.getByLabel('Search notes and highlights').fill('CALM');
    await page.keyboard.press('Enter');
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
