// Tracking in the browser: a service is connected, a series is tracked, and progress is previewed, sent and logged.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import { makeCbz, packPlugin } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { lookEverywhere } from '../harness/pages.ts';
import { findBook } from '../harness/shelf.ts';
import { startWeb, type Web } from '../harness/web.ts';

const manifest = {
  capabilities: { userReadSync: true, externalIdSource: 'api:shelf' },
  requiredCredentials: [{ key: 'token', label: 'Token', required: true, sensitive: true }],
  userSetupInstructions: 'Create a token in your account there.',
};
const methods = `
  'sync/getUserInfo': () => ({ externalId: '1', username: 'anna' }),
  'sync/pushProgress': ({ entries }) => ({ failed: [], success: entries.map(({ externalId }) => ({ externalId, status: 'created' })) }),
  'sync/pullProgress': () => ({ hasMore: false, entries: [
    { externalId: '30002', status: 'reading', score: 80, progress: { volumes: 2 } }] }),`;

describe('tracking', () => {
  let web: Web;
  let seriesId: string;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (const n of [1, 2, 3])
      files[`Saga/Saga ${n}.cbz`] = await makeCbz({
        mark: `t${n}`,
        comicInfo: `<Series>Saga</Series><Number>${n}</Number>`,
      });
    web = await startWeb({ files });
    const book = await findBook(web.admin, 'Saga 1.cbz');
    seriesId = book.seriesId;
    await web.admin.post(`/api/v1/books/${book.id}/read`);
    await web.admin.put('/api/v1/admin/settings/online.enabled', { value: true });
    const form = new FormData();
    const bytes = packPlugin({ name: 'shelf', manifest, methods });
    form.append('file', new Blob([new Uint8Array(bytes)]), 'shelf.tgz');
    const { body } = await web.admin.request<Plugin>('POST', '/api/v1/admin/plugins/upload', { raw: form });
    await web.admin.patch(`/api/v1/admin/plugins/${body.id}`, { isEnabled: true });
  }, 120_000);
  afterAll(() => web?.end());

  test('connects a service, tracks a series, previews, sends, fetches, and shows the log', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn('/account/apps');
    await page.getByRole('switch', { name: 'Enabled' }).click({ force: true });
    await page.getByText('The shelf saved').waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill('very secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing is tracked yet').waitFor();

    await page.goto(`${web.base}/series/${seriesId}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tracking …' }).click();
    await page.getByLabel('ID or page address').fill('https://shelf.example/manga/30002/Saga');
    await page.getByRole('button', { name: 'Track', exact: true }).click();
    await page.getByText('Tracked with The shelf').waitFor();
    await page.getByRole('button', { name: 'Stop tracking' }).waitFor();
    await lookEverywhere(page, 'tracking-series');

    await page.goto(`${web.base}/account/apps`);
    await page.getByText('1 series or book is tracked').waitFor();
    await page.getByRole('button', { name: 'Preview send' }).click();
    await page.getByText('1 change would be made').waitFor();
    await page.getByRole('button', { name: 'Send all' }).click();
    await page.getByText('1 change made').waitFor();
    await page.getByText('Reading, 1 volume').first().waitFor();
    await page.getByText('Connected as anna').waitFor();
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await page.getByText('2 changes made').waitFor();
    await page.getByRole('button', { name: 'Log' }).click();
    await page.getByRole('list', { name: 'Log' }).getByText('Added').first().waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: 'Saga' }).waitFor();
    await lookEverywhere(page, 'tracking-account');
  });
});
