// Releases of a real plugin: its source is polled, and its releases appear on the series, at home and in the list.
import { addPlugin, makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBook } from '../harness/books/shelf.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

const source = { sourceKey: 'feed', displayName: 'Feed of new volumes', kind: 'rss-series' };
const begin = `setTimeout(() => call('releases/register_sources', { sources: [${JSON.stringify(source)}] }), 0);`;
/** A plugin that announces volume 4 in two languages. */
const methods = (seriesId: string) => `
  async 'releases/poll'({ sourceId }) {
    for (const language of ['en', 'de']) await call('releases/record', { sourceId, candidate: {
      seriesMatch: { codexSeriesId: '${seriesId}', confidence: 0.9, reason: 'id' }, externalReleaseId: 'volume-4-' + language,
      volumes: [{ start: 4, end: 4 }], language, groupOrUploader: 'Some group', payloadUrl: 'https://site.example/volume/4',
      mediaUrl: 'magnet:?xt=urn:btih:' + 'a'.repeat(40), mediaUrlKind: 'magnet', infoHash: language, observedAt: '2026-01-02T03:04:05Z' } });
    return { upstreamStatus: 200 };
  },`;

describe('releases', () => {
  let web: Web;
  let seriesId = '';
  let pluginId = '';
  beforeAll(async () => {
    const comicInfo = '<Series>Saga</Series><Number>1</Number>';
    web = await startWeb({
      files: { 'Saga/Saga 1.cbz': await makeCbz({ mark: 'announced', comicInfo }) },
      environment: { LECTERN_ONLINE_ENABLED: 'true' },
    });
    ({ seriesId } = await findBook(web.admin, 'Saga 1.cbz'));
    const manifest = { capabilities: { releaseSource: { kinds: ['rss-series'], requiresAliases: true } } };
    const made = { name: 'news', manifest, methods: methods(seriesId), begin };
    ({ id: pluginId } = await addPlugin(web.admin, made));
  }, 120_000);
  afterAll(() => web?.end());

  test('are announced to followers of a series, and appear on its page and at home', {
    timeout: 120_000,
  }, async () => {
    const page = await web.signedIn(`/series/${seriesId}`);
    const bell = page.getByRole('button', { name: 'Follow new releases' });
    await bell.click();
    await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true');

    await page.goto(`${web.base}/administration/plugins/${pluginId}`);
    await page.getByText('Feed of new volumes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('2 releases').first().waitFor();
    await lookEverywhere(page, 'releases-sources');

    await page.goto(`${web.base}/series/${seriesId}`);
    await page
      .getByRole('list', { name: 'Available' })
      .getByRole('link', { name: 'Open page' })
      .first()
      .waitFor();
    await lookEverywhere(page, 'releases-series');

    await page.goto(`${web.base}/`);
    await page.getByRole('region', { name: 'New releases' }).waitFor();
    await lookEverywhere(page, 'releases-home');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Dismiss Saga' }).first().waitFor();
    await lookEverywhere(page, 'releases-list');
  });
});
