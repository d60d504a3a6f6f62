// Matches with a real provider plugin: of one series through its dialog, of a library by keyboard.

import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { knowsSeries, makeCbz, packPlugin } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const methods = `'metadata/series/search': ({ query }) => ({ results: [
    { externalId: '1', title: query, year: 2012, alternateTitles: ['サーガ'], relevanceScore: 0.9,
      preview: { format: 'comic', status: 'ongoing', authors: ['Brian K. Vaughan'], description: 'A family between two worlds at war.' } },
    { externalId: '2', title: query + ' Deluxe Edition', year: 2014, preview: { format: 'comic', authors: ['Brian K. Vaughan'] } },
  ] }),
  'metadata/series/get': ({ externalId }) => ({ externalId, title: 'Saga', externalUrl: 'https://catalog.example/saga',
    summary: 'A family between two worlds at war.', year: 2012, status: 'ongoing', publisher: 'Image Comics', genres: ['Space opera'],
    authors: [{ name: 'Brian K. Vaughan', role: 'writer' }], externalRatings: [{ source: 'Catalog', score: 88, voteCount: 1200 }] }),`;

describe('matching', () => {
  let web: Web;
  let seriesId: string;
  let libraryId: string;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'm1', comicInfo: '<Series>Saga</Series><Year>2012</Year>' }),
        'Monstress/Monstress 1.cbz': await makeCbz({
          mark: 'm2',
          comicInfo: '<Series>Monstress</Series><Year>2012</Year>',
        }),
      },
    });
    ({ seriesId, libraryId } = await findBook(web.admin, 'Saga 1.cbz'));
    await web.admin.put('/api/v1/admin/settings/online.enabled', { value: true });
    const form = new FormData();
    const bytes = packPlugin({ name: 'catalog', manifest: knowsSeries, methods });
    form.append('file', new Blob([new Uint8Array(bytes)]), 'catalog.tgz');
    const { body } = await web.admin.request<Plugin>('POST', '/api/v1/admin/plugins/upload', { raw: form });
    await web.admin.patch(`/api/v1/admin/plugins/${body.id}`, { isEnabled: true });
  }, 120_000);
  afterAll(() => web?.end());

  test('a match is applied to a series, and another one of the library is reviewed', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn(`/series/${seriesId}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Match …' }).click();
    await page.getByRole('button', { name: 'Review Saga from The catalog' }).waitFor();
    await lookEverywhere(page, 'match-candidates');
    await page.getByRole('button', { name: 'Review Saga from The catalog' }).click();
    await page.getByRole('checkbox', { name: 'Publisher' }).uncheck();
    await lookEverywhere(page, 'match-changes');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Matched with The catalog').waitFor();
    const { body } = await web.admin.get<SeriesMetadata>(`/api/v1/series/${seriesId}/metadata`);
    expect(body).toMatchObject({ status: 'ongoing', publisher: null });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit metadata' }).click();
    await page.getByText('From The catalog').first().waitFor();
    await lookEverywhere(page, 'metadata-origins');

    await web.admin.post(`/api/v1/libraries/${libraryId}/match`, { noun: 'series', again: false });
    const count = async (state: string) =>
      (await web.admin.get<{ total: number }>(`/api/v1/match/proposals?state=${state}`)).body.total;
    await expect.poll(() => count('pending'), { timeout: 30_000 }).toBe(1);
    await page.goto(`${web.base}/administration/matching`);
    await page.getByRole('link', { name: 'Monstress' }).waitFor();
    await lookEverywhere(page, 'matching-review');
    await page.keyboard.press('a');
    await expect.poll(() => count('accepted')).toBe(1);
  });
});
