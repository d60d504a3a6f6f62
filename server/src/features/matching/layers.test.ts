// Provider metadata over the API: a layer between user edits and file metadata.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { MatchPreview, MatchState } from '@lectern/contract/matching';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, listSeries, scan } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz, writeFiles } from '../../../test/makers/books.ts';
import { addPlugin, online, pluginsPath } from '../../../test/plugins/plugin-calls.ts';

const info = (n: number, more = '') =>
  `<Series>Saga</Series><Title>Chapter ${n}</Title><Number>${n}</Number><Publisher>Image</Publisher><Genre>Drama</Genre><AgeRating>Teen</AgeRating>${more}`;

const knowsAll = { capabilities: { metadataProvider: ['series', 'book'] } };
let made = 0;

withServer(
  'metadata of a provider',
  (server) => {
    const addProvider = (answers: { series?: object; book?: object }) => {
      const name = `provider-${++made}`;
      const methods = (['series', 'book'] as const)
        .map(
          (kind) => `'metadata/${kind}/get': ({ externalId }) => {
            if (externalId === 'gone') fail(-32002, 'There is no such thing');
            return { externalId, asked: ++globalThis.asked, ...${JSON.stringify(answers[kind] ?? {})},
              ...(externalId === 'counts' && { summary: 'Asked ' + globalThis.asked }) };
          },`,
        )
        .join('\n');
      return addPlugin(server().admin, {
        name,
        manifest: knowsAll,
        methods,
        begin: 'globalThis.asked = 0;',
      });
    };
    const makeLibrary = async () => {
      const mark = `layers ${++made}`;
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: `${mark} 1`, comicInfo: info(1) }),
        'Saga/2.cbz': await makeCbz({ mark: `${mark} 2`, comicInfo: info(2) }),
      });
      const { admin } = server();
      const [series] = await listSeries(admin, library.id);
      const book = (await listBooks(admin, library.id)).find(({ path }) => path.endsWith('1.cbz'));
      if (!series || !book) throw new Error('Nothing was found');
      return {
        library,
        series,
        book,
        mark,
        getSeries: async () => (await admin.get<SeriesMetadata>(`/api/v1/series/${series.id}/metadata`)).body,
        getBook: async () => (await admin.get<BookMetadata>(`/api/v1/books/${book.id}/metadata`)).body,
        seriesPath: `/api/v1/series/${series.id}`,
        bookPath: `/api/v1/books/${book.id}`,
      };
    };

    test('overrides files, is overridden by user edits, survives scans, and reports its origin', async () => {
      const { admin, reader } = server();
      const { library, seriesPath, getSeries } = await makeLibrary();
      const plugin = await addProvider({
        series: {
          title: 'Saga of Stars',
          summary: 'A war.',
          publisher: 'Other',
          genres: [],
          year: 2012,
          status: 'ended',
          ageRating: 9,
          totalVolumeCount: 12,
          rating: 8.4,
          alternateTitles: [{ title: 'サーガ', language: 'ja' }],
          authors: ['Brian K. Vaughan'],
          artists: ['Fiona Staples'],
          externalUrl: 'https://provider.example/saga',
          externalIds: [{ source: 'api:anilist', externalId: '7' }],
        },
      });
      await admin.patch(`${seriesPath}/metadata`, { publisher: 'Mine' });
      const choice = { provider: plugin.package, externalId: '1' };
      expect((await reader.put(`${seriesPath}/match`, choice)).status).toBe(403);
      const { status, body } = await admin.put<MatchState>(`${seriesPath}/match`, choice);
      expect([status, body]).toMatchObject([
        200,
        {
          matches: [{ ...choice, providerName: plugin.displayName, isHere: true, fields: null, dropped: [] }],
          isRefused: false,
          canUndo: true,
        },
      ]);
      const expected = {
        title: 'Saga of Stars',
        summary: 'A war.',
        publisher: 'Mine',
        genres: ['Drama'],
        status: 'ended',
        year: 2012,
        totalVolumeCount: 12,
        alternateTitles: [{ title: 'サーガ', label: 'ja' }],
        authors: [
          { name: 'Brian K. Vaughan', role: 'author' },
          { name: 'Fiona Staples', role: 'illustrator' },
        ],
        externalLinks: [{ sourceName: plugin.displayName, url: 'https://provider.example/saga' }],
        externalIds: [
          { source: `plugin:${plugin.name}`, externalId: '1', externalUrl: 'https://provider.example/saga' },
          { source: 'anilist', externalId: '7' },
        ],
        externalRatings: [{ source: plugin.displayName, score: 84 }],
        locks: { publisher: true },
        origins: {
          title: { from: 'provider', provider: plugin.package, providerName: plugin.displayName },
          publisher: { from: 'person', provider: null },
          genres: { from: 'files' },
          externalIds: { from: 'provider' },
        },
      };
      const before = await getSeries();
      expect(before).toMatchObject(expected);
      // A provider cannot lower the age restriction of the files.
      expect([before.ageRating, before.origins.ageRating?.from]).toEqual([13, 'files']);
      expect(before.origins).not.toHaveProperty('language');
      writeFiles(library.folder, {
        'Saga/1.cbz': await makeCbz({ mark: 'new', comicInfo: info(1, '<Summary>Else</Summary>') }),
      });
      for (const mode of ['', 'mode=deep']) {
        await scan(server(), library.id, mode);
        expect(await getSeries()).toMatchObject({ ...expected, origins: before.origins });
      }
    });

    test("survives changes and moves of a book's file, and does not replace the book's number", async () => {
      const { admin } = server();
      const { library, book, bookPath, getBook, mark } = await makeLibrary();
      const plugin = await addProvider({
        book: {
          title: 'The Will',
          volume: 9,
          chapter: 70,
          seriesPosition: 1,
          year: 2012,
          isbn: '978-0-306-40615-7',
          isbns: ['nonsense'],
          translator: 'Somebody',
          edition: 'Deluxe',
        },
      });
      await admin.put(`${bookPath}/match`, { provider: plugin.package, externalId: '1' });
      const expected = {
        title: 'The Will',
        number: 1,
        volume: null,
        chapter: null,
        releaseDate: '2012',
        isbns: ['9780306406157'],
        edition: 'Deluxe',
        publisher: 'Image',
        seriesPosition: 1,
        authors: [{ name: 'Somebody', role: 'translator' }],
        origins: { title: { from: 'provider' }, number: { from: 'files' } },
        locks: {},
      };
      expect(await getBook()).toMatchObject(expected);
      const shown = async () => (await admin.get<{ book: BookDto }>(bookPath)).body.book;
      expect(await shown()).toMatchObject({ title: 'The Will', number: 1, seriesId: book.seriesId });
      writeFiles(library.folder, {
        'Saga/1.cbz': await makeCbz({ mark: `${mark} changed`, comicInfo: info(1, '<Imprint>I</Imprint>') }),
      });
      await scan(server(), library.id);
      expect(await getBook()).toMatchObject({ ...expected, imprint: 'I' });
      renameSync(join(library.folder, 'Saga/1.cbz'), join(library.folder, 'Saga/Number 1.cbz'));
      await scan(server(), library.id);
      expect((await shown()).path).toContain('Number 1.cbz');
      expect(await getBook()).toMatchObject(expected);
      // A user's value overrides the provider's until it is removed.
      await admin.patch(`${bookPath}/metadata`, { title: 'Mine' });
      expect([(await shown()).title, (await getBook()).origins.title?.from]).toEqual(['Mine', 'person']);
      await admin.delete(`${bookPath}/metadata`);
      expect([(await shown()).title, (await getBook()).origins.title?.from]).toEqual([
        'The Will',
        'provider',
      ]);
    });

    test('is applied without invalid values, and clears no fields', async () => {
      const { admin } = server();
      const { seriesPath, getSeries } = await makeLibrary();
      const plugin = await addProvider({
        series: {
          publisher: null,
          summary: '',
          genres: [],
          year: 20_000,
          status: 'over',
          title: 'Good',
          tags: ['fine', 'x'.repeat(301)],
          externalLinks: [
            { url: 'javascript:alert(1)', label: 'Bad' },
            { url: 'https://good.example/', label: 'Good' },
          ],
        },
      });
      const { body } = await admin.put<MatchState>(`${seriesPath}/match`, {
        provider: plugin.package,
        externalId: '1',
      });
      expect(body.matches[0]?.dropped.toSorted()).toEqual(['status', 'summary', 'tags', 'year']);
      expect(await getSeries()).toMatchObject({
        title: 'Good',
        publisher: 'Image',
        genres: ['Drama'],
        year: null,
        status: null,
        tags: ['fine'],
        externalLinks: [{ sourceName: 'Good', url: 'https://good.example/' }],
      });
    });

    test('follows the provider order of the library, also by field, and fills gaps in file metadata', async () => {
      const { admin } = server();
      const { library, seriesPath, getSeries } = await makeLibrary();
      const one = await addProvider({ series: { summary: 'One', publisher: 'One', status: 'ended' } });
      const two = await addProvider({ series: { summary: 'Two', publisher: 'Two', status: 'hiatus' } });
      for (const { package: provider } of [one, two])
        await admin.put(`${seriesPath}/match`, { provider, externalId: '1' });
      const values = async () => {
        const { summary, publisher, status, externalIds } = await getSeries();
        return [summary, publisher, status, externalIds.length];
      };
      expect(await values()).toEqual(['One', 'One', 'ended', 2]);
      const order = (metadataProviders: object) =>
        admin.patch(`/api/v1/libraries/${library.id}`, { metadataProviders });
      await order({ order: [two.package], fields: { status: [one.package, two.package] } });
      await until(async () => (await values())[0] === 'Two');
      expect(await values()).toEqual(['Two', 'Two', 'ended', 2]);
      await order({ order: ['files', two.package] });
      await until(async () => (await values())[1] === 'Image');
      expect(await values()).toEqual(['Two', 'Image', 'hiatus', 2]);
      expect((await getSeries()).origins).toMatchObject({
        summary: { from: 'provider', provider: two.package },
        publisher: { from: 'files' },
      });
      expect((await order({ order: 'files' })).status).toBe(400);
    });

    test('is removed with the plugin, even if the file is missing', async () => {
      const { admin } = server();
      const { library, seriesPath, bookPath, book, getSeries, getBook } = await makeLibrary();
      const plugin = await addProvider({
        series: { summary: 'Said' },
        book: { summary: 'Said', title: 'Said' },
      });
      const choice = { provider: plugin.package, externalId: '1' };
      for (const path of [seriesPath, bookPath]) await admin.put(`${path}/match`, choice);
      await admin.patch(`${bookPath}/metadata`, { edition: 'Mine' });
      renameSync(join(library.folder, 'Saga/1.cbz'), join(library.folder, '.hidden'));
      await scan(server(), library.id);
      expect((await admin.delete(`${pluginsPath}/${plugin.id}`)).status).toBe(204);
      await until(async () => (await getSeries()).summary === null);
      expect(await getSeries()).toMatchObject({ externalIds: [], origins: { publisher: { from: 'files' } } });
      const state = await admin.get<MatchState>(`${seriesPath}/match`);
      expect(state.body.matches).toEqual([]);
      renameSync(join(library.folder, '.hidden'), join(library.folder, 'Saga/1.cbz'));
      await scan(server(), library.id);
      expect((await listBooks(admin, library.id)).map(({ id }) => id)).toContain(book.id);
      expect(await getBook()).toMatchObject({ summary: null, title: 'Chapter 1', edition: 'Mine' });
      rmSync(join(library.folder, 'Saga/2.cbz'));
    });

    test('is previewed, applied by field, refreshed by id, and undone', async () => {
      const { admin } = server();
      const { seriesPath, getSeries } = await makeLibrary();
      const plugin = await addProvider({
        series: { title: 'Saga', publisher: 'Other', status: 'ended', genres: ['Space'] },
      });
      await admin.patch(`${seriesPath}/metadata`, { genres: ['Mine'] });
      const choice = { provider: plugin.package, externalId: 'counts' };
      const preview = await admin.post<MatchPreview>(`${seriesPath}/match/preview`, choice);
      expect(preview.body.changes).toMatchObject([
        { field: 'title', before: 'Saga', after: 'Saga', effect: 'same', from: 'files' },
        { field: 'summary', before: null, after: 'Asked 1', effect: 'changes', from: null },
        { field: 'publisher', before: 'Image', after: 'Other', effect: 'changes', from: 'files' },
        { field: 'status', before: null, after: 'ended', effect: 'changes' },
        { field: 'genres', before: ['Mine'], after: ['Space'], effect: 'locked', from: 'person' },
        { field: 'externalIds', effect: 'changes' },
      ]);
      expect(await getSeries()).toMatchObject({ publisher: 'Image', summary: null });
      await admin.put(`${seriesPath}/match`, { ...choice, fields: ['summary', 'status'] });
      expect(await getSeries()).toMatchObject({ publisher: 'Image', summary: 'Asked 2', status: 'ended' });
      const { origins } = await getSeries();
      const again = await admin.post<MatchState>(`${seriesPath}/match/refresh`);
      expect(again.body.matches).toMatchObject([{ ...choice, fields: ['summary', 'status'] }]);
      const refreshed = await getSeries();
      expect(refreshed).toMatchObject({ publisher: 'Image', summary: 'Asked 3' });
      // An unchanged value keeps its timestamp.
      expect(refreshed.origins.status).toEqual(origins.status);
      const undone = await admin.post<MatchState>(`${seriesPath}/match/undo`);
      expect([undone.status, undone.body.matches, undone.body.canUndo]).toEqual([200, [], false]);
      expect(await getSeries()).toMatchObject({ summary: null, status: null, genres: ['Mine'] });
      const nothing = await admin.post<{ reason: string }>(`${seriesPath}/match/undo`);
      expect([nothing.status, nothing.body.reason]).toEqual([409, 'match_nothing_to_undo']);
      const unknown = await admin.put(`${seriesPath}/match`, { ...choice, externalId: 'gone' });
      expect(unknown.status).toBe(404);
      expect((await admin.put(`${seriesPath}/match`, { ...choice, provider: 'nobody' })).status).toBe(404);
      await admin.put(`${seriesPath}/match`, choice);
      const removed = await admin.delete<MatchState>(`${seriesPath}/match?provider=${plugin.package}`);
      expect(removed.body).toMatchObject({ matches: [], canUndo: true });
      await admin.post(`${seriesPath}/match/undo`);
      expect((await getSeries()).publisher).toBe('Other');
      const refused = await admin.put<MatchState>(`${seriesPath}/match/refusal`, { isRefused: true });
      expect(refused.body.isRefused).toBe(true);
    });

    test('finds series and books by ids and ratings of other services', async () => {
      const { admin } = server();
      const { library, series, book, seriesPath, bookPath } = await makeLibrary();
      const plugin = await addProvider({
        series: { externalRatings: [{ source: 'A', score: 90, voteCount: 7 }] },
        book: { externalIds: [{ source: 'api:openlibrary', externalId: '/works/OL1W' }] },
      });
      const find = async (noun: string, condition: object) =>
        (
          await admin.post<{ data: { id: string }[] }>(`/api/v1/libraries/${library.id}/${noun}/list`, {
            condition,
          })
        ).body.data.map(({ id }) => id);
      const hasId = { hasExternalId: { operator: 'isTrue' } };
      expect(await find('series', hasId)).toEqual([]);
      for (const path of [seriesPath, bookPath])
        await admin.put(`${path}/match`, { provider: plugin.package, externalId: 'a/1' });
      expect(await find('series', hasId)).toEqual([series.id]);
      const named = { externalId: { operator: 'is', value: `plugin:${plugin.name}:a/1` } };
      expect(await find('series', named)).toEqual([series.id]);
      expect(await find('series', { communityRating: { operator: 'gte', value: 4.5 } })).toEqual([series.id]);
      expect(await find('books', { externalId: { operator: 'beginsWith', value: 'openlibrary:' } })).toEqual([
        book.id,
      ]);
      expect(await find('books', { externalId: { operator: 'isNull' } })).toHaveLength(1);
    });
  },
  { withTasks: true, environment: online },
);
