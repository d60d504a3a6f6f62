// Collections: reorder by mouse, touch and keyboard. Their pages and dialogs, and those of read lists.

import type { Series } from '@lectern/contract/libraries/series';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { findSeries, lift, look, lookEverywhere, lookInAllThemes } from '../harness/browser/pages.ts';
import { phone, startWeb, type Web } from '../harness/browser/web.ts';

const titles = ['Akira', 'Berserk', 'Claymore', 'Dorohedoro'];

describe('collections', () => {
  let web: Web;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const title of titles) files[`${title}/${title} 1.cbz`] = await makeCbz({ mark: title });
    web = await startWeb({ files });
  }, 120_000);

  afterAll(() => web?.end());

  const make = async (name: string): Promise<SharedList> => {
    const all = await Promise.all(titles.map((title) => findSeries(web, title)));
    const body = { name, ordered: true, ids: all.map(({ id }) => id) };
    return (await web.admin.post<SharedList>('/api/v1/collections', body)).body;
  };
  const order = async ({ id }: SharedList) =>
    (await web.admin.get<{ data: Series[] }>(`/api/v1/collections/${id}/series`)).body.data.map(
      ({ title }) => title,
    );
  const arrange = async (page: Page) => {
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('button', { name: 'Move Akira', exact: true }).waitFor();
  };

  test('are reordered by keyboard with announcements, and by mouse', async () => {
    const collection = await make('By keys');
    const page = await web.signedIn(`/collections/${collection.id}`);
    await arrange(page);
    await lift(page, 'Akira');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Akira is at position 2 of 4').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText('Order saved').waitFor();
    expect(await order(collection)).toEqual(['Berserk', 'Akira', 'Claymore', 'Dorohedoro']);
    await look(page, 'collections-arrange');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(collection)).toEqual(titles);
    const handles = titles.map((title) => `Move ${title}`);
    const listHandles = () =>
      page.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    await expect
      .poll(async () => (await listHandles()).filter((name) => handles.includes(name)))
      .toEqual(handles);
    const from = await page.getByRole('button', { name: 'Move Akira', exact: true }).boundingBox();
    const to = await page.getByRole('button', { name: 'Move Claymore', exact: true }).boundingBox();
    if (!from || !to) throw new Error('No item to drag');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 25, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => order(collection)).toEqual(['Berserk', 'Claymore', 'Akira', 'Dorohedoro']);
  });

  test('are reordered by touch on a phone', async () => {
    const collection = await make('By touch');
    const page = await web.signedIn(`/collections/${collection.id}`, { viewport: phone });
    await arrange(page);
    const from = await page.getByRole('button', { name: 'Move Akira', exact: true }).boundingBox();
    const to = await page.getByRole('button', { name: 'Move Berserk', exact: true }).boundingBox();
    if (!from || !to) throw new Error('No item to drag');
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: string, y?: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: y === undefined ? [] : [{ x: from.x + 20, y }],
      });
    await touch('touchStart', from.y + 20);
    for (let y = from.y + 24; y <= to.y + 26; y += 6) await touch('touchMove', y);
    await touch('touchEnd');
    await page.getByText('Order saved').waitFor();
    expect(await order(collection)).toEqual(['Berserk', 'Akira', 'Claymore', 'Dorohedoro']);
    await look(page, 'collections-arrange-phone');
  });

  test('update by events, and are accessible like read lists and their dialogs', {
    timeout: 60_000,
  }, async () => {
    const collection = await make('Changing');
    const akira = await findSeries(web, 'Akira');
    const page = await web.signedIn('/collections');
    await page.getByText('Changing').first().waitFor();
    await lookInAllThemes(page, 'collections');
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('dialog').waitFor();
    await lookEverywhere(page, 'collections-new');
    await page.goto(`${web.base}/collections/${collection.id}`);
    await page.getByRole('listitem').filter({ hasText: 'Akira' }).waitFor();
    await lookInAllThemes(page, 'collection');
    await web.admin.delete(`/api/v1/collections/${collection.id}/series/${akira.id}`);
    await page.getByText('3 series').waitFor();
    await page.goto(`${web.base}/series/${akira.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to a collection' }).click();
    await page.getByRole('dialog').getByText('Changing').waitFor();
    await lookEverywhere(page, 'collections-add');
    const ids = [(await findBook(web.admin, 'Akira 1.cbz')).id];
    const list = (await web.admin.post<SharedList>('/api/v1/readlists', { name: 'In order', ids })).body;
    await page.goto(`${web.base}/readlists/${list.id}`);
    await page.getByText('0 of 1 read').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Akira 1' }).waitFor();
    await lookInAllThemes(page, 'read-list');
  });
});
