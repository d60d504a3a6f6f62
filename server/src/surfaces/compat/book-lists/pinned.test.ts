// Pinned filters as lists of the compatibility API: visible only to the user who pinned them, and read-only.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../../test/compat/shelf.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface Page<T> {
  content: T[];
  totalElements: number;
  last: boolean;
}
interface Named {
  id: string;
  name: string;
}

withServer(
  'pinned filters in the compatibility API',
  (server) => {
    let shelf: Shelf;
    let app: Client;
    let staff: Client;
    let series: string;
    let books: string;

    const pin = async (preset: object) => {
      const wanted = { scope: 'list', pinned: true, ...preset };
      return (await server().admin.post<FilterPreset>('/api/v1/filter-presets', wanted)).body.id;
    };
    const names = async (path: string, client = staff) =>
      (await client.get<Page<Named>>(path)).body.content.map(({ name }) => name);

    beforeAll(async () => {
      shelf = await addShelf(server());
      app = anApp(server(), await signIn(server()));
      staff = anApp(server(), server().admin);
      const fantasy = { genre: { operator: 'is', value: 'Fantasy' } };
      const values = ['Akira', 'Bone', 'Saga, Late', 'Zot'];
      series = await pin({ name: 'My fantasy', target: 'series', condition: fantasy, sort: 'title,desc' });
      books = await pin({
        name: 'Firsts',
        target: 'books',
        condition: {
          allOf: [{ number: { operator: 'eq', value: 1 } }, { series: { operator: 'in', values } }],
        },
        query: '-saga',
      });
      await pin({ name: 'Unpinned', target: 'series', condition: fantasy, pinned: false });
      await server().admin.post('/api/v1/collections', { name: 'Zulu', ids: [shelf.seriesId('Akira')] });
    });

    test('are listed with the collections and read lists of their owner', async () => {
      expect(await names('/api/v1/collections?unpaged=true')).toEqual(['My fantasy', 'Zulu']);
      expect(await names('/api/v1/collections?search=FANT')).toEqual(['My fantasy']);
      expect(await names('/api/v1/readlists')).toEqual(['Firsts']);
      expect(await names(`/api/v1/readlists?library_id=${shelf.other.id}`)).toEqual(['Firsts']);
      expect(await names(`/api/v1/collections?library_id=${shelf.other.id}`)).toEqual([]);
      expect(await names('/api/v1/collections', app)).toEqual(['Zulu']);
      expect(await names('/api/v1/readlists', app)).toEqual([]);
      expectClients('collectionPage', (await staff.get('/api/v1/collections')).body);
      expectClients('readListPage', (await staff.get('/api/v1/readlists')).body);
    });

    test('return their results in order, page by page', async () => {
      const [bone, saga] = ['Bone', 'Saga, Late'].map(shelf.seriesId);
      const collection = await staff.get(`/api/v1/collections/${series}`);
      expectClients('collection', collection.body);
      expect(collection.body).toMatchObject({ name: 'My fantasy', ordered: true, seriesIds: [saga, bone] });
      expect(await names(`/api/v1/collections/${series}/series`)).toEqual(['Saga, Late', 'Bone']);
      expect(await names(`/api/v1/collections/${series}/series?publisher=Cartoon`)).toEqual(['Bone']);
      const second = await staff.get<Page<Named>>(`/api/v1/collections/${series}/series?size=1&page=1`);
      expectClients('seriesPage', second.body);
      expect(second.body).toMatchObject({ totalElements: 2, last: true, content: [{ id: bone }] });

      const [akira, boneOne] = ['Akira 1.cbz', 'Bone 1.cbz'].map(shelf.bookId);
      const readList = await staff.get<{ bookIds: string[] }>(`/api/v1/readlists/${books}`);
      expectClients('readList', readList.body);
      expect(readList.body.bookIds).toEqual([akira, boneOne, shelf.bookId('Zot 1.cbz')]);
      const path = `/api/v1/readlists/${books}`;
      expect(await names(`${path}/books`)).toEqual(['Akira 1', 'Bone 1', 'Zot 1']);
      expect(await names(`${path}/books?search=bone`)).toEqual(['Bone 1']);
      expect((await staff.get<Named>(`${path}/books/${akira}/next`)).body.name).toBe('Bone 1');
      expect((await staff.get(`${path}/books/${akira}/previous`)).status).toBe(404);
      const run = await staff.get(`${path}/read-progress/tachiyomi`);
      expectClients('trackerReadList', run.body);
      expect(run.body).toMatchObject({ booksCount: 3 });
      for (const list of [`/api/v1/collections/${series}`, path]) {
        const picture = await staff.get(`${list}/thumbnail`);
        expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        expect((await staff.get(`${list}/thumbnails`)).body).toEqual([]);
      }
    });

    test('are found by conditions, by parameters and through their results', async () => {
      const bone = shelf.seriesId('Bone');
      const akira = shelf.seriesId('Akira');
      const found = async (noun: string, condition: object) =>
        (await staff.post<Page<Named>>(`/api/v1/${noun}/list?sort=name`, { condition })).body.content.map(
          ({ name }) => name,
        );
      const inSeries = { collectionId: { operator: 'is', value: series } };
      expect(await found('series', inSeries)).toEqual(['Bone', 'Saga, Late']);
      const named = { title: { operator: 'is', value: 'Bone' } };
      expect(await found('series', { allOf: [inSeries, named] })).toEqual(['Bone']);
      const outside = { collectionId: { operator: 'isNot', value: series } };
      expect(await found('series', { allOf: [outside, named] })).toEqual([]);
      expect(await found('books', { readListId: { operator: 'is', value: books } })).toEqual([
        ...['Akira 1', 'Bone 1', 'Zot 1'],
      ]);
      expect(await names(`/api/v1/series?collection_id=${series}&sort=name`)).toEqual(['Bone', 'Saga, Late']);
      const letters = await staff.post<{ group: string }[]>('/api/v1/series/list/alphabetical-groups', {
        condition: inSeries,
      });
      expect(letters.body.map(({ group }) => group.toLowerCase())).toEqual(['b', 's']);
      const theirs = await app.post<Page<Named>>('/api/v1/series/list', { condition: inSeries });
      expect(theirs.body.content).toEqual([]);

      const holding = async (path: string, client = staff) =>
        (await client.get<Named[]>(path)).body.map(({ name }) => name);
      expect(await holding(`/api/v1/series/${bone}/collections`)).toEqual(['My fantasy']);
      expect(await holding(`/api/v1/series/${akira}/collections`)).toEqual(['Zulu']);
      expect(await holding(`/api/v1/series/${bone}/collections`, app)).toEqual([]);
      const [one, two] = ['Bone 1.cbz', 'Bone 2.cbz'].map(shelf.bookId);
      expect(await holding(`/api/v1/books/${one}/readlists`)).toEqual(['Firsts']);
      expect(await holding(`/api/v1/books/${two}/readlists`)).toEqual([]);
    });

    test('never return deleted items, even if the filter includes them', async () => {
      const folder = await addScannedLibrary(server(), {
        'Gone/Gone 1.cbz': await makeCbz({ mark: 'gone' }),
        'Gone/Gone 2.cbz': await makeCbz({ mark: 'kept' }),
      });
      await rm(join(folder.folder, 'Gone/Gone 1.cbz'));
      await scan(server(), folder.id, 'confirmRemovals=true');
      const condition = {
        allOf: [
          { libraryId: { operator: 'is', value: folder.id } },
          { anyOf: [{ deleted: { operator: 'isTrue' } }, { deleted: { operator: 'isFalse' } }] },
        ],
      };
      const all = await pin({ name: 'With deleted', target: 'books', condition });
      expect(await names(`/api/v1/readlists/${all}/books`)).toEqual(['Gone 2']);
      expect(await names(`/api/v1/readlists/${all}/books?deleted=true`)).toEqual([]);
      const list = { condition: { readListId: { operator: 'is', value: all } } };
      const { body } = await staff.post<Page<Named>>('/api/v1/books/list', list);
      expect(body.content.map(({ name }) => name)).toEqual(['Gone 2']);
      await server().admin.delete(`/api/v1/filter-presets/${all}`);
    });

    test('are read-only, and return 404 to other users', async () => {
      for (const [path, change] of [
        [`/api/v1/collections/${series}`, { name: 'Other' }],
        [`/api/v1/collections/${series}`, { seriesIds: [] }],
        [`/api/v1/readlists/${books}`, { bookIds: [] }],
      ] as const) {
        const refused = await staff.patch<{ message: string }>(path, change);
        expect([refused.status, refused.body.message]).toEqual([
          403,
          expect.stringContaining('pinned preset'),
        ]);
        expectClients('error', refused.body);
        expect((await staff.delete(path)).status).toBe(403);
        for (const rest of ['', '/thumbnail', path.includes('collections') ? '/series' : '/books'])
          expect((await app.get(path + rest)).status).toBe(404);
      }
      expect((await staff.get(`/api/v1/readlists/${series}`)).status).toBe(404);
      expect((await staff.get(`/api/v1/collections/${books}/series`)).status).toBe(404);
      expect(await names('/api/v1/readlists')).toEqual(['Firsts']);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
