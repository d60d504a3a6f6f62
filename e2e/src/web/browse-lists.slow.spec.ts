// Lists of series and books: cover sizes, letters, unknown filters, and accessibility.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTales } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { desk, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('lists', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: await makeTales() });
  }, 120_000);

  afterAll(() => web?.end());

  test('remembers the cover size per device and user', async () => {
    const page = await web.signedIn('/series');
    const widthOf = async () => (await page.getByRole('listitem').first().boundingBox())?.width ?? 0;
    await page.getByRole('link', { name: /Aar Tales/ }).waitFor();
    const before = await widthOf();
    await page.getByRole('button', { name: 'View' }).click();
    await page.getByRole('menuitemradio', { name: 'Very large' }).click();
    await expect.poll(widthOf).toBeGreaterThan(1.5 * before);
    await page.reload();
    await page.getByRole('link', { name: /Aar Tales/ }).waitFor();
    expect(await widthOf()).toBeGreaterThan(1.5 * before);
  });

  test('reports a filter that the API does not know and removes it on request', async () => {
    const strange = encodeURIComponent(JSON.stringify({ smell: { operator: 'is', value: 'old' } }));
    const page = await web.signedIn(`/series?filter=${strange}`, { allow: /status of 400/ });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /Remove filter: Unknown filter/ }).click();
    await page.getByText('26 series').waitFor();
  });

  test('the letters end above the bottom bar of a phone', async () => {
    const page = await web.signedIn('/series', { viewport: phone });
    await page.getByRole('button', { name: 'T, 1 series' }).waitFor();
    const letters = await page.getByRole('navigation', { name: 'Letters' }).boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox();
    expect((letters?.y ?? 0) + (letters?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  test('a letter scrolls to its first item', async () => {
    const page = await web.signedIn('/series', { viewport: { width: 700, height: 500 } });
    await page.getByRole('button', { name: 'T, 1 series' }).click();
    await page.getByText('Tar Tales').waitFor();
    const box = await page.getByText('Tar Tales').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(500);
  });

  test.each([
    ['a desk', desk, 'light'],
    ['a desk in the dark', desk, 'dark'],
    ['a phone', phone, 'light'],
  ] as const)('lists, presets and the search are accessible on %s', async (name, viewport, colorScheme) => {
    const filter = encodeURIComponent(JSON.stringify({ genre: { operator: 'is', value: 'Crime' } }));
    const page = await web.signedIn(`/series?filter=${filter}`, { viewport, context: { colorScheme } });
    await page.getByText('9 series').waitFor();
    await expectAccessible(page);
    await show(page, `list on ${name}`);
    await page.goto(`${web.base}/books?view=table`);
    await page.getByText('52 books').waitFor();
    await expectAccessible(page);
    await show(page, `books as a table on ${name}`);
    await page.goto(`${web.base}/search?q=tales`);
    await page.getByText('52 books').waitFor();
    await expectAccessible(page);
    await show(page, `search on ${name}`);
  });
});
