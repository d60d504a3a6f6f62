// Starts an analysis on the page of a book, of a series and in the library administration, and shows its result there.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { password, startWeb, type Web } from '../harness/web.ts';

describe('analysis', () => {
  let web: Web;
  let book: BookDto;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }),
        'Saga/Saga 002.cbz': await makeCbz({ mark: 'b' }),
        'Tales/Tales 001.cbz': await makeCbz({ mark: 'c' }),
      },
    });
    book = await findBook(web.admin, 'Saga 001.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  /** Reports the page's task as unfinished until `release` is called. */
  async function hold(page: Page): Promise<{ release(): Promise<void> }> {
    let isHeld = true;
    await page.route(/\/api\/v1\/tasks\/[\w-]+$/, async (route) => {
      const response = await route.fetch();
      const task = (await response.json()) as TaskDto;
      const progress = { current: 40, total: 200, message: null };
      await route.fulfill({ response, json: isHeld ? { ...task, status: 'running', progress } : task });
    });
    return {
      async release() {
        isHeld = false;
        // An event of any task makes the page request its own task again.
        const other = await findBook(web.admin, 'Tales 001.cbz');
        await web.admin.post(`/api/v1/books/${other.id}/analyze`);
      },
    };
  }

  const read = () => ({
    books: { path: `/books/${book.id}`, menu: 'More', entry: 'Analyze', count: '1 book was' },
    series: {
      path: `/series/${book.seriesId}`,
      menu: 'More',
      entry: 'Analyze',
      count: '2 books were',
    },
    libraries: {
      path: '/administration/libraries',
      menu: 'More for Books',
      entry: 'Analyze all books',
      count: '3 books were',
    },
  });

  test.each(['books', 'series', 'libraries'] as const)(
    'shows its progress and reports its end (%s)',
    async (noun) => {
      const { path, menu, entry, count } = read()[noun];
      const page = await web.signedIn(path);
      const { release } = await hold(page);
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByText('40 of 200 books').waitFor();
      const bar = page.getByRole('progressbar', { name: 'Analyzing' });
      expect(await bar.getAttribute('aria-valuenow')).toBe('20');
      await lookEverywhere(page, `analysis ${noun}`);
      await page.getByRole('button', { name: menu, exact: true }).click();
      expect(await page.getByRole('menuitem', { name: entry }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await release();
      await page.getByText(`${count} analyzed`).waitFor();
      await bar.waitFor({ state: 'detached' });
    },
  );

  test('is still shown after leaving the page', async () => {
    const page = await web.signedIn(`/series/${book.seriesId}`);
    const { release } = await hold(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Analyze' }).click();
    await page.getByText('40 of 200 books').waitFor();
    await page.getByRole('link', { name: 'Saga 002' }).first().click();
    await page.getByRole('heading', { name: 'Saga 002', level: 1 }).waitFor();
    expect(await page.getByText('40 of 200 books').count()).toBe(0);
    await page.goBack();
    await page.getByText('40 of 200 books').waitFor();
    await release();
    await page.getByText('2 books were analyzed').waitFor();
  });

  test('can be started without the permission to see tasks', async () => {
    const made = { username: 'kay', email: 'kay@example.org', password, permissions: ['books:write'] };
    await web.admin.post('/api/v1/users', made);
    const page = await web.signedIn(`/books/${book.id}`, { username: 'kay' });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Analyze' }).click();
    await page.getByText('Analysis started').waitFor();
  });
});
