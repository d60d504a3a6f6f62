// Provider covers in the browser: fetch, compare and select; and provider settings of a library.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import type { Cover } from '@lectern/contract/serving/covers';
import { makeCbz, makeImage, packPlugin } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { startWeb, type Web } from '../harness/web.ts';

describe('covers of providers', () => {
  let web: Web;
  let book: BookDto;
  let pictures: Server;

  beforeAll(async () => {
    const colours: Record<string, string> = { '/a': 'darkgreen', '/b': 'firebrick' };
    pictures = createServer(async (request, response) => {
      const color = colours[request.url ?? ''];
      if (color) response.end(await makeImage({ width: 300, height: 450, color }));
      else response.end('<!doctype html>');
    });
    await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
    web = await startWeb({
      files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 3 }) },
      environment: { LECTERN_ONLINE_ENABLED: 'true', LECTERN_ONLINE_ALLOWED_ORIGINS: origin },
    });
    book = await findBook(web.admin, 'Saga 001.cbz');
    const form = new FormData();
    const bytes = packPlugin({
      name: 'catalog',
      manifest: { capabilities: { metadataProvider: ['series', 'book'] } },
      methods: `'metadata/series/get': ({ externalId }) => ({ externalId, title: 'Saga', summary: 'Of stars.',
        coverUrl: '${origin}/a', covers: [{ url: '${origin}/b' }, { url: '${origin}/page' }] }),`,
    });
    form.append('file', new Blob([new Uint8Array(bytes)]), 'catalog.tgz');
    const { body } = await web.admin.request<Plugin>('POST', '/api/v1/admin/plugins/upload', { raw: form });
    await web.admin.patch(`/api/v1/admin/plugins/${body.id}`, { isEnabled: true });
    await web.admin.put(`/api/v1/series/${book.seriesId}/match`, { provider: body.package, externalId: '1' });
  }, 120_000);

  afterAll(async () => {
    pictures?.close();
    await web?.end();
  });

  test('are fetched, shown with their sizes, used, and reset', { timeout: 120_000 }, async () => {
    const covers = async () =>
      (await web.admin.get<{ covers: Cover[] }>(`/api/v1/series/${book.seriesId}/covers`)).body.covers;
    const page = await web.signedIn(`/series/${book.seriesId}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Choose a cover' }).click();
    await page.getByRole('button', { name: 'Get covers from The catalog' }).click();
    await page.getByText('2 covers found').waitFor();
    await page.getByText('The catalog did not return a usable image.').waitFor();
    const use = page.getByRole('button', { name: 'Use this cover: From The catalog, 300 × 450' });
    await expect.poll(() => use.count()).toBe(2);
    await lookEverywhere(page, 'provider-covers');
    await use.first().click();
    await page.getByText('The cover was changed').waitFor();
    expect((await covers()).find(({ isSelected }) => isSelected)).toMatchObject({
      source: 'provider',
      providerName: 'The catalog',
    });
    await page.getByRole('button', { name: 'Use this cover: First book' }).click();
    await expect
      .poll(async () => (await covers()).find(({ isSelected }) => isSelected)?.id)
      .toBe('first_book');
  });

  test('and their order, confident matches and fields are settings of a library', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/administration/libraries');
    await page.getByRole('link', { name: 'Edit Books' }).click();
    const order = page.getByRole('list', { name: 'Source order' });
    await order.getByText('The catalog').waitFor();
    await page.getByRole('button', { name: 'Move Files up' }).click();
    await page.getByRole('combobox', { name: 'Add field' }).click();
    await page.getByRole('option', { name: 'Summary' }).click();
    await page
      .getByRole('list', { name: 'Order for Summary' })
      .getByRole('button', { name: 'Move The catalog up' })
      .click();
    await page.getByRole('switch', { name: 'Accept confident matches automatically' }).press('Space');
    await page.getByLabel('Minimum confidence (percent)').fill('95');
    await page.getByRole('combobox', { name: 'Online covers' }).click();
    await page.getByRole('option', { name: 'Prefer over covers from files' }).click();
    await lookEverywhere(page, 'library-providers');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Books was saved').waitFor();
    const [library] = (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;
    expect(library?.metadataProviders).toEqual({
      order: ['files', 'plugin-catalog'],
      fields: { summary: ['plugin-catalog', 'files'] },
      acceptFrom: 0.95,
      covers: 'preferred',
    });
    await page.getByRole('link', { name: 'Edit Books' }).click();
    await page.getByRole('button', { name: 'Remove the order of Summary' }).click();
    expect(await page.getByLabel('Minimum confidence (percent)').inputValue()).toBe('95');
  });
});
