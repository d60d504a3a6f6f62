import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listBooks, scan, type TestLibrary } from '../../test/harness/library.ts';
import { onBothDatabases } from '../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../test/harness/sign-in.ts';
import { makeCbz } from '../../test/makers/books.ts';
import { makePdf } from '../../test/makers/pdf.ts';

interface Page<T> {
  data: T[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: Record<string, string>;
}

onBothDatabases(
  'lists and shelves',
  (server) => {
    let library: TestLibrary;
    let reader: SignedIn;
    const titles = [
      'Batman 10',
      'batman 9',
      'Été',
      'ete 2',
      'The Zoo',
      'Ångström',
      '日本の本 3',
      '日本の本 12',
      'Äpfel',
      'apple',
    ];

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const [i, title] of titles.entries()) {
        const comicInfo = `<Title>${title}</Title>${i % 3 === 0 ? '' : `<Number>${10 - i}</Number>`}`;
        files[`Mixed/${String.fromCharCode(97 + i)}.cbz`] = await makeCbz({
          pages: 1 + (i % 4),
          mark: title,
          comicInfo,
        });
      }
      for (const series of ['Akira', 'Bone', 'Saga']) {
        for (let n = 1; n <= 4; n++)
          files[`${series}/${series} ${n}.cbz`] = await makeCbz({ mark: `${series}${n}`, pages: 1 });
      }
      library = await addScannedLibrary(server(), files);
    });

    const get = async <T>(path: string, who = reader ?? server().reader) =>
      (await who.get<Page<T>>(path)).body;
    const all = <T>(path: string) => get<T>(`${path}${path.includes('?') ? '&' : '?'}pageSize=100`);
    const fresh = async () => {
      reader = await signIn(server());
    };

    test('sorts books by title naturally, ignoring case, accents and articles', async () => {
      const seriesId = (await all<Series>(`/api/v1/libraries/${library.id}/series`)).data.find(
        ({ title }) => title === 'Mixed',
      )?.id;
      const list = async (direction: string) =>
        (await all<BookDto>(`/api/v1/books?seriesId=${seriesId}&sort=title,${direction}`)).data.map(
          ({ title }) => title,
        );
      const ascending = await list('asc');
      expect(ascending).toEqual([
        'Ångström',
        'Äpfel',
        'apple',
        'batman 9',
        'Batman 10',
        'Été',
        'ete 2',
        'The Zoo',
        '日本の本 3',
        '日本の本 12',
      ]);
      expect(await list('desc')).toEqual(ascending.toReversed());
    });

    test('sorts books without a number last in both directions', async () => {
      for (const direction of ['asc', 'desc']) {
        const { data } = await all<BookDto>(`/api/v1/libraries/${library.id}/books?sort=number,${direction}`);
        const numbers = data.map(({ number }) => number);
        const firstNull = numbers.indexOf(null);
        expect(firstNull < 0 || numbers.slice(firstNull).every((number) => number === null)).toBe(true);
        const known = numbers.filter((number) => number !== null);
        const sorted = known.toSorted((a, b) => (direction === 'asc' ? a - b : b - a));
        expect(known).toEqual(sorted);
      }
    });

    test('sorts missing values last in every sort, in both directions', async () => {
      const { admin } = server();
      const files: Record<string, Buffer> = {};
      for (const name of ['Held', 'Loose', 'Third'])
        for (let n = 1; n <= 6; n++)
          files[`${name}/${name} ${n}.cbz`] = await makeCbz({ mark: `${name}${n}`, pages: 1 + (n % 3) });
      const own = await addScannedLibrary(server(), files);
      await fresh();
      const list = async <T>(path: string) =>
        (
          await reader.get<Page<T>>(
            `${path}${path.includes('?') ? '&' : '?'}libraryId=${own.id}&pageSize=100`,
          )
        ).body.data;
      const books = await list<BookDto>('/api/v1/books');
      const series = await list<Series>('/api/v1/series');
      for (const [i, { id, pageCount, seriesName }] of books.entries()) {
        const metadata =
          i % 2 === 1
            ? { number: i, ...(seriesName === 'Held' && { releaseDate: `20${10 + i}-01-01` }) }
            : { number: null };
        expect((await admin.patch(`/api/v1/books/${id}/metadata`, metadata)).status).toBe(200);
        if (i % 2 === 1) await reader.put(`/api/v1/books/${id}/progress`, { currentPage: pageCount });
      }
      const [, second] = series;
      await reader.put(`/api/v1/series/${second?.id}/rating`, { rating: 50 });
      const values = {
        books: {
          title: ({ title }: BookDto) => title,
          series: ({ seriesName }: BookDto) => seriesName,
          number: ({ number }: BookDto) => number,
          dateAdded: ({ createdAt }: BookDto) => createdAt,
          dateUpdated: ({ updatedAt }: BookDto) => updatedAt,
          pageCount: (book: BookDto) => book.pageCount,
          fileSize: ({ fileSize }: BookDto) => fileSize,
          fileName: ({ path }: BookDto) => path,
          lastRead: ({ readProgress }: BookDto) => readProgress?.updatedAt ?? null,
          releaseDate: ({ id }: BookDto) => releases.get(id) ?? null,
        },
        series: {
          title: ({ title }: Series) => title,
          dateAdded: ({ createdAt }: Series) => createdAt,
          dateUpdated: ({ updatedAt }: Series) => updatedAt,
          year: ({ year }: Series) => year,
          bookCount: ({ bookCount }: Series) => bookCount,
          unreadCount: ({ unreadCount }: Series) => unreadCount,
          userRating: ({ id }: Series) => (id === second?.id ? 50 : null),
        },
      };
      const releases = new Map<string, string | null>();
      for (const { id } of books) {
        const { body } = await reader.get<{ metadata: { releaseDate: string | null } | null }>(
          `/api/v1/books/${id}`,
        );
        releases.set(id, body.metadata?.releaseDate ?? null);
      }
      const withNone = new Set<string>();
      for (const [noun, fields] of Object.entries(values)) {
        for (const [field, read] of Object.entries(fields) as [string, (row: unknown) => unknown][]) {
          for (const direction of ['asc', 'desc']) {
            const rows = await list<unknown>(`/api/v1/${noun}?sort=${field},${direction}`);
            const found = rows.map(read);
            const known = found.filter((value) => value !== null);
            const name = `${noun} ${field} ${direction}`;
            expect([name, found.slice(0, known.length)]).toEqual([name, known]);
            if (known.length < found.length) withNone.add(`${noun} ${field}`);
            if (known.every((value) => typeof value === 'number')) {
              const sorted = known.toSorted((a, b) => (direction === 'asc' ? a - b : b - a));
              expect([name, known]).toEqual([name, sorted]);
            }
          }
        }
      }
      expect([...withNone]).toEqual([
        'books number',
        'books lastRead',
        'books releaseDate',
        'series year',
        'series userRating',
      ]);
      // Checks every page, and a sort by another field first.
      const numbersOf = async (sort: string) => {
        const pages = [1, 2, 3, 4].map((page) =>
          reader.get<Page<BookDto>>(`/api/v1/books?libraryId=${own.id}&${sort}&pageSize=6&page=${page}`),
        );
        return (await Promise.all(pages)).flatMap(({ body }) => body.data);
      };
      for (const sort of ['sort=series,desc&sort=number,desc', 'sort=series,asc&sort=number,desc']) {
        const rows = await numbersOf(sort);
        expect(rows).toHaveLength(18);
        for (const name of new Set(rows.map(({ seriesName }) => seriesName))) {
          const numbers = rows.filter(({ seriesName }) => seriesName === name).map(({ number }) => number);
          const known = numbers.filter((number) => number !== null);
          expect(numbers.slice(0, known.length)).toEqual(known);
          expect(known).toEqual(known.toSorted((a, b) => b - a));
        }
      }
    });

    test('every declared sort is a total order in both directions', async () => {
      const { body: document } = await server().admin.get<{
        paths: Record<string, { get?: { parameters?: { name: string; description?: string }[] } }>;
      }>('/api/openapi.json');
      expect(document.paths['/api/v1/books']).toBeDefined();
      for (const [path, fields] of [
        [
          '/api/v1/books',
          ['title', 'number', 'series', 'dateAdded', 'dateUpdated', 'releaseDate', 'pageCount', 'fileSize'],
        ],
        ['/api/v1/series', ['title', 'dateAdded', 'dateUpdated', 'year', 'bookCount']],
      ] as const) {
        for (const field of fields) {
          for (const direction of ['asc', 'desc']) {
            const ids: string[] = [];
            for (let page = 1; ; page++) {
              const answer = await server().admin.get<Page<{ id: string }>>(
                `${path}?libraryId=${library.id}&sort=${field},${direction}&pageSize=7&page=${page}`,
              );
              expect([path, field, direction, answer.status]).toEqual([path, field, direction, 200]);
              ids.push(...answer.body.data.map(({ id }) => id));
              if (page >= answer.body.totalPages) break;
            }
            expect([path, field, direction, new Set(ids).size]).toEqual([
              path,
              field,
              direction,
              path.endsWith('books') ? 22 : 4,
            ]);
          }
        }
      }
      expect((await server().admin.get('/api/v1/books?sort=nonsense,asc')).status).toBe(400);
    });

    test('pages have links, and a page far beyond the last is empty with the correct total', async () => {
      const path = `/api/v1/books?libraryId=${library.id}&pageSize=10`;
      const second = await get<BookDto>(`${path}&page=2`);
      expect([second.data.length, second.total, second.totalPages]).toEqual([10, 22, 3]);
      expect(Object.keys(second.links).toSorted()).toEqual(['first', 'last', 'next', 'prev', 'self']);
      const last = await get<BookDto>(second.links.last ?? '');
      expect([last.data.length, last.page, 'next' in last.links]).toEqual([2, 3, false]);
      expect(await get<BookDto>(`${path}&page=1000`)).toMatchObject({ data: [], total: 22, page: 1000 });
    });

    test('reading changes the shelves and counts', async () => {
      await fresh();
      const byName = new Map((await listBooks(reader, library.id)).map((book) => [book.path, book]));
      const book = (name: string) => byName.get(`${name}.cbz`)?.id ?? '';
      const shelf = async (name: string) =>
        (await all<BookDto>(`/api/v1/libraries/${library.id}/books/${name}`)).data.map(({ path }) => path);
      expect(await shelf('on-deck')).toEqual([]);
      await reader.post(`/api/v1/books/${book('Akira 1')}/read`);
      await reader.post(`/api/v1/books/${book('Saga 1')}/read`);
      await reader.post(`/api/v1/books/${book('Saga 2')}/read`);
      expect(await shelf('on-deck')).toEqual(['Saga 3.cbz', 'Akira 2.cbz']);
      expect((await shelf('recently-read')).slice(0, 3)).toEqual(['Saga 2.cbz', 'Saga 1.cbz', 'Akira 1.cbz']);
      expect(await shelf('in-progress')).toEqual([]);
      const series = new Map(
        (await all<Series>(`/api/v1/libraries/${library.id}/series`)).data.map((one) => [one.title, one]),
      );
      expect(series.get('Saga')).toMatchObject({ bookCount: 4, unreadCount: 2, inProgressCount: 0 });
      expect((await reader.post(`/api/v1/series/${series.get('Bone')?.id}/read`)).status).toBe(204);
      const bone = async () =>
        (await reader.get<Series>(`/api/v1/series/${series.get('Bone')?.id}`)).body.unreadCount;
      expect(await bone()).toBe(0);
      expect(await shelf('on-deck')).toEqual(['Saga 3.cbz', 'Akira 2.cbz']);
      await reader.post(`/api/v1/series/${series.get('Bone')?.id}/unread`);
      expect(await bone()).toBe(4);
      await reader.post(`/api/v1/books/${book('Saga 1')}/unread`);
      expect((await shelf('on-deck'))[0]).toBe('Saga 1.cbz');
      // Shelves of other users are unchanged.
      expect((await get<BookDto>('/api/v1/books/on-deck', server().reader)).data).toEqual([]);
    });

    test('returns the previous and next book', async () => {
      const saga = (await listBooks(server().reader, library.id)).filter(
        ({ seriesName }) => seriesName === 'Saga',
      );
      const neighbours = async (i: number) => {
        const { body } = await server().reader.get<{ prev: BookDto | null; next: BookDto | null }>(
          `/api/v1/books/${saga[i]?.id}/adjacent`,
        );
        return [body.prev?.number ?? null, body.next?.number ?? null];
      };
      expect([await neighbours(0), await neighbours(1), await neighbours(3)]).toEqual([
        [null, 2],
        [1, 3],
        [3, null],
      ]);
    });

    test('lists recently added items newest first', async () => {
      const more = await addScannedLibrary(server(), { 'New/New 1.cbz': await makeCbz({ mark: 'newest' }) });
      expect(
        (await get<BookDto>('/api/v1/books/recently-added?pageSize=1', server().reader)).data[0]?.libraryId,
      ).toBe(more.id);
      expect(
        (await get<Series>('/api/v1/series/recently-added?pageSize=1', server().reader)).data[0]?.libraryId,
      ).toBe(more.id);
      await server().admin.delete(`/api/v1/libraries/${more.id}`);
    });

    test('shelves exclude unreadable books, except password-protected documents', async () => {
      await fresh();
      const more = await addScannedLibrary(server(), {
        'Half/Half 1.cbz': await makeCbz({ mark: 'half 1' }),
        'Half/Half 2.cbz': 'damaged',
        'Half/Half 3.cbz': await makeCbz({ mark: 'half 3' }),
        'Paper/Broken.pdf': '%PDF-1.7 broken',
        'Paper/Locked.pdf': makePdf({ password: 'secret' }),
      });
      const shelf = async (name: string) =>
        get<BookDto>(`/api/v1/books/${name}?libraryId=${more.id}`).then(({ data, total }) => [
          total,
          ...data.map(({ path }) => path.split('/').at(-1)).toSorted(),
        ]);
      expect(await shelf('recently-added')).toEqual([3, 'Half 1.cbz', 'Half 3.cbz', 'Locked.pdf']);
      const first = (await listBooks(server().admin, more.id)).find(({ path }) =>
        path.endsWith('Half 1.cbz'),
      );
      await reader.put(`/api/v1/books/${first?.id}/progress`, { currentPage: 1, completed: true });
      expect(await shelf('on-deck')).toEqual([1, 'Half 3.cbz']);
      // A file can become damaged while it is being read, or a client reports a position in a damaged book.
      for (const { id, path } of await listBooks(server().admin, more.id))
        if (!path.endsWith('Half 1.cbz'))
          await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 1, completed: false });
      expect(await shelf('in-progress')).toEqual([2, 'Half 3.cbz', 'Locked.pdf']);
      await server().admin.delete(`/api/v1/libraries/${more.id}`);
    });

    test('returns paths to users who may edit books, and file names to others', async () => {
      const [own] = (await get<BookDto>(`/api/v1/libraries/${library.id}/books`, server().admin)).data;
      const [others] = (await get<BookDto>(`/api/v1/libraries/${library.id}/books`, server().reader)).data;
      expect(own?.path.startsWith(library.folder)).toBe(true);
      expect(others?.path).toBe(own?.path.split('/').at(-1));
    });

    test('keeps progress counts when books move to another series', async () => {
      await fresh();
      const moved = await addScannedLibrary(server(), {
        'One/A 1.cbz': await makeCbz({ mark: 'm1' }),
        'One/A 2.cbz': await makeCbz({ mark: 'm2' }),
      });
      const [first] = await listBooks(reader, moved.id);
      await reader.post(`/api/v1/books/${first?.id}/read`);
      mkdirSync(join(moved.folder, 'Two'));
      renameSync(join(moved.folder, 'One/A 1.cbz'), join(moved.folder, 'Two/A 1.cbz'));
      await scan(server(), moved.id);
      const { data } = await all<Series>(`/api/v1/libraries/${moved.id}/series`);
      expect(data.map(({ title, bookCount, unreadCount }) => [title, bookCount, unreadCount])).toEqual([
        ['One', 1, 1],
        ['Two', 1, 0],
      ]);
    });
  },
  { withTasks: true },
);
