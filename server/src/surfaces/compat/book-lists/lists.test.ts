import type { SharedList } from '@lectern/contract/reading/book-lists';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../../test/compat/shelf.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

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

withServer(
  'collections, read lists and facets of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let app: Client;

    const titles = async (path: string, client = app) =>
      (await client.get<Page>(path)).body.content.map(({ metadata }) => metadata.title);
    const idOf = (title: string) => shelf.seriesId(title);
    const bookId = (name: string) => shelf.bookId(name);

    beforeAll(async () => {
      app = anApp(server(), server().reader);
      shelf = await addShelf(server());
    });

    test('collections and read lists return visible members in order', async () => {
      const { admin } = server();
      const a = idOf('Akira');
      const z = idOf('Zot');
      const ordered = { name: 'Zot first', ordered: true, ids: [z, a] };
      const { id } = (await admin.post<SharedList>('/api/v1/collections', ordered)).body;
      const narrow = await signIn(server());
      await admin.put(`/api/v1/users/${narrow.userId}/restrictions`, {
        sharedLibraryIds: [shelf.library.id],
      });
      const seen = async (client: Client) =>
        (await client.get<{ seriesIds: string[] }>(`/api/v1/collections/${id}`)).body.seriesIds;
      expect(await seen(app)).toEqual([z, a]);
      expect(await seen(anApp(server(), narrow))).toEqual([a]);
      expect(await titles(`/api/v1/collections/${id}/series`)).toEqual(['Zot', 'Akira']);
      expect(await titles(`/api/v1/collections/${id}/series?genre=Drama`)).toEqual(['Akira']);
      const inZoo = await app.get<Page<{ name: string }>>(`/api/v1/collections?library_id=${shelf.other.id}`);
      expect(inZoo.body.content.map(({ name }) => name)).toContain('Zot first');
      const hidden = (await admin.post<SharedList>('/api/v1/collections', { name: 'Zoo only', ids: [z] }))
        .body;
      expect((await anApp(server(), narrow).get(`/api/v1/collections/${hidden.id}`)).status).toBe(404);
      const names = (
        await anApp(server(), narrow).get<Page<{ name: string }>>('/api/v1/collections?unpaged=true')
      ).body;
      expect(names.content.map(({ name }) => name)).not.toContain('Zoo only');
    });

    test('automatic lists return items that match their condition', async () => {
      const condition = { genre: { operator: 'is', value: 'Fantasy' } };
      const { id } = (
        await server().admin.post<SharedList>('/api/v1/collections', { name: 'Fantasy', condition })
      ).body;
      const { body } = await app.get<{ seriesIds: string[] }>(`/api/v1/collections/${id}`);
      expect(body.seriesIds).toEqual([idOf('Bone'), idOf('Saga, Late')]);
      expect(await titles(`/api/v1/collections/${id}/series`)).toEqual(['Bone', 'Saga, Late']);
    });

    test('read lists have next and previous books', async () => {
      const ids = ['Zot 1.cbz', 'Akira 2.cbz', 'Bone 1.cbz'].map(bookId);
      const { id } = (
        await server().admin.post<SharedList>('/api/v1/readlists', { name: 'Crossing', summary: 'All', ids })
      ).body;
      const at = async (name: string, way: string) => {
        const { status, body } = await app.get<Item>(`/api/v1/readlists/${id}/books/${bookId(name)}/${way}`);
        return status === 200 ? body.name : status;
      };
      expect(await at('Zot 1.cbz', 'next')).toBe('Akira 2');
      expect(await at('Bone 1.cbz', 'previous')).toBe('Akira 2');
      expect([
        await at('Zot 1.cbz', 'previous'),
        await at('Bone 1.cbz', 'next'),
        await at('Akira 1.cbz', 'next'),
      ]).toEqual([404, 404, 404]);
      expect((await app.get(`/api/v1/readlists/${id}`)).body).toMatchObject({
        summary: 'All',
        ordered: true,
        bookIds: ids,
      });
    });

    test('filters list the values of visible items', async () => {
      const words = async (path: string) => {
        const { status, body } = await app.get<string[]>(path);
        expect([path, status]).toEqual([path, 200]);
        expectClients('words', body);
        return body;
      };
      expect(await words('/api/v1/genres')).toEqual(['Crime', 'Drama', 'Fantasy']);
      expect(await words(`/api/v1/genres?library_id=${shelf.other.id}`)).toEqual([]);
      expect(await words(`/api/v1/genres?series_id=${idOf('Akira')}`)).toEqual(['Crime', 'Drama']);
      expect(await words('/api/v1/tags')).toEqual(['dragon']);
      expect(await words('/api/v1/publishers')).toEqual(['Cartoon']);
      expect(await words('/api/v1/languages')).toContain('en');
      expect(await words('/api/v1/age-ratings')).toContain('None');
      expect(await words('/api/v1/series/release-dates')).toEqual(['2014']);
      expect(await words('/api/v1/authors/names?search=KING')).toEqual(['Stephen King']);
      for (const path of ['tags/series', 'tags/book', 'sharing-labels', 'authors/roles'])
        await words(`/api/v1/${path}`);
      for (const path of [
        'genres',
        'tags',
        'languages',
        'publishers',
        'sharing-labels',
        'age-ratings',
        'authors/names',
        'authors/roles',
        'series/release-years',
      ])
        expect([path, (await app.get<Page<string>>(`/api/v2/${path}`)).body.last]).toEqual([path, true]);
      // Age ratings are numbers in version 2.
      expect((await app.get<Page<number>>('/api/v2/age-ratings')).body.content).toEqual([13]);
    });

    test('finds people by name and role, page by page', async () => {
      const find = async (query: string) =>
        (await app.get<Page<{ name: string; role: string }>>(`/api/v2/authors?${query}`)).body;
      expect((await find('role=penciller&search=an')).content).toEqual([{ name: 'Anna', role: 'penciller' }]);
      expect((await find('role=writer')).content.map(({ name }) => name)).toContain('Stephen King');
      expect((await find(`series_id=${idOf('Bone')}&role=writer`)).content).toEqual([
        { name: 'Stephen King', role: 'writer' },
      ]);
      expect((await find('role=nothing')).content).toEqual([]);
      const all = await find('');
      const pages = [await find('size=1&page=0'), await find('size=1&page=1')];
      expect(pages.flatMap(({ content }) => content)).toEqual(all.content.slice(0, 2));
      expect(pages[0]?.totalElements).toBe(all.totalElements);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
