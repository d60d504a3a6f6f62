import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import { basic } from '../../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../test/harness/library.ts';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { withServer } from '../../../test/harness/server.ts';
import { makeCbz } from '../../../test/makers/books.ts';

const statements: string[] = [];
/** Periodic statements that are independent of the request: users, libraries, tasks. */
const nowAndThen =
  /from "(user|session|library|libraryRoot|setting|apiKey|task|schedule)"|insert into|update /;

withServer(
  'the cost of a feed',
  (server) => {
    let client: Client;
    const paths: string[] = [];

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
      client = server().as(basic(reader.username, reader.password));
      // Thumbnails are drawn meanwhile and also query the database.
      await waitForQuiet(server());
    }, 180_000);

    /** Counts the statements of each feed at this page size. The preceding write clears caches of the database. */
    async function countAll(version: string, pageSize: number): Promise<Record<string, number>> {
      const set = await server().admin.put('/api/v1/admin/settings/opds.page_size', { value: pageSize });
      expect(set.status).toBe(200);
      const counts: Record<string, number> = {};
      for (const path of paths) {
        statements.length = 0;
        const { status } = await client.get(`/opds/${version}/${path}`);
        expect([path, status]).toEqual([path, 200]);
        counts[path] = statements.filter((statement) => !nowAndThen.test(statement)).length;
      }
      return counts;
    }

    test.each(['v1', 'v2'])(
      'a page of 100 entries of %s needs as few statements as a page of 10',
      async (version) => {
        await countAll(version, 11);
        const ten = await countAll(version, 10);
        const hundred = await countAll(version, 100);
        expect(hundred).toEqual(ten);
        // In v2, each shelf of the catalog also queries the formats of its books.
        for (const [path, count] of Object.entries(hundred))
          expect([path, count <= 21, count]).toEqual([path, true, count]);
        const feed = (await client.get(`/opds/v1/series`)).bytes.toString();
        expect(feed.match(/<entry>/g)).toHaveLength(100);
      },
      60_000,
    );
  },
  { withTasks: true, onStatement: (sql) => void statements.push(sql) },
);
