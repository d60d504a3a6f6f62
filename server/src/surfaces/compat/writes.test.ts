import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../test/compat/app.ts';
import { expectClients } from '../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../test/compat/shelf.ts';
import type { Client } from '../../../test/harness/client.ts';
import { waitForScan } from '../../../test/harness/library.ts';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { withServer } from '../../../test/harness/server.ts';

withServer(
  'writes of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let staff: Client;
    let reader: Client;

    beforeAll(async () => {
      shelf = await addShelf(server());
      staff = anApp(server(), server().admin);
      reader = anApp(server(), server().reader);
    });

    test('creates, changes and deletes collections', async () => {
      const [a, b, z] = ['Akira', 'Bone', 'Zot'].map(shelf.seriesId);
      const made = await staff.post<{ id: string }>('/api/v1/collections', {
        name: 'Mine',
        ordered: true,
        seriesIds: [b, a],
      });
      expect(made.status).toBe(200);
      expectClients('collection', made.body);
      expect(made.body).toMatchObject({ name: 'Mine', ordered: true, seriesIds: [b, a] });
      const path = `/api/v1/collections/${made.body.id}`;
      expect((await staff.patch(path, { seriesIds: [z, b] })).status).toBe(204);
      expect((await staff.patch(path, { name: 'Ours', ordered: null })).status).toBe(204);
      expect((await reader.get(path)).body).toMatchObject({ name: 'Ours', ordered: true, seriesIds: [z, b] });
      expect((await reader.patch(path, { name: 'x' })).status).toBe(403);
      const wrong = await staff.post('/api/v1/collections', { name: ' ', seriesIds: ['nothing'] });
      expect(wrong.status).toBe(400);
      expectClients('validationError', wrong.body);
      expect((await staff.delete(path)).status).toBe(204);
      expect((await staff.get(path)).status).toBe(404);
    });

    test('creates, changes and deletes read lists', async () => {
      const [a, b] = ['Akira 1.cbz', 'Bone 1.cbz'].map(shelf.bookId);
      const made = await staff.post<{ id: string }>('/api/v1/readlists', {
        name: 'Soon',
        summary: 'Words',
        bookIds: [b, a],
      });
      expectClients('readList', made.body);
      expect(made.body).toMatchObject({ summary: 'Words', ordered: true, bookIds: [b, a] });
      const path = `/api/v1/readlists/${made.body.id}`;
      expect((await staff.patch(path, { summary: '', bookIds: [a] })).status).toBe(204);
      expect((await reader.get(path)).body).toMatchObject({ name: 'Soon', summary: '', bookIds: [a] });
      expect((await staff.post('/api/v1/readlists', { name: 'soon', bookIds: [] })).status).toBe(409);
      expect((await staff.delete(path)).status).toBe(204);
    });

    test('keeps edits of series and locks what the client locks; null clears, and without a lock returns to the file value', async () => {
      const path = `/api/v1/series/${shelf.seriesId('Akira')}`;
      const shown = async () => (await reader.get<{ metadata: Record<string, unknown> }>(path)).body.metadata;
      const set = {
        status: 'ENDED',
        summary: 'Neo-Tokyo',
        ageRating: 16,
        readingDirection: 'VERTICAL',
        genres: ['Cyberpunk'],
        totalBookCount: 6,
        links: [{ label: 'Home', url: 'https://example.org/' }],
        alternateTitles: [{ label: 'ja', title: 'アキラ' }],
      };
      expect((await staff.patch(`${path}/metadata`, set)).status).toBe(204);
      expect(await shown()).toMatchObject({ ...set, statusLock: false, genresLock: false, titleLock: false });
      expect(
        (
          await staff.patch(`${path}/metadata`, {
            summary: null,
            summaryLock: true,
            genres: null,
            genresLock: false,
            titleLock: true,
          })
        ).status,
      ).toBe(204);
      expect(await shown()).toMatchObject({
        status: 'ENDED',
        summary: '',
        summaryLock: true,
        genres: ['Drama', 'Crime'],
        genresLock: false,
        title: 'Akira',
        titleLock: true,
      });
      expectClients('series', (await reader.get(path)).body);
      const wrong = await staff.patch(`${path}/metadata`, { status: 'PAUSED', ageRating: 'old' });
      expect(wrong.status).toBe(400);
      expectClients('validationError', wrong.body);
      expect((await reader.patch(`${path}/metadata`, { summary: 'x' })).status).toBe(403);
    });

    test('keeps edits of books, single and in bulk', async () => {
      const [one, two] = ['Bone 1.cbz', 'Bone 2.cbz'].map(shelf.bookId);
      const shown = async (id = '') =>
        (await reader.get<{ metadata: Record<string, unknown> }>(`/api/v1/books/${id}`)).body.metadata;
      const set = {
        title: 'Out from Boneville',
        number: '1.5',
        numberSort: 1.5,
        releaseDate: '1991-07-01',
        authors: [
          { name: 'Stephen King', role: 'writer' },
          { name: 'Jeff', role: 'cover' },
        ],
        isbn: '9780963660947',
        tags: ['first'],
      };
      expect((await staff.patch(`/api/v1/books/${one}/metadata`, set)).status).toBe(204);
      expect(await shown(one)).toMatchObject({
        ...set,
        titleLock: false,
        numberSortLock: false,
        summaryLock: false,
      });
      const many = {
        [one ?? '']: { title: null, titleLock: false },
        [two ?? '']: { summary: 'Second', summaryLock: false },
      };
      expect((await staff.patch('/api/v1/books/metadata', many)).status).toBe(204);
      expect(await shown(one)).toMatchObject({ title: 'Bone 1', titleLock: false });
      expect(await shown(two)).toMatchObject({ summary: 'Second', summaryLock: false });
      expect((await staff.patch('/api/v1/books/metadata', { nothing: {} })).status).toBe(404);
      const number = await staff.patch(`/api/v1/books/${one}/metadata`, { number: 'x'.repeat(301) });
      expect(number.status).toBe(400);
      expectClients('validationError', number.body);
    });

    test('accepts any text as number of a book, and orders by numberSort', async () => {
      const id = shelf.bookId('Saga, Late 2.cbz');
      const path = `/api/v1/books/${id}`;
      const number = async () => {
        const { body } = await reader.get<{ metadata: Record<string, unknown> }>(path);
        expectClients('book', body);
        const { number, numberLock, numberSort, numberSortLock } = body.metadata;
        return [number, numberLock, numberSort, numberSortLock];
      };
      const set = async (given: object) =>
        expect((await staff.patch(`${path}/metadata`, given)).status).toBe(204);

      await set({ number: '10.5a' });
      expect(await number()).toEqual(['10.5a', false, 2, false]);
      const { body: page } = await reader.post<{ content: { metadata: { number: string } }[] }>(
        '/api/v1/books/list?sort=metadata.numberSort,desc',
        { condition: { seriesId: { operator: 'is', value: shelf.seriesId('Saga, Late') } } },
      );
      expect(page.content.map(({ metadata }) => metadata.number)).toEqual(['10.5', '10.5a', '1']);

      await set({ number: '1-3', numberSort: 1.5 });
      expect(await number()).toEqual(['1-3', false, 1.5, false]);
      await set({ summary: 'Other fields leave it alone' });
      expect(await number()).toEqual(['1-3', false, 1.5, false]);
      expect((await server().admin.post(`/api/v1/books/${id}/analyze?force=true`)).status).toBe(202);
      await waitForQuiet(server());
      expect(await number()).toEqual(['1-3', false, 1.5, false]);
      expect((await server().admin.get(`/api/v1/books/${id}/metadata`)).body).toMatchObject({ number: 1.5 });

      await set({ number: '007' });
      expect(await number()).toEqual(['007', false, 7, false]);
      await server().admin.patch(`/api/v1/books/${id}`, { number: 4 });
      expect(await number()).toEqual(['4', true, 4, true]);
      await set({ number: null, numberLock: false });
      expect(await number()).toEqual(['2', false, 2, false]);
    });

    test('requests scans and analyses', async () => {
      const { id } = shelf.library;
      const library = `/api/v1/libraries/${id}`;
      for (const path of ['/scan?deep=true', '/analyze', '/metadata/refresh', '/empty-trash'])
        expect([path, (await staff.post(`${library}${path}`)).status]).toEqual([path, 202]);
      for (const path of [`/series/${shelf.seriesId('Akira')}`, `/books/${shelf.bookId('Akira 1.cbz')}`]) {
        expect((await staff.post(`/api/v1${path}/analyze`)).status).toBe(202);
        expect((await staff.post(`/api/v1${path}/metadata/refresh`)).status).toBe(202);
      }
      expect((await waitForScan(server().admin, id)).status).toBe('completed');
      expect((await reader.post(`${library}/scan`)).status).toBe(403);
      const nothing = '01890000-0000-7000-8000-000000000000';
      expect((await staff.post(`/api/v1/libraries/${nothing}/scan`)).status).toBe(404);
      expect((await staff.post(`/api/v1/books/${nothing}/analyze`)).status).toBe(404);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
