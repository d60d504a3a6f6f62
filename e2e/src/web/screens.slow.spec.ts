// Very wide screens, and reduced motion.
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { expectInside, look } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

describe('screens of every kind', () => {
  let web: Web;
  let book: BookDto;

  beforeAll(async () => {
    const summary = 'What happens in it, told at some length. '.repeat(30);
    const comicInfo = `<Series>Saga</Series><Summary>${summary}</Summary><Genre>Fantasy</Genre>`;
    const files: Record<string, Buffer> = {};
    for (let n = 1; n <= 40; n++) {
      const series = n <= 4 ? 'Saga' : `Tales ${n}`;
      files[`${series}/${series} ${n}.cbz`] = await makeCbz({ mark: `${n}`, ...(n <= 4 && { comicInfo }) });
    }
    web = await startWeb({ files });
    book = await findBook(web.admin, 'Saga 1.cbz');
  }, 120_000);

  afterAll(() => web?.end());

  test('nothing is cut off at 3,840 by 2,160, and lines keep a readable length', {
    timeout: 90_000,
  }, async () => {
    const page = await web.signedIn('/', { viewport: { width: 3840, height: 2160 } });
    const paths = [
      '/',
      '/series',
      `/books/${book.id}`,
      `/series/${book.seriesId}`,
      '/administration/settings',
    ];
    for (const path of paths) {
      await page.goto(web.base + path);
      await page.locator('main :is(h1, h2):visible').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectInside(page);
      await look(page, `4k ${path.split('/')[1] || 'home'}`);
      // For every paragraph: the number of characters that fit on a line, at a width of half their height.
      const longest = `Math.max(0, ...[...document.querySelectorAll('main p')].map((one) =>
        one.getClientRects().length && one.textContent.length > 200
          ? one.clientWidth / (Number.parseFloat(getComputedStyle(one).fontSize) / 2) : 0))`;
      expect([path, ((await page.evaluate(longest)) as number) < 160]).toEqual([path, true]);
    }
    // Metadata and file details of a book are shown next to each other.
    await page.goto(`${web.base}/books/${book.id}`);
    const [facts, file] = await Promise.all(
      ['Details', 'File'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
    );
    expect((file?.x ?? Number.POSITIVE_INFINITY) - (facts?.x ?? 0)).toBeLessThan(1_000);
    await page.goto(`${web.base}/books/${book.id}/read`);
    await page.getByRole('button', { name: 'Close book' }).waitFor();
    await expectInside(page);
    await look(page, '4k reader');
  });

  /** Placeholders that pulse while the server does not respond. */
  async function openWaiting(reducedMotion: 'reduce' | 'no-preference'): Promise<Page> {
    const page = await web.signedIn('/account', { context: { reducedMotion } });
    await page.route(/\/api\/v1\/series\/list/, () => new Promise(() => {}));
    await page.goto(`${web.base}/series`);
    await page.locator('main').waitFor();
    return page;
  }
  const moving = `document.getAnimations().filter(({ playState }) => playState === 'running').length`;

  test('nothing moves with reduced motion, not even placeholders', async () => {
    const lively = await openWaiting('no-preference');
    await expect.poll(() => lively.evaluate(moving)).toBeGreaterThan(0);
    const calm = await openWaiting('reduce');
    await calm.locator('[class*=Loader], [class*=Skeleton]').first().waitFor();
    await expect.poll(() => calm.evaluate(moving)).toBe(0);
  });
});
