// Releases over the API, with plugins whose valid and invalid announcements each test defines.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from '@lectern/contract/plugins/plugins';
import type { Release, ReleaseSource, ReleaseSummary, SeriesReleases } from '@lectern/contract/releases';
import { expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import { addScannedLibrary, listSeries, scan } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz } from '../../../test/makers/books.ts';
import {
  addPlugin,
  getPlugin,
  online,
  patchPlugin,
  pluginsPath,
} from '../../../test/plugins/plugin-calls.ts';

const releaseSource = { kinds: ['rss-series'], requiresAliases: true };
/** Registers `config.sources`, and on a poll makes the calls listed in `config.calls` and stores their results. */
const methods = `
  async 'releases/poll'({ sourceId, etag }) {
    const answers = [];
    for (const [method, params] of given.adminConfig.calls ?? []) {
      const text = JSON.stringify(params).replaceAll('$source', sourceId).replaceAll('$nul', '\\\\u0000');
      answers.push(await call(method, JSON.parse(text)).then((result) => ({ result }), ({ code }) => ({ code })));
    }
    process.stderr.write('answers ' + JSON.stringify({ answers, etag }) + '\\n');
    if (given.adminConfig.garbage) { for (let i = 0; i < 50; i++) write('garbage\\n'); await new Promise(() => {}); }
    return given.adminConfig.answer ?? { upstreamStatus: 200, etag: '"one"' };
  },`;
const registering = (sources: object[]) =>
  `setTimeout(() => call('releases/register_sources', { sources: ${JSON.stringify(sources)} }).then((result) =>
    process.stderr.write('registered ' + JSON.stringify(result) + '\\n'), ({ code }) => process.stderr.write('refused ' + code + '\\n')), 0);`;
const feed = { sourceKey: 'feed', displayName: 'A feed', kind: 'rss-series', config: { a: 1 } };

let made = 0;

interface Answers {
  answers: { result?: Record<string, unknown>; code?: number }[];
  etag?: string;
}

