import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { PageRequest } from '@lectern/contract/pagination';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { system } from '#infrastructure/access/viewer.ts';
import { parseSearchText, type SearchTerms } from '#infrastructure/text/search-text.ts';
import { createRandom } from '../../test/conditions/random.ts';
import { openListings } from '../../test/harness/database-server/listings.ts';
import { databaseKinds } from '../../test/harness/databases.ts';
import { addScannedLibrary, scan, type TestLibrary } from '../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../test/harness/open-database.ts';
import { startTestServer, type TestServer } from '../../test/harness/server.ts';
import { makeCbz } from '../../test/makers/books.ts';
import { expectations, oddities, type Text, texts } from '../../test/makers/search-cases.ts';
import { countListing } from './lists/count.ts';
import { readByRelevance } from './lists/relevance.ts';

const folderOf = (text: Text, i: number) => text.series ?? `Shelf ${i}`;

async function toFiles(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (const [i, text] of texts.entries()) {
    const series = text.series ? `<Series>${text.series}</Series>` : '';
    const comicInfo = `<Title>${text.title.replaceAll('&', '&amp;')}</Title>${series}${text.more ?? ''}`;
    files[`${folderOf(text, i)}/file-${i}_x.cbz`] = await makeCbz({ pages: 1, mark: String(i), comicInfo });
  }
  return files;
}

/** Random substrings of the texts. */
function toPieces(count: number): string[] {
  const random = createRandom(7);
  return Array.from({ length: count }, () => {
    const points = [...(texts[Math.floor(random() * texts.length)]?.title ?? '')];
    const start = Math.floor(random() * points.length);
    return points.slice(start, start + 1 + Math.floor(random() * 8)).join('');
  });
}

