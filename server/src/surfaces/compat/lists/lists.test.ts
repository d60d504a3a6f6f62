import { isDeepStrictEqual } from 'node:util';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../../test/compat/shelf.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface Item {
  id: string;
  name: string;
  metadata: { title: string };
}
interface Page<T = Item> {
  content: T[];
  totalElements: number;
  last: boolean;
}

const statements: string[] = [];

withServer(
  'lists of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let app: Client;

    const titles = async (path: string, client = app) =>
      (await client.get<Page>(path)).body.content.map(({ metadata }) => metadata.title);
    const post = async (path: string, body: unknown) => (await app.post<Page>(path, body)).body;
    const titlesOf = ({ content }: Page) => content.map(({ metadata }) => metadata.title);
    const idOf = (title: string) => shelf.seriesId(title);
    const bookId = (name: string) => shelf.bookId(name);

    beforeAll(async () => {
      app = anApp(server(), server().reader);
      shelf = await addShelf(server());
    });

    test('returns every list, shelf and item in a form that all clients decode', async () => {
      const { admin } = server();
      const staff = anApp(server(), admin);
      const a = idOf('Akira');
      const b = idOf('Bone');
      const collection = (
        await admin.post<SharedList>('/api/v1/collections', { name: 'Read all', ids: [b, a] })
      ).body;
      const readList = (
        await admin.post<SharedList>('/api/v1/readlists', {
          name: 'In turn',
          ids: [bookId('Bone 2.cbz'), bookId('Akira 1.cbz')],
        })
      ).body;
      await server().reader.put(`/api/v1/books/${bookId('Akira 1.cbz')}/progress`, { currentPage: 2 });
      const answers = [
        ['seriesPage', '/api/v1/series'],
        ['seriesPage', '/api/v1/series?unpaged=true'],
        ['seriesPage', '/api/v1/series/new?oneshot=false&deleted=false'],
        ['seriesPage', '/api/v1/series/updated/'],
        ['seriesPage', '/api/v1/series/latest'],
        ['series', `/api/v1/series/${a}/`],
        ['bookPage', `/api/v1/series/${a}/books?unpaged=true&media_status=READY&deleted=false`],
        ['bookPage', '/api/v1/books'],
        ['bookPage', '/api/v1/books/ondeck'],
        ['bookPage', '/api/v1/books/latest'],
        ['book', `/api/v1/books/${bookId('Akira 1.cbz')}?unpaged=true&media_status=READY&deleted=false`],
        ['book', `/api/v1/books/${bookId('Broken.cbz')}`],
        ['book', `/api/v1/books/${bookId('Novel.epub')}`],
        ['book', `/api/v1/books/${bookId('Akira 1.cbz')}/next`],
        ['collections', `/api/v1/series/${a}/collections`],
        ['collectionPage', '/api/v1/collections?unpaged=true'],
        ['collection', `/api/v1/collections/${collection.id}`],
        ['seriesPage', `/api/v1/collections/${collection.id}/series`],
        ['readListPage', '/api/v1/readlists'],
        ['readList', `/api/v1/readlists/${readList.id}`],
        ['bookPage', `/api/v1/readlists/${readList.id}/books`],
        ['readLists', `/api/v1/books/${bookId('Bone 2.cbz')}/readlists`],
        ['book', `/api/v1/readlists/${readList.id}/books/${bookId('Bone 2.cbz')}/next`],
        ['libraries', '/api/v1/libraries'],
        ['library', `/api/v1/libraries/${shelf.library.id}`],
        ['authors', '/api/v1/authors'],
        ['authorPage', '/api/v2/authors'],
      ] as const;
      for (const client of [app, staff]) {
        for (const [shape, path] of answers) {
          const { status, body } = await client.get(path);
          expect([path, status]).toEqual([path, 200]);
          expectClients(shape, body);
        }
        for (const path of ['/api/v1/series/list', '/api/v1/books/list']) {
          const { status, body } = await client.post(path, {});
          expect([path, status]).toEqual([path, 200]);
          expectClients(path.includes('series') ? 'seriesPage' : 'bookPage', body);
        }
      }
      expectClients('bookPage', (await staff.get('/api/v1/books/duplicates')).body);
    });

    test('accepts requests of clients in Kotlin, with a class name in every node', async () => {
      const of = (type: string) => ({
        condition: {
          type,
          allOf: [{ type: 'LibraryId', libraryId: { operator: 'is', value: shelf.library.id } }],
        },
      });
      const series = await app.post<Page>('/api/v1/series/list?page=0&size=500', of('AllOfSeries'));
      expect([series.status, titlesOf(series.body)]).toEqual([
        200,
        expect.arrayContaining(['Akira', 'Bone']),
      ]);
      expect(titlesOf(series.body)).not.toContain('Zot');
      const books = await app.post<Page>('/api/v1/books/list?unpaged=true', of('AllOfBook'));
      expect([books.status, books.body.totalElements]).toEqual([200, 12]);
      const groups = await app.post<{ count: number }[]>(
        '/api/v1/series/list/alphabetical-groups',
        of('AllOfSeries'),
      );
      expect([groups.status, groups.body.length > 0]).toEqual([200, true]);
    });

    test('a series contains all metadata, and its folder is hidden from readers', async () => {
      const { body } = await app.get(`/api/v1/series/${idOf('Akira')}`);
      expect(body).toMatchObject({
        libraryId: shelf.library.id,
        url: '',
        booksCount: 3,
        deleted: false,
        metadata: {
          title: 'Akira',
          status: 'ONGOING',
          readingDirection: 'RIGHT_TO_LEFT',
          genres: ['Drama', 'Crime'],
        },
        booksMetadata: {
          authors: expect.arrayContaining([
            { name: 'Stephen King', role: 'writer' },
            { name: 'Anna', role: 'penciller' },
          ]),
        },
      });
      const { body: staff } = await anApp(server(), server().admin).get(`/api/v1/series/${idOf('Akira')}`);
      expect(staff.url).toContain('Akira');
      const { body: listed } = await app.get<{ root: string }[]>('/api/v1/libraries');
      expect(listed.map(({ root }) => root)).toEqual(['', '']);
    });

    test('a book has an integer number for display and an exact number for sorting', async () => {
      const { body } = await app.get(`/api/v1/books/${bookId('Bone 10.5.cbz')}`);
      expect(body).toMatchObject({
        number: 10,
        name: 'Bone 10.5',
        url: 'Bone 10.5.cbz',
        media: { status: 'READY', mediaType: 'application/zip', mediaProfile: 'DIVINA', pagesCount: 3 },
        metadata: { number: '10.5', numberSort: 10.5 },
        readProgress: null,
      });
      const broken = await app.get(`/api/v1/books/${bookId('Broken.cbz')}`);
      expect(broken.body).toMatchObject({ media: { status: 'ERROR', comment: expect.stringMatching(/./) } });
      const dated = await app.get(`/api/v1/books/${bookId('Saga, Late 1.cbz')}`);
      expect(dated.body).toMatchObject({ metadata: { releaseDate: '2014-03-09' } });
    });

    test('accepts list filters as parameters in all notations', async () => {
      const fantasy = ['Bone', 'Saga, Late'];
      expect(await titles('/api/v1/series?genre=Fantasy&search=&deleted=false')).toEqual(fantasy);
      expect(await titles('/api/v1/series?genre[]=fantasy&genre[]=Crime')).toEqual(['Akira', ...fantasy]);
      expect(await titles('/api/v1/series?genre=Crime,Nothing')).toEqual(['Akira']);
      expect(await titles(`/api/v1/series?library_id=${shelf.other.id}`)).toEqual(['Zot']);
      expect(await titles(`/api/v1/series?library_id=${shelf.other.id},%20${shelf.library.id}`)).toHaveLength(
        5,
      );
      expect(await titles('/api/v1/series?library_id=UNKNOWN')).toEqual([]);
      expect(await titles(`/api/v1/series?author=${encodeURIComponent('Stephen King,writer')}`)).toEqual([
        'Akira',
        ...fantasy,
      ]);
      expect(await titles('/api/v1/series?status=ONGOING&tag=dragon')).toEqual(['Bone']);
      expect(await titles('/api/v1/series?status=ENDED')).toEqual([]);
      expect(await titles('/api/v1/series?age_rating=None')).not.toContain('Akira');
      expect(await titles('/api/v1/series?search=bon')).toEqual(['Bone']);
      expect(await titles('/api/v1/series?search=title:bone%20AND%20genre:fantasy')).toEqual(['Bone']);
      expect(await titles('/api/v1/series?search_regex=^B,TITLE_SORT')).toEqual(['Bone']);
      expect(await titles('/api/v1/books?media_status=ERROR')).toEqual(['Broken']);
      expect(await titles('/api/v1/books?release_year=2014&released_after=2014-01-01')).toHaveLength(3);
    });

    test('supports the order names of clients', async () => {
      const all = await titles('/api/v1/series?sort=metadata.titleSort,desc');
      expect(all).toEqual(['Zot', 'Texts', 'Saga, Late', 'Bone', 'Akira']);
      expect(await titles('/api/v1/series?sort=nonsense,desc&sort=relevance,asc')).toEqual(all.toReversed());
      expect(await titles('/api/v1/series?sort=booksCount,asc&size=1')).toEqual(['Zot']);
      expect(await titles(`/api/v1/series/${idOf('Bone')}/books?sort=metadata.numberSort,desc`)).toEqual([
        'Bone 10.5',
        'Bone 2',
        'Bone 1',
      ]);
      const shuffled = [0, 1, 2].map((page) => titles(`/api/v1/series?sort=random&size=2&page=${page}`));
      expect((await Promise.all(shuffled)).flat()).toHaveLength(5);
    });

    test('pages of a random order contain no duplicates', async () => {
      const first = await titles('/api/v1/series?sort=random&size=2&page=0');
      const rest = [
        await titles('/api/v1/series?sort=random&size=2&page=1'),
        await titles('/api/v1/series?sort=random&size=2&page=2'),
      ];
      expect([...first, ...rest.flat()].sort()).toEqual(['Akira', 'Bone', 'Saga, Late', 'Texts', 'Zot']);
    });

    test("filters lists by conditions in the clients' notation", async () => {
      const only = { libraryId: { operator: 'Is', value: shelf.library.id } };
      const drama = { anyOf: [{ Genre: { operator: 'IS', value: 'drama' } }] };
      expect(
        titlesOf(await post('/api/v1/series/list?page=0&size=500', { condition: { allOf: [only, drama] } })),
      ).toEqual(['Akira']);
      const unread = { readStatus: { operator: 'isNot', value: 'UNREAD' } };
      await server().reader.post(`/api/v1/books/${bookId('Saga, Late 1.cbz')}/read`);
      expect(titlesOf(await post('/api/v1/series/list', { condition: unread }))).toContain('Saga, Late');
      expect(
        titlesOf(
          await post('/api/v1/series/list', {
            condition: { oneshot: { operator: 'isfalse' } },
            fullTextSearch: 'saga',
          }),
        ),
      ).toEqual(['Saga, Late']);
      const ofSeries = { seriesId: { operator: 'is', value: idOf('Akira') } };
      const whole = await post('/api/v1/books/list?unpaged=true', { condition: ofSeries });
      expect([titlesOf(whole), whole.last]).toEqual([['Akira 1', 'Akira 2', 'Akira 10.5'], true]);
      const late = { allOf: [ofSeries, { numberSort: { operator: 'greaterThan', value: 1 } }] };
      expect((await post('/api/v1/books/list', { condition: late })).totalElements).toBe(2);
      expect(
        (await post('/api/v1/books/list', { condition: { mediaStatus: { operator: 'is', value: 'ERROR' } } }))
          .totalElements,
      ).toBe(1);
      const bare = await app.request<Page>('POST', '/api/v1/series/list');
      expect([bare.status, bare.body.totalElements]).toEqual([200, 5]);
      const wrong = await app.post('/api/v1/series/list', {
        condition: { nonsense: { operator: 'is', value: 1 } },
      });
      expect(wrong.status).toBe(400);
      expectClients('validationError', wrong.body);
    });

    test('keeps leading and trailing blanks of text in a condition', async () => {
      const found = async (noun: string, field: string, operator: string, value: string) =>
        titlesOf(
          await post(`/api/v1/${noun}/list?sort=name`, { condition: { [field]: { operator, value } } }),
        );
      expect(await found('books', 'title', 'contains', 'one 1')).toEqual(['Bone 1', 'Bone 10.5']);
      expect(await found('books', 'title', 'contains', 'ne ')).toEqual(['Bone 1', 'Bone 2', 'Bone 10.5']);
      expect(await found('series', 'title', 'contains', ' late')).toEqual(['Saga, Late']);
      expect(await found('series', 'title', 'contains', ' akira')).toEqual([]);
      expect(await found('series', 'title', 'contains', 'bone ')).toEqual([]);
      expect(await found('series', 'title', 'beginsWith', ' ')).toEqual([]);
      expect(await found('series', 'title', 'is', ' Bone')).toEqual([]);
      expect(await found('series', 'genre', 'is', 'Drama ')).toEqual([]);
      expect(await found('series', 'genre', 'is', 'drama')).toEqual(['Akira']);
    });

    test('counts series by first letter', async () => {
      const groups = await app.post('/api/v1/series/list/alphabetical-groups', {
        condition: { genre: { operator: 'is', value: 'Fantasy' } },
      });
      expect(groups.body).toEqual([
        { group: 'B', count: 1 },
        { group: 'S', count: 1 },
      ]);
    });

    test('returns the next and previous book, and 404 at the end', async () => {
      const next = async (name: string, way: string) => {
        const { status, body } = await app.get<Item>(`/api/v1/books/${bookId(name)}/${way}`);
        return status === 200 ? body.name : status;
      };
      expect(await next('Bone 1.cbz', 'next')).toBe('Bone 2');
      expect(await next('Bone 2.cbz', 'previous')).toBe('Bone 1');
      expect([await next('Bone 1.cbz', 'previous'), await next('Bone 10.5.cbz', 'next')]).toEqual([404, 404]);
    });

    test('on deck lists the next books of started series in the requested libraries', async () => {
      const anna = await signIn(server());
      const hers = anApp(server(), anna);
      await anna.post(`/api/v1/books/${bookId('Bone 1.cbz')}/read`);
      expect(await titles('/api/v1/books/ondeck', hers)).toEqual(['Bone 2']);
      expect(
        await titles(`/api/v1/books/ondeck?library_id=${shelf.other.id},%20${shelf.library.id}`, hers),
      ).toEqual(['Bone 2']);
      expect(await titles(`/api/v1/books/ondeck?library_id=${shelf.other.id}`, hers)).toEqual([]);
      expect(
        await titles('/api/v1/books?read_status=IN_PROGRESS&sort=readProgress.readDate,desc', hers),
      ).toEqual([]);
    });

    test('lists duplicates to users who can edit books', async () => {
      const copy = await addScannedLibrary(server(), {
        'Copy/Copy 1.cbz': await makeCbz({ mark: 'Akira1' }),
      });
      const twice = await anApp(server(), server().admin).get<Page>('/api/v1/books/duplicates');
      expect(twice.body.content.map(({ name }) => name)).toEqual(['Zot 1', 'Copy 1']);
      expect(twice.body.totalElements).toBe(2);
      expect((await app.get('/api/v1/books/duplicates')).status).toBe(403);
      await server().admin.delete(`/api/v1/libraries/${copy.id}`);
    });

    test('page links of apps redirect to the web client', async () => {
      const nobody = anApp(server());
      for (const [from, to] of [
        ['series', 'series'],
        ['book', 'books'],
        ['readlists', 'read-lists'],
      ] as const) {
        const { status, headers } = await nobody.get(`/${from}/${idOf('Bone')}`);
        expect([status, headers.get('location')]).toEqual([302, `${server().url}/${to}/${idOf('Bone')}`]);
      }
    });

    test('a list needs the same number of statements for any page size', async () => {
      const { admin } = server();
      const isIdle = async () =>
        (await admin.get<{ data: { status: string }[] }>('/api/v1/tasks')).body.data.every(
          ({ status }) => status !== 'pending' && status !== 'processing',
        );
      await expect.poll(isIdle).toBe(true);
      // Caches of users, libraries and tasks expire by time, independent of the page.
      const isByClock = /"(user|refreshToken|apiKey|library|libraryRoot)"\.?|task|_private|notify/i;
      const look = async (path: string, body?: object) => {
        statements.length = 0;
        await (body ? app.post(path, body) : app.get(path));
        const heads = statements.map((text) =>
          text
            .replace(/\s+/g, ' ')
            .replace(/\(?(\?|\$\d+)(, (\?|\$\d+))*\)?/g, '?')
            .slice(0, 90),
        );
        return heads.filter((head) => !isByClock.test(head)).sort();
      };
      // Background work of the server may add statements once, but not repeatedly.
      const expectTheSame = async (path: string, body?: object) => {
        await look(`${path}?size=7`, body);
        const compare = async () => {
          const one = await look(`${path}?size=1&sort=name,desc`, body);
          const many = await look(`${path}?size=100&sort=name,desc`, body);
          return one.length > 1 && isDeepStrictEqual(many, one) ? 'the same' : { path, one, many };
        };
        await expect.poll(compare).toBe('the same');
      };
      const ids = [idOf('Akira'), idOf('Bone')];
      const { id } = (await admin.post<SharedList>('/api/v1/collections', { name: 'Two', ids })).body;
      for (const list of ['series', 'books', 'collections', 'readlists', `collections/${id}/series`])
        await expectTheSame(`/api/v1/${list}`);
      await expectTheSame('/api/v1/books/list', { condition: { deleted: { operator: 'isFalse' } } });
    });
  },
  { environment: compatEnvironment, withTasks: true, onStatement: (text) => void statements.push(text) },
);
