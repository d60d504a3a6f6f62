// Small details on various pages.
import { makeCbz, makeEpub } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInside, findSeries, look, lookEverywhere, screens } from '../harness/browser/pages.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

const long = 'The Remarkable and Very Long History of Somebody Who Went to Sea and Came Back';

interface Box {
  clientWidth: number;
  clientHeight: number;
  scrollWidth: number;
  scrollHeight: number;
  querySelectorAll(selector: string): Iterable<Box>;
}

const isCut = (button: Box): boolean =>
  [button, ...button.querySelectorAll('*')].some(
    (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
  );

interface Line {
  ownerDocument: { defaultView: { getComputedStyle(of: Line): { fontSize: string } } };
  querySelectorAll(selector: string): Iterable<Line>;
}

const readSizes = (line: Line): number[] =>
  [line, ...line.querySelectorAll('span')].map((one) =>
    Number.parseFloat(one.ownerDocument.defaultView.getComputedStyle(one).fontSize),
  );

describe('details', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = { 'Novel/Novel.epub': await makeEpub({}) };
    for (let n = 1; n <= 5; n++) {
      const comicInfo = `<Series>Saga</Series><Number>${n}</Number><Year>2012</Year><Month>5</Month>`;
      files[`Saga/Saga 00${n}.cbz`] = await makeCbz({ mark: `saga ${n}`, comicInfo });
    }
    files['Alone/Alone.cbz'] = await makeCbz({
      mark: 'alone',
      comicInfo: '<Series>Alone</Series><Title>Alone</Title><Number>1</Number>',
    });
    files[`${long}/1.cbz`] = await makeCbz({
      mark: 'long',
      comicInfo: `<Series>${long}</Series><Title>${long}</Title>`,
    });
    web = await startWeb({ files });
  }, 60_000);

  afterAll(() => web?.end());

  const styleOf = (page: Page, selector: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);

  test('labels of monospaced inputs use the normal typeface', async () => {
    const { id } = (await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body.data[0] ?? {};
    const page = await web.signedIn(`/administration/libraries/${id}`);
    await page.locator('main textarea').first().waitFor();
    const labels = `[...document.querySelectorAll('main label')].map((one) => getComputedStyle(one).fontFamily)`;
    expect(new Set((await page.evaluate(labels)) as string[])).toEqual(
      new Set([await styleOf(page, 'body', 'fontFamily')]),
    );
    const inputs = `[...document.querySelectorAll('main textarea')].map((one) => getComputedStyle(one).fontFamily)`;
    expect(await page.evaluate(inputs)).toContain('monospace');
  });

  test.each(screens)('a selection keeps the list header within reach (%s)', async (name, visit) => {
    const page = await web.signedIn('/series', visit);
    await page.getByRole('link', { name: /Saga/ }).focus();
    await page.keyboard.press('Control+a');
    const bar = await page.getByRole('region', { name: 'Selection' }).boundingBox();
    const head = await page.getByRole('heading', { level: 1 }).boundingBox();
    await look(page, `selection ${name}`);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0);
  });

  test('a filter drawer does not dim the list', async () => {
    const page = await web.signedIn('/series');
    await page.getByRole('link', { name: /Saga/ }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await styleOf(page, '[class*=Drawer-overlay]', 'backgroundColor')).toBe('rgba(0, 0, 0, 0)');
    await lookEverywhere(page, 'filter drawer');
  });

  test('the administration overview names each page once', async () => {
    const page = await web.signedIn('/administration');
    const link = page.getByRole('link', { name: /^Sharing tags/ });
    await link.first().waitFor();
    expect(await link.count()).toBe(1);
    await lookEverywhere(page, 'administration');
    await page.setViewportSize(phone);
    expect(await link.count()).toBe(1);
  });

  test('results come before the search fields', async () => {
    const page = await web.signedIn('/search?q=saga');
    const results = page.getByRole('region', { name: 'Series' });
    await results.getByRole('link', { name: /Saga/ }).first().waitFor();
    expect((await results.boundingBox())?.y).toBeLessThan(400);
    await lookEverywhere(page, 'search results');
  });

  test('the undo button of a long message fits on a phone in every language', async () => {
    const { id, title } = await findSeries(web, long);
    for (const [language, mark, undo] of [
      ['en', 'Mark as read', 'Undo'],
      ['de', 'Als gelesen markieren', 'Rückgängig'],
      ['fr', 'Marquer comme lu', 'Annuler'],
      ['ja', '既読にする', '元に戻す'],
    ] as const) {
      const page = await web.signedIn(`/series/${id}`, { viewport: phone, context: { locale: language } });
      await page.getByRole('button', { name: mark }).first().click();
      const toast = page.getByRole('status').filter({ hasText: title });
      const button = toast.getByRole('button', { name: undo, exact: true });
      await button.waitFor();
      expect(await button.evaluate(isCut)).toBe(false);
      await expectInside(page);
      await look(page, `undo ${language}`);
      await button.click();
      await button.waitFor({ state: 'hidden' });
    }
  });

  test('counts in a preview are not larger than the names', async () => {
    const { id } = (await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body.data[0] ?? {};
    const page = await web.signedIn(`/administration/libraries/${id}`);
    const line = page.getByRole('listitem').filter({ hasText: 'Saga 5 books' });
    await line.waitFor();
    const sizes = await line.evaluate(readSizes);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBe(sizes[0]);
  });

  test('a release month is written out, and a single-book series has no number', async () => {
    const saga = await findSeries(web, 'Saga');
    const page = await web.signedIn(`/series/${saga.id}`);
    const books = page.getByRole('region', { name: 'Books', exact: true });
    await books.getByText('#2').waitFor();
    await books.getByRole('link', { name: /Saga/ }).first().click();
    await page.getByText('May 2012').waitFor();
    await page.goto(`${web.base}/series/${(await findSeries(web, 'Alone')).id}`);
    await books.getByRole('link', { name: /Alone/ }).waitFor();
    expect(await books.getByText('#1').count()).toBe(0);
  });
});