describe('full-text search', () => {
  const servers: TestServer[] = [];
  const libraries: TestLibrary[] = [];

  beforeAll(async () => {
    const files = await toFiles();
    for (const kind of databaseKinds) {
      const server = await startTestServer({ kind, withTasks: true });
      servers.push(server);
      libraries.push(await addScannedLibrary(server, files, { bookStrategy: 'metadata_first' }));
    }
  }, 60_000);
  afterAll(async () => {
    for (const server of servers) await server.stop();
  });

  const find = async <T extends { title: string }>(
    server: TestServer,
    target: string,
    fullTextSearch: string,
    query = '',
  ) => {
    const { status, body } = await server.reader.post<{ data: T[]; total: number }>(
      `/api/v1/${target}/list?pageSize=100&${query}`,
      { fullTextSearch },
    );
    expect([fullTextSearch, status]).toEqual([fullTextSearch, 200]);
    return { titles: body.data.map(({ title }) => title), total: body.total, data: body.data };
  };

  test.each(expectations)('“%s” finds the expected titles on both databases', async (text, expected) => {
    for (const server of servers) {
      const { titles, total } = await find<BookDto>(server, 'books', text);
      expect(titles.toSorted()).toEqual(expected.toSorted());
      expect(total).toBe(expected.length);
    }
  });

  const queries = [...expectations.map(([text]) => text), ...oddities, ...toPieces(100)];
  test(`${queries.length} queries return the same results in the same order on both databases`, async () => {
    expect(queries.length).toBeGreaterThanOrEqual(200);
    for (const target of ['books', 'series']) {
      for (const text of queries) {
        const [first, second] = await Promise.all(servers.map((server) => find(server, target, text)));
        expect([text, first?.titles, first?.total]).toEqual([text, second?.titles, second?.total]);
      }
    }
  });

  test('returns each result exactly once when there are too many to rank', async () => {
    for (const server of servers) {
      const database = await openQuietDatabaseOf(server);
      const listings = await openListings(database, system);
      const unread = parseCondition('books', { readStatus: { operator: 'is', value: 'unread' } });
      if ('issues' in unread) throw new Error('There is no such condition');
      const list = async (search: SearchTerms, page: PageRequest, condition?: Condition) => {
        const listing = await listings.books({ search, page, condition });
        const total = await countListing(database, listing);
        const ids = await readByRelevance(database, listing, { search, total, maxRanked: 1 });
        return { ids, total };
      };
      for (const text of [...queries, 'the', 'a', 's', 'a b', 'the spider', 'b']) {
        const search = parseSearchText(text);
        if (!search) continue;
        const all = await list(search, { page: 1, pageSize: 100 });
        const ranked = await find<BookDto>(server, 'books', text);
        expect([text, all.ids.toSorted()]).toEqual([text, ranked.data.map(({ id }) => id).sort()]);
        for (const condition of [undefined, unread.condition]) {
          const paged: string[] = [];
          for (let page = 1; page <= Math.ceil(all.total / 3); page++)
            paged.push(...(await list(search, { page, pageSize: 3 }, condition)).ids);
          expect([text, condition, paged]).toEqual([text, condition, all.ids]);
        }
      }
      await database.close();
    }
  });

  test('ignores text without letters and digits', async () => {
    for (const server of servers) {
      for (const text of ['', '   ', '!!!', '""', '-']) {
        expect((await find(server, 'books', text)).total).toBe(texts.length);
      }
    }
  });

  test('ranks exact titles first, then titles with the prefix, then titles with all words', async () => {
    for (const server of servers) {
      expect((await find(server, 'books', 'a')).titles[0]).toBe('A');
      expect((await find(server, 'books', 'batman')).titles[0]).toBe('Batman Year One');
      const { titles } = await find(server, 'books', 'spider');
      expect(titles).toEqual(['Spider Woman', 'Spider-Man: Blue', 'The Amazing Spider-Man 121']);
    }
  });

  test('a sort takes precedence over relevance, and pages do not overlap', async () => {
    for (const server of servers) {
      const sorted = await find(server, 'books', 'spider', 'sort=title,desc');
      expect(sorted.titles).toEqual(['Spider-Man: Blue', 'Spider Woman', 'The Amazing Spider-Man 121']);
      const seen: string[] = [];
      for (let page = 1; page <= 4; page++) {
        const { data, total } = (
          await server.reader.post<{ data: BookDto[]; total: number }>(
            `/api/v1/books/list?page=${page}&pageSize=1`,
            { fullTextSearch: 'spider' },
          )
        ).body;
        expect(total).toBe(3);
        seen.push(...data.map(({ title }) => title));
      }
      expect(seen).toEqual((await find(server, 'books', 'spider')).titles);
    }
  });

  test('finds series by title, folder, people, publishers and genres of their books', async () => {
    for (const server of servers) {
      const titles = async (text: string) => (await find<Series>(server, 'series', text)).titles.sort();
      expect(await titles('進撃')).toEqual(['進撃の巨人']);
      expect(await titles('frank')).toEqual(['Batman']);
      expect(await titles('superhero marvel')).toHaveLength(1);
      expect(await titles('ワンピ')).toEqual(['ワンピース']);
    }
  });

  test('finds an edited value and not the old one, immediately after the response', async () => {
    for (const server of servers) {
      const { data } = await find<BookDto>(server, 'books', 'łódź');
      const { id = '', seriesId = '' } = data[0] ?? {};
      await server.admin.patch(`/api/v1/books/${id}/metadata`, { title: 'Kraków', tags: ['miasto'] });
      expect((await find(server, 'books', 'lodz')).total).toBe(0);
      expect((await find(server, 'books', 'krakow')).total).toBe(1);
      expect((await find(server, 'series', 'miasto')).total).toBe(1);
      await server.admin.patch(`/api/v1/series/${seriesId}/metadata`, { title: 'Polska' });
      expect((await find(server, 'books', 'polska krak')).total).toBe(1);
      await server.admin.delete(`/api/v1/series/${seriesId}/metadata`);
      await server.admin.delete(`/api/v1/books/${id}/metadata`);
      expect((await find(server, 'books', 'polska')).total).toBe(0);
      expect((await find(server, 'books', 'lodz')).total).toBe(1);
    }
  });

  test('finds a deleted book only if deleted ones are included', async () => {
    const { renameSync } = await import('node:fs');
    for (const [i, server] of servers.entries()) {
      const library = libraries[i];
      if (!library) throw new Error('No library');
      const path = `${library.folder}/${folderOf({ title: '' }, 3)}`;
      renameSync(path, `${library.folder}/.hidden`);
      await scan(server, library.id, 'confirmRemovals=true');
      expect((await find(server, 'books', 'война')).total).toBe(0);
      expect((await find(server, 'series', 'толстой')).total).toBe(0);
      const all = await server.reader.post<{ total: number }>('/api/v1/books/list', {
        fullTextSearch: 'война',
        includeDeleted: true,
      });
      expect(all.body.total).toBe(1);
      renameSync(`${library.folder}/.hidden`, path);
      await scan(server, library.id);
      expect((await find(server, 'books', 'война')).total).toBe(1);
      expect((await find(server, 'series', 'толстой')).total).toBe(1);
    }
  });

  test('rejects queries with more than 500 characters', async () => {
    for (const server of servers) {
      const { status } = await server.reader.post('/api/v1/books/list', { fullTextSearch: 'x'.repeat(501) });
      expect(status).toBe(400);
    }
  });
});
