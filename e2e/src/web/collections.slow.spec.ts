// Collections: create, fill, reorder by mouse, touch and keyboard, edit and delete.

import type { Series } from '@lectern/contract/libraries/series';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSeries, lift, look, screens } from '../harness/pages.ts';
import { phone, startWeb, type Web } from '../harness/web.ts';

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

  test('are created, and a series is added from its own page, with undo', async () => {
    const page = await web.signedIn('/collections');
    await page.getByText('No collections yet').waitFor();
    await look(page, 'collections-none');
    await page.getByRole('button', { name: 'New collection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Dark tales');
    await look(page, 'collections-new');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Dark tales' }).waitFor();
    const made = new URL(page.url()).pathname.split('/').at(-1);
    const { id } = await findSeries(web, 'Berserk');
    await page.goto(`${web.base}/series/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add to a collection' }).click();
    await page.getByRole('dialog').getByText('Dark tales').waitFor();
    await look(page, 'collections-add');
    await page.getByRole('dialog').getByText('Dark tales').click();
    await page.getByText('Berserk was added to Dark tales').waitFor();
    const count = async () =>
      (await web.admin.get<SharedList>(`/api/v1/collections/${made}`)).body.memberCount;
    expect(await count()).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(count).toBe(0);
  });

  test('are reordered by keyboard, with announcements', async () => {
    const collection = await make('By keys');
    const page = await web.signedIn(`/collections/${collection.id}`);
    await arrange(page);
    await lift(page, 'Akira');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Akira is at position 2 of 4').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText('Order saved').waitFor();
    expect(await order(collection)).toEqual(['Berserk', 'Akira', 'Claymore', 'Dorohedoro']);
    await page.getByRole('button', { name: 'Move Dorohedoro up' }).click();
    await expect.poll(() => order(collection)).toEqual(['Berserk', 'Akira', 'Dorohedoro', 'Claymore']);
    await look(page, 'collections-arrange');
  });

  test('are reordered by mouse, with undo', async () => {
    const collection = await make('By mouse');
    const page = await web.signedIn(`/collections/${collection.id}`);
    await arrange(page);
    const from = await page.getByRole('button', { name: 'Move Akira', exact: true }).boundingBox();
    const to = await page.getByRole('button', { name: 'Move Claymore', exact: true }).boundingBox();
    if (!from || !to) throw new Error('No item to drag');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 25, { steps: 8 });
    await page.mouse.up();
    await page.getByText('Order saved').waitFor();
    expect(await order(collection)).toEqual(['Berserk', 'Claymore', 'Akira', 'Dorohedoro']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(collection)).toEqual(titles);
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

  test('remove and add series, and update by events', async () => {
    const collection = await make('Changing');
    const akira = await findSeries(web, 'Akira');
    const page = await web.signedIn(`/collections/${collection.id}`);
    await page.getByRole('listitem').filter({ hasText: 'Akira' }).waitFor();
    await web.admin.delete(`/api/v1/collections/${collection.id}/series/${akira.id}`);
    await page.getByText('3 series').waitFor();
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByLabel('Find series to add').fill('akira');
    await page.getByRole('button', { name: 'Add Akira' }).click();
    await page.getByText('4 series').waitFor();
    await page.getByRole('button', { name: 'Remove Berserk' }).click();
    await page.getByText('Berserk was removed from Changing').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(collection)).toEqual(['Berserk', 'Claymore', 'Dorohedoro', 'Akira']);
  });

  test('are renamed, follow a saved filter, and are deleted', async () => {
    const collection = await make('Old name');
    await web.admin.post('/api/v1/filter-presets', {
      name: 'With a C',
      scope: 'list',
      target: 'series',
      condition: { title: { operator: 'beginsWith', value: 'C' } },
    });
    const page = await web.signedIn(`/collections/${collection.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('New name');
    await page.getByRole('radio', { name: 'From a preset' }).click();
    await page.getByRole('combobox', { name: 'Preset' }).click();
    await page.getByRole('option', { name: 'With a C' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'New name' }).waitFor();
    await page.getByText('Automatic').waitFor();
    await page.getByText('1 series').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await look(page, 'collections-delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('New name was deleted').waitFor();
    await page.waitForURL(/collections$/);
  });

  test.each(screens)('are accessible (%s)', async (name, visit) => {
    const collection = await make(`Look ${name}`);
    const page = await web.signedIn('/collections', visit);
    await page.getByText(`Look ${name}`).first().waitFor();
    await look(page, `collections-${name}`);
    await page.goto(`${web.base}/collections/${collection.id}`);
    await page.getByRole('listitem').filter({ hasText: 'Akira' }).waitFor();
    await look(page, `collection-${name}`);
  });
});
