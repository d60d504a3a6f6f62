// Runs published release plugins unchanged against simulated sites on loopback.
import type { Plugin } from '@lectern/contract/plugins/plugins';
import type { Release, ReleaseSource, SeriesReleases } from '@lectern/contract/releases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testedDatabases } from '../../../test/harness/databases.ts';
import { addScannedLibrary, listSeries } from '../../../test/harness/library.ts';
import { startTestServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz } from '../../../test/makers/books.ts';
import { online, patchPlugin, pluginsPath, uploadPlugin } from '../../../test/plugins/plugin-calls.ts';
import { packPublished } from '../../../test/plugins/published.ts';
import { startUpstream, type Upstream } from '../../../test/plugins/upstream.ts';

const rss = (items: string) => `<?xml version="1.0" encoding="utf-8"?>
<rss xmlns:nyaa="https://nyaa.si/xmlns/nyaa" version="2.0"><channel><title>x</title><link>https://site.test/</link>${items}</channel></rss>`;

/** A plugin, its configuration, the site that it polls, and the release found there: volume or chapter 5. */
const published = [
  {
    name: 'release-mangaupdates',
    config: () => ({}),
    answer(upstream: Upstream) {
      upstream.answers.set('/api.mangaupdates.com/v1/series/6746252351/rss', (_, __, response) => {
        response.setHeader('ETag', '"e1"');
        return rss(
          `<item><title>Saga c.5 by Good Group</title><link>https://www.mangaupdates.com/release/5</link><description>Good Group</description></item>
           <item><title>Saga c.2 by Good Group</title><link>https://www.mangaupdates.com/release/2</link><description>Good Group</description></item>`,
        );
      });
    },
  },
  {
    name: 'release-nyaa',
    config: ({ url }: Upstream) => ({ baseUrl: `${url}/nyaa`, uploaders: ['uploader'] }),
    answer(upstream: Upstream) {
      const answer = () =>
        rss(
          `<item><title>Saga v05 (2024) (Digital) (Good Group)</title><link>https://nyaa.si/download/5.torrent</link><guid isPermaLink="true">https://nyaa.si/view/5</guid><pubDate>Mon, 01 Jun 2026 10:00:00 -0000</pubDate><nyaa:infoHash>AAAABBBBCCCCDDDDEEEEFFFF0000111122223333</nyaa:infoHash></item>
           <item><title>Other v09 (2024) (Digital) (Good Group)</title><link>https://nyaa.si/download/6.torrent</link><guid isPermaLink="true">https://nyaa.si/view/6</guid></item>`,
        );
      upstream.answers.set('/127.0.0.1:', answer);
    },
  },
  {
    name: 'release-tsundoku',
    config: ({ url }: Upstream) => ({ baseUrl: `${url}/tsundoku` }),
    answer(upstream: Upstream) {
      const nested = (externalIds: object[]) => ({
        items: [
          {
            seriesId: 7,
            canonicalTitle: 'Saga',
            externalIds,
            volumeCoverage: [{ start: 1, end: 5 }],
            chapterCoverage: [],
            highestVolume: 5,
            highestChapter: null,
            updatedAt: 1_780_000_000,
          },
        ],
        nextCursor: null,
        hasMore: false,
      });
      upstream.answers.set('/127.0.0.1:', () =>
        nested([{ provider: 'mangaupdates', externalId: '6746252351' }]),
      );
    },
  },
];

describe.each(testedDatabases)('published release plugins on %s', (kind) => {
  test.each(published)('$name', async ({ name, config, answer }) => {
    const upstream = await startUpstream();
    onTestFinished(() => upstream.stop());
    const own = await startTestServer({
      kind,
      environment: online,
      withTasks: true,
      pluginPreload: [upstream.preload],
    });
    onTestFinished(() => own.stop());
    const files = {
      'Saga/Saga v01.cbz': await makeCbz({
        mark: name,
        comicInfo: '<Series>Saga</Series><Volume>1</Volume>',
      }),
      'Saga/Saga 2.cbz': await makeCbz({
        mark: `${name} 2`,
        comicInfo: '<Series>Saga</Series><Number>2</Number>',
      }),
    };
    const library = await addScannedLibrary(own, files);
    const [series] = await listSeries(own.admin, library.id);
    const id = series?.id ?? '';
    await own.admin.patch(`/api/v1/series/${id}/metadata`, {
      externalIds: [{ source: 'api:mangaupdates', externalId: '6746252351' }],
    });
    await own.admin.put(`/api/v1/series/${id}/releases/follow`, { isFollowed: true });
    answer(upstream);
    const { body } = await uploadPlugin(own.admin, packPublished(name));
    const plugin: Plugin = await patchPlugin(own.admin, body.id, {
      isEnabled: true,
      config: config(upstream),
    });
    const path = `${pluginsPath}/${plugin.id}/sources`;
    const list = async () => (await own.admin.get<{ sources: ReleaseSource[] }>(path)).body.sources;
    await until(async () => (await list()).length > 0);
    const [source] = await list();
    expect(source).toMatchObject({ isEnabled: true, intervalHours: 24, lastPolledAt: null, failure: null });
    expect((await own.admin.post(`${path}/${source?.id}/poll`)).status).toBe(202);
    await until(async () => (await list()).some((one) => one.lastPolledAt !== null || one.failure !== null));
    const { data } = (await own.admin.get<{ data: Release[] }>('/api/v1/user/releases')).body;
    expect((await list())[0]?.failure).toBeNull();
    expect(
      data.map(({ seriesTitle, volumes, chapters }) => [seriesTitle, [...volumes, ...chapters].at(-1)?.end]),
    ).toEqual([['Saga', 5]]);
    // A second poll finds no new releases.
    const before = (await list())[0]?.lastPolledAt;
    await own.admin.post(`${path}/${source?.id}/poll`);
    await until(async () => (await list())[0]?.lastPolledAt !== before);
    expect((await list())[0]?.failure).toBeNull();
    const ofSeries = (await own.admin.get<SeriesReleases>(`/api/v1/series/${id}/releases`)).body;
    expect([ofSeries.links.length, ofSeries.releases.length]).toEqual([1, 1]);
  });
});
