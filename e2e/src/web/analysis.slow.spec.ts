// Starts an analysis on the page of a series, and shows its result there.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

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

  test('shows its progress also after leaving the page, and reports its end', async () => {
    const page = await web.signedIn(`/series/${book.seriesId}`);
    const { release } = await hold(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Analyze' }).click();
    await page.getByText('40 of 200 books').waitFor();
    await lookEverywhere(page, 'analysis');
    await page.getByRole('link', { name: 'Saga #2' }).first().click();
    await page.getByRole('heading', { name: 'Saga 002', level: 1 }).waitFor();
    expect(await page.getByText('40 of 200 books').count()).toBe(0);
    await page.goBack();
    await page.getByText('40 of 200 books').waitFor();
    await release();
    await page.getByText('2 books were analyzed').waitFor();
  });
});