withServer(
  'releases',
  (server) => {
    const aBook = (series: string, number: number) =>
      makeCbz({
        mark: `release ${series} ${number} ${made}`,
        comicInfo: `<Series>${series}</Series><Number>${number}</Number>`,
      });

    async function begin(
      sources: object[] = [feed],
      manifest: Record<string, unknown> = { capabilities: { releaseSource } },
    ) {
      const saga = `Saga ${++made}`;
      const library = await addScannedLibrary(server(), {
        [`${saga}/${saga} 1.cbz`]: await aBook(saga, 1),
        [`${saga}/${saga} 2.cbz`]: await aBook(saga, 2),
      });
      const [series] = await listSeries(server().admin, library.id);
      const plugin = await addPlugin(server().admin, {
        name: `news-${made}`,
        manifest,
        methods,
        begin: registering(sources),
      });
      return { saga, library, plugin, seriesId: series?.id ?? '', reader: await signIn(server()) };
    }
    const pathOf = ({ id }: Plugin) => `${pluginsPath}/${id}/sources`;
    const listSources = async (plugin: Plugin) =>
      (await server().admin.get<{ sources: ReleaseSource[] }>(pathOf(plugin))).body.sources;
    const lineOf = async (plugin: Plugin, start: string) => {
      const { body } = await server().admin.get<{ lines: { text: string }[] }>(
        `${pluginsPath}/${plugin.id}/log`,
      );
      return body.lines.find(({ text }) => text.startsWith(start))?.text.slice(start.length + 1);
    };
    async function getSource(plugin: Plugin): Promise<ReleaseSource> {
      await until(async () => (await listSources(plugin)).length > 0);
      const [source] = await listSources(plugin);
      if (!source) throw new Error('There is no source');
      return source;
    }
    /** Polls the source and returns its new state. */
    async function poll(plugin: Plugin, config: object): Promise<ReleaseSource> {
      await patchPlugin(server().admin, plugin.id, { config, isEnabled: true });
      const { id } = await getSource(plugin);
      const find = async () => (await listSources(plugin)).find((one) => one.id === id);
      const stamp = async () => {
        const source = await find();
        return `${source?.lastPolledAt} ${source?.failure?.at}`;
      };
      const before = await stamp();
      expect((await server().admin.post(`${pathOf(plugin)}/${id}/poll`)).status).toBe(202);
      await until(async () => (await stamp()) !== before);
      const source = await find();
      if (!source) throw new Error('The source is gone');
      return source;
    }
    const answersOf = async (plugin: Plugin): Promise<Answers> => {
      await until(async () => (await lineOf(plugin, 'answers')) !== undefined);
      return JSON.parse((await lineOf(plugin, 'answers')) ?? '');
    };
    const announce = (seriesId: string, id: string, more: object = {}) => [
      'releases/record',
      {
        sourceId: '$source',
        candidate: {
          seriesMatch: { codexSeriesId: seriesId, confidence: 0.9, reason: 'test' },
          externalReleaseId: id,
          chapters: [{ start: 3, end: 3 }],
          language: 'en',
          payloadUrl: 'https://site.test/3',
          observedAt: '2026-01-02T03:04:05Z',
          ...more,
        },
      },
    ];
    const listOwn = async (client: Client, query = '') =>
      (await client.get<{ data: Release[] }>(`/api/v1/user/releases?pageSize=500&${query}`)).body.data;
    const ofSeries = async (client: Client, id: string) =>
      (await client.get<SeriesReleases>(`/api/v1/series/${id}/releases`)).body;
    const follow = (client: Client, id: string, isFollowed: boolean | null) =>
      client.put<SeriesReleases>(`/api/v1/series/${id}/releases/follow`, { isFollowed });

    test('are shown to followers until they are in the library, dismissed, or in an unwanted language', async () => {
      const { saga, library, plugin, seriesId, reader } = await begin();
      expect(await ofSeries(reader, seriesId)).toMatchObject({
        isFollowed: false,
        isAvailable: true,
        choice: null,
      });
      expect((await follow(reader, seriesId, true)).body).toMatchObject({ isFollowed: true, choice: true });
      const calls = [
        announce(seriesId, 'three'),
        announce(seriesId, 'three'),
        announce(seriesId, 'here already', { chapters: [{ start: 1, end: 2 }] }),
        announce(seriesId, 'german', { language: 'de', payloadUrl: 'urn:x:1', infoHash: 'AB' }),
        announce(seriesId, 'same torrent', { infoHash: 'ab' }),
      ];
      const source = await poll(plugin, { calls });
      expect(source).toMatchObject({ failure: null, releaseCount: 3, lastPolledAt: expect.any(String) });
      const { answers } = await answersOf(plugin);
      expect(answers.map(({ result }) => result?.deduped)).toEqual([false, true, false, false, true]);

      const found = await listOwn(reader);
      expect(
        found.map(({ language, url, state, seriesTitle }) => [language, url, state, seriesTitle]),
      ).toEqual([
        ['de', null, 'new', saga],
        ['en', 'https://site.test/3', 'new', saga],
      ]);
      expect(await listOwn(reader, 'language=de')).toHaveLength(1);
      const own = await signIn(server());
      expect(await listOwn(own)).toEqual([]);

      await reader.post('/api/v1/user/releases/marks', { state: 'dismissed', ids: [found[0]?.id] });
      expect((await listOwn(reader)).map(({ language }) => language)).toEqual(['en']);
      expect((await listOwn(reader, 'dismissed=true')).map(({ state }) => state)).toEqual(['dismissed']);
      const summary = async () => (await reader.get<ReleaseSummary>('/api/v1/user/releases/summary')).body;
      expect(await summary()).toMatchObject({ newCount: 1, isAvailable: true, languages: ['en'] });
      await reader.post('/api/v1/user/releases/marks', { state: 'seen' });
      expect(await summary()).toMatchObject({ newCount: 0 });
      await reader.patch('/api/v1/user/releases/settings', { languages: ['fr'] });
      expect(await listOwn(reader)).toEqual([]);
      await reader.patch('/api/v1/user/releases/settings', { languages: [] });
      expect((await ofSeries(reader, seriesId)).releases).toHaveLength(1);

      writeFileSync(join(library.folder, saga, `${saga} 3.cbz`), await aBook(saga, 3));
      await scan(server(), library.id);
      expect(await listOwn(reader)).toEqual([]);
    });

    test('follow started and wanted series automatically, and are hidden from users who may not see the series', async () => {
      const { plugin, seriesId, library, reader } = await begin();
      const other = await signIn(server());
      const { data } = (await reader.get<{ data: { id: string }[] }>(`/api/v1/libraries/${library.id}/books`))
        .body;
      await reader.post(`/api/v1/books/${data[0]?.id}/read`);
      await follow(other, seriesId, true);
      await poll(plugin, {
        calls: [['releases/list_tracked', { sourceId: '$source' }], announce(seriesId, 'x')],
      });
      const { answers } = await answersOf(plugin);
      expect(answers[0]?.result).toMatchObject({
        tracked: expect.arrayContaining([
          { seriesId, aliases: [expect.any(String)], latestKnownChapter: 2, latestKnownVolume: 2 },
        ]),
      });
      expect(await listOwn(reader)).toHaveLength(1);
      await reader.patch('/api/v1/user/releases/settings', { isAutomatic: false });
      expect(await listOwn(reader)).toEqual([]);
      await reader.patch('/api/v1/user/releases/settings', { isAutomatic: true });
      expect((await follow(reader, seriesId, false)).body).toMatchObject({ isFollowed: false, releases: [] });
      expect((await follow(reader, seriesId, null)).body.releases).toHaveLength(1);

      expect(await listOwn(other)).toHaveLength(1);
      const elsewhere = await addScannedLibrary(server(), {});
      await server().admin.put(`/api/v1/users/${other.userId}/restrictions`, {
        sharedLibraryIds: [elsewhere.id],
      });
      expect((await other.get(`/api/v1/series/${seriesId}/releases`)).status).toBe(404);
      expect(await listOwn(other)).toEqual([]);
    });

    test("a source keeps an administrator's settings, backs off after failures, and is removed when the plugin no longer registers it", async () => {
      const { plugin } = await begin();
      const { id } = await getSource(plugin);
      const path = `${pathOf(plugin)}/${id}`;
      const changed = await server().admin.patch<ReleaseSource>(path, { isEnabled: false, intervalHours: 6 });
      expect(changed.body).toMatchObject({ isEnabled: false, intervalHours: 6, nextPollAt: null });
      const failed = await poll(plugin, { answer: { upstreamStatus: 503, etag: 'x' } });
      expect(failed).toMatchObject({
        isEnabled: false,
        intervalHours: 6,
        failure: { message: 'The service responded with status 503' },
      });
      await server().admin.patch(path, { isEnabled: true, intervalHours: 24 });
      const again = await poll(plugin, { answer: { upstreamStatus: 429 } });
      const waitMs = Date.parse(again.nextPollAt ?? '') - Date.parse(again.failure?.at ?? '');
      expect(waitMs).toBe(30 * 60_000);
      expect((await answersOf(plugin)).etag).toBeUndefined();
      expect((await poll(plugin, {})).failure).toBeNull();
      await poll(plugin, { calls: [['releases/source_state/get', { sourceId: '$source' }]] });
      expect(await answersOf(plugin)).toMatchObject({
        etag: '"one"',
        answers: [{ result: { etag: '"one"' } }],
      });
      expect((await server().admin.patch(path, { intervalHours: 0 })).status).toBe(400);
    });

    test('calls without permission fail with an error code, and invalid data only fails the source', async () => {
      const { plugin, seriesId, reader } = await begin();
      const another = await begin();
      const foreign = await getSource(another.plugin);
      await follow(reader, seriesId, true);
      const refused: [unknown, number][] = [
        [['releases/count_tracked', { sourceId: foreign.id }], -32_003],
        [['releases/count_tracked', { sourceId: 'nobody' }], -32_002],
        [announce(seriesId, 'a', { seriesMatch: { codexSeriesId: seriesId, confidence: 0.5 } }), -32_602],
        [announce(seriesId, 'a', { seriesMatch: { codexSeriesId: seriesId, confidence: 2 } }), -32_602],
        [announce('nobody', 'a'), -32_602],
        [announce(seriesId, ''), -32_602],
        [announce(seriesId, 'a', { language: '' }), -32_602],
        [announce(seriesId, 'a', { payloadUrl: '' }), -32_602],
        [announce(seriesId, 'a', { mediaUrl: 'https://site.test/x' }), -32_602],
        [announce(seriesId, 'a', { observedAt: '2999-01-01T00:00:00Z' }), -32_602],
        [announce(seriesId, 'nul $nul'), -32_602],
        [['releases/register_sources', { sources: [{ ...feed, kind: 'api-feed' }] }], -32_602],
        [['releases/register_sources', { sources: [feed, feed] }], -32_602],
        [['releases/list_tracked', { sourceId: '$source', limit: -1 }], -32_602],
      ];
      const harmless = announce(seriesId, 'script', {
        payloadUrl: 'javascript:alert(1)',
        mediaUrl: 'data:text/html,x',
        mediaUrlKind: 'other',
      });
      await poll(plugin, { calls: [...refused.map(([call]) => call), harmless] });
      const { answers } = await answersOf(plugin);
      expect(answers.map(({ code }) => code)).toEqual([...refused.map(([, code]) => code), undefined]);
      expect(await listOwn(reader)).toMatchObject([{ url: null, mediaUrl: null, mediaKind: null }]);
      const garbage = await poll(plugin, { garbage: true });
      expect(garbage.failure?.message).toContain('invalid messages');
      expect((await getPlugin(server().admin, plugin.id)).failure).not.toBeNull();
      expect(await listOwn(reader)).toHaveLength(1);
    });

    test('a plugin without the release capability cannot register sources', async () => {
      const { plugin } = await begin([feed], { capabilities: {} });
      await until(async () => (await lineOf(plugin, 'refused')) !== undefined);
      expect(await lineOf(plugin, 'refused')).toBe('-32003');
      expect(await listSources(plugin)).toEqual([]);
    });
  },
  { environment: online, withTasks: true },
);
