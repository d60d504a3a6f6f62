// A list of a hundred thousand items, served by the test: rendered items and requested pages.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

const total = 100_000;
const time = '2026-01-01T00:00:00.000Z';

const toSeries = (n: number) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  libraryId: '00000000-0000-4000-8000-999999999999',
  libraryName: 'Many',
  title: `${String.fromCharCode(65 + Math.floor(n / 4_000))} series ${n}`,
  titleSort: null,
  summary: null,
  publisher: null,
  year: 2000,
  status: null,
  language: null,
  ageRating: null,
  readingDirection: null,
  path: null,
  bookCount: 3,
  unreadCount: 3,
  inProgressCount: 0,
  hasCustomCover: false,
  wantToRead: false,
  createdAt: time,
  updatedAt: time,
});

const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="3"/>';

/** Serves the list. Returns the requested pages. */
async function answer(page: Page): Promise<number[]> {
  const asked: number[] = [];
  await page.route('**/api/v1/series/list?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const at = Number(query.get('page') ?? 1);
    const size = Number(query.get('pageSize') ?? 50);
    asked.push(at);
    const count = Math.max(0, Math.min(size, total - (at - 1) * size));
    const data = Array.from({ length: count }, (_, i) => toSeries((at - 1) * size + i));
    return route.fulfill({
      json: { data, page: at, pageSize: size, total, totalPages: Math.ceil(total / size), links: {} },
    });
  });
  await page.route('**/api/v1/series/list/alphabetical-groups', (route) =>
    route.fulfill({
      json: Array.from({ length: 25 }, (_, i) => ({ group: String.fromCharCode(65 + i), count: 4_000 })),
    }),
  );
  await page.route('**/thumbnail?*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: dot }));
  return asked;
}

describe('a hundred thousand series', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'One/One 1.cbz': await makeCbz({ mark: 'one', pages: 1 }) } });
  }, 60_000);

  afterAll(() => web?.end());

  test.each([
    ['covers on a desk', '/series', undefined],
    ['covers on a phone', '/series', phone],
    ['a table', '/series?view=table', undefined],
  ])('%s: renders only the visible part and requests only nearby pages', async (_, path, viewport) => {
    const page = await web.signedIn('/presets', viewport ? { viewport } : {});
    const asked = await answer(page);
    await page.goto(web.base + path);
    await page.getByText('100,000 series').waitFor();
    await page.getByRole('link', { name: /A series 0/ }).waitFor();
    for (let step = 0; step < 20; step++) {
      await page.mouse.wheel(0, 400);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.getByRole('link', { name: /Y series 99999/ }).waitFor();
    expect(await page.evaluate('document.querySelectorAll("[data-index]").length')).toBeLessThan(200);
    expect(new Set(asked).size).toBeLessThan(12);
  });

  test('a letter scrolls there immediately, and End to the end', async () => {
    const page = await web.signedIn('/presets');
    await answer(page);
    await page.goto(`${web.base}/series`);
    await page.getByRole('button', { name: 'M, 4,000 series' }).click();
    await page.getByRole('link', { name: /M series 48000/ }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'M, 4,000 series' }).getAttribute('aria-current'))
      .toBe('true');
    await page.getByRole('link', { name: /M series 48000/ }).focus();
    await page.keyboard.press('End');
    await page.getByRole('link', { name: /Y series 99999/ }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Y series 99999');
  });

  test('at most ten thousand are selected together', async () => {
    const page = await web.signedIn('/presets');
    await answer(page);
    await page.goto(`${web.base}/series`);
    await page.getByRole('link', { name: /A series 0/ }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('region', { name: 'Selection' }).getByText('10,000 selected').waitFor();
  });
});
