import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../test/compat/app.ts';
import type { Client } from '../../test/harness/client.ts';
import { basic } from '../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../test/harness/library.ts';
import { waitForQuiet } from '../../test/harness/quiet.ts';
import { withServer } from '../../test/harness/server.ts';
import { makeCbz } from '../../test/makers/books.ts';

const statements: string[] = [];
/** Periodic statements that are independent of the request: users, their sessions, libraries, tasks. */
const nowAndThen =
  /from "(user|session|refreshToken|library|libraryRoot|setting|apiKey|task|schedule)"|insert into|update /;

withServer(
  'the cost of a feed',
  (server) => {
    let client: Client;
    let app: Client;
    const paths: string[] = [];
    const compatPaths: string[] = [];

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (let n = 100; n < 205; n++) {
        const comicInfo = `<Genre>Genre ${n}</Genre><Publisher>House ${n}</Publisher><Writer>Writer ${n}</Writer>`;
        files[`Long/Long ${n}.cbz`] = await makeCbz({ mark: `long ${n}`, pages: 1, comicInfo });
        files[`Short ${n}/One.cbz`] = await makeCbz({ mark: `short ${n}`, pages: 1, comicInfo });
      }
      const library = await addScannedLibrary(server(), files);
      const { admin, reader } = server();
      const books = await listBooks(reader, library.id);
      const series = await listSeries(reader, library.id);
      const long = series.find(({ bookCount }) => bookCount > 1);
      const bookIds = books.map(({ id }) => id);
      const seriesIds = series.map(({ id }) => id);
      for (const id of bookIds.slice(0, 105)) {
        await reader.put(`/api/v1/books/${id}/progress`, { progressPercentage: 0.5 });
        await reader.post(`/api/v1/want-to-read/books/${id}`);
      }
      // Layers, which feeds do not read.
      await admin.patch(`/api/v1/books/${bookIds[0]}/metadata`, { summary: 'edited' });
      await admin.patch(`/api/v1/series/${long?.id}/metadata`, { summary: 'edited' });
      const make = async (path: string, body: object, who: Client = admin) =>
        (await who.post<{ id: string }>(path, body)).body.id;
      const collection = await make('/api/v1/collections', { name: 'All', ids: seriesIds });
      const readList = await make('/api/v1/readlists', { name: 'All', ids: bookIds });
      for (const id of seriesIds) await make('/api/v1/collections', { name: id, ids: [id] });
      for (const id of bookIds.slice(0, 105)) await make('/api/v1/readlists', { name: id, ids: [id] });
      const preset = await make(
        '/api/v1/filter-presets',
        { name: 'All', scope: 'list', target: 'books', pinned: true, condition: { allOf: [] } },
        reader,
      );
      paths.push(
        'catalog',
        'series',
        'series/updated',
        `series/${long?.id}`,
        'books',
        'books/new',
        'keep-reading',
        'want-to-read/books',
        `collections/${collection}`,
        `readlists/${readList}`,
        `presets/${preset}`,
        'genres',
        'publishers',
        'search?q=long',
        'search/books?q=one',
        'collections',
        'readlists',
      );
      compatPaths.push(
        'series?',
        'series?sort=metadata.titleSort,asc',
        'series/new?',
        'books?',
        'books/latest?',
        'books/ondeck?',
        `books?series_id=${long?.id}`,
        `series/${long?.id}/books?`,
      );
      client = server().as(basic(reader.username, reader.password));
      app = anApp(server(), admin);
      // Thumbnails are drawn meanwhile and also query the database.
      await waitForQuiet(server());
    }, 180_000);

    /** 6 statements for a feed of one list. In v2, the start and the search also contain the first entries of feeds. */
    function toLimit(version: string, path: string): number {
      const groups: Record<string, number> = { catalog: 3, 'search?q=long': 2 };
      return version === 'v2' ? 6 * (groups[path] ?? 1) : 6;
    }

    /** Returns the statements of each request. */
    async function listStatements(who: Client, urls: readonly string[]): Promise<Record<string, string[]>> {
      const found: Record<string, string[]> = {};
      for (const url of urls) {
        statements.length = 0;
        const { status } = await who.get(url);
        expect([url, status]).toEqual([url, 200]);
        found[url] = statements.filter((statement) => !nowAndThen.test(statement));
      }
      return found;
    }

    const count = (found: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(found).map(([url, { length }]) => [url, length]));

    /** Counts the statements of each feed at this page size. The preceding write clears caches of the database. */
    async function countAll(version: string, pageSize: number): Promise<Record<string, number>> {
      const set = await server().admin.put('/api/v1/admin/settings/opds.page_size', { value: pageSize });
      expect(set.status).toBe(200);
      const found = await listStatements(
        client,
        paths.map((path) => `/opds/${version}/${path}`),
      );
      expectPlain(found);
      return count(found);
    }

    /** Origins are computed from provider values and edits, which only the page of a book or series shows. */
    function expectPlain(found: Record<string, string[]>): void {
      for (const statement of Object.values(found).flat())
        expect(statement).not.toMatch(
          /"provided"|"metadataProviders"|select \* from "(bookEdit|seriesMetadata)"/,
        );
    }

    test.each(['v1', 'v2'])(
      'a page of 100 entries of %s needs as few statements as a page of 10',
      async (version) => {
        await countAll(version, 11);
        const ten = await countAll(version, 10);
        const hundred = await countAll(version, 100);
        expect(hundred).toEqual(ten);
        const tooMany = paths.filter(
          (path) => (hundred[`/opds/${version}/${path}`] ?? 0) > toLimit(version, path),
        );
        expect(tooMany, JSON.stringify(hundred)).toEqual([]);
        const feed = (await client.get(`/opds/v1/series`)).bytes.toString();
        expect(feed.match(/<entry>/g)).toHaveLength(100);
      },
      60_000,
    );

    test('a page of 100 items of the compatibility API needs as few statements as a page of 10', async () => {
      const countSized = async (size: number) => {
        const urls = compatPaths.map((path) => `/api/v1/${path}&size=${size}`);
        const found = await listStatements(app, urls);
        expectPlain(found);
        return compatPaths.map((path, i) => [path, found[urls[i] ?? '']?.length ?? 0] as const);
      };
      await countSized(11);
      const ten = await countSized(10);
      const hundred = await countSized(100);
      expect(hundred).toEqual(ten);
      expect(hundred.filter(([, number]) => number > 6)).toEqual([]);
    });
  },
  { withTasks: true, environment: compatEnvironment, onStatement: (sql) => void statements.push(sql) },
);
