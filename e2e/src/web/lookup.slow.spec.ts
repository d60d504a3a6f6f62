// Looks up and translates selected words at configured addresses, and shares them through the system.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNovel } from '../harness/books/epubs.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { openNew, selectWords, waitForText } from '../harness/browser/epub-page.ts';
import { desk, phone, show, startWeb, type Visit, type Web } from '../harness/browser/web.ts';

describe('looking up words', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Novels/Novel.epub': await makeNovel() } });
  }, 120_000);

  afterAll(() => web?.end());

  async function select(words: string, visit?: Visit): Promise<Page> {
    const page = await openNew(web, 'Novel', visit);
    await waitForText(page, 'Chapter 1');
    await selectWords(page, words);
    await page.getByRole('dialog', { name: 'Highlight' }).waitFor();
    return page;
  }

  test('is not offered without a configured address', async () => {
    const page = await select('white');
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(await page.getByRole('link', { name: 'Look up' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Translate' }).count()).toBe(0);
  });

  test("opens the address of the administrator or the reader's own in a new tab", async () => {
    const setting = (name: string) => `/api/v1/admin/settings/lookup.${name}`;
    const dictionary = 'https://dictionary.example/{language}/{text}';
    const translation = 'https://translate.example/?to={to}&q={text}';
    await web.admin.put(setting('dictionary'), { value: dictionary });
    await web.admin.put(setting('translation'), { value: translation });
    for (const viewport of [desk, phone]) {
      const page = await select('white', { viewport });
      const asked: string[] = [];
      page.context().on('request', (request) => asked.push(request.url()));
      const link = page.getByRole('link', { name: 'Look up' });
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe('https://dictionary.example/en/white');
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
      const other = page.getByRole('link', { name: 'Translate' });
      expect(await other.getAttribute('href')).toBe('https://translate.example/?to=en&q=white');
      await expectAccessible(page);
      await show(page, `lookup ${viewport.width}`);
      // No request was sent automatically.
      expect(asked.filter((url) => !url.startsWith(web.base))).toEqual([]);
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      expect(opened.url()).toMatch(/^(about:blank|https:\/\/dictionary[.]example|chrome-error)/);
      await opened.close();
      await page.getByRole('dialog', { name: 'Highlight' }).waitFor({ state: 'detached' });
    }
    const page = await web.signedIn('/account/reading');
    await page.getByRole('textbox', { name: 'Look up' }).fill('https://mine.example/{text}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body: list } = await web.admin.get<{ data: { id: string }[] }>('/api/v1/books');
    await page.goto(`${web.base}/books/${list.data[0]?.id}/read`);
    await waitForText(page, 'Chapter 1');
    const mine = page.getByRole('link', { name: 'Look up' });
    // A text that is still being laid out loses its selection.
    const selectAndLook = async () => {
      await selectWords(page, 'white');
      return mine.getAttribute('href', { timeout: 2_000 }).catch(() => null);
    };
    await expect.poll(selectAndLook).toBe('https://mine.example/white');
  });

  test('shares words through the system where it is supported', async () => {
    const page = await openNew(web, 'Novel');
    await page.addInitScript(`
      window.shared = [];
      navigator.canShare = () => true;
      navigator.share = async (what) => { window.shared.push(what); };
    `);
    await page.reload();
    await waitForText(page, 'Chapter 1');
    const share = page.getByRole('button', { name: 'Share' });
    // A text that is still being laid out loses its selection.
    const selectAndShare = async () => {
      await selectWords(page, 'white');
      return share.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(selectAndShare).toBe(true);
    expect(await page.evaluate('window.shared')).toEqual([{ text: 'white' }]);
    await page.getByRole('dialog', { name: 'Highlight' }).waitFor({ state: 'detached' });
  });
});
