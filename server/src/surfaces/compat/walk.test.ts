// Every route of the surface: what is hidden from a caller stays hidden, and odd input is never a fault of ours.
import type { SharedList } from '@lectern/contract/book-lists';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../test/compat/app.ts';
import { expectClients } from '../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../test/compat/shelf.ts';
import type { Client } from '../../../test/harness/client.ts';
import { withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

const endless = '/sse/v1/events';

withServer(
  'every route of the compatibility API',
  (server) => {
    let shelf: Shelf;
    let narrow: Client;
    const lists: string[] = [];

    const routes = () =>
      server()
        .app.surfaces.filter(({ name }) => name === 'compat')
        .flatMap((surface) => surface.routes.map(({ route }) => route))
        .map((route) => ({ ...route, path: route.path.replace('/{prefix}', '') }))
        .filter(({ path }) => path !== endless);
    const fill = (path: string, id: string) =>
      path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
        name === 'number' ? '1' : /id$/i.test(name) ? id : 'x',
      );

    beforeAll(async () => {
      shelf = await addShelf(server());
      const { admin } = server();
      const person = await signIn(server());
      await admin.put(`/api/v1/users/${person.userId}/restrictions`, {
        sharedLibraryIds: [shelf.library.id],
      });
      narrow = anApp(server(), person);
      const [series, book] = [shelf.seriesId('Zot'), shelf.bookId('Zot 1.cbz')];
      for (const [path, hidden, seen] of [
        ['collections', series, shelf.seriesId('Bone')],
        ['readlists', book, shelf.bookId('Bone 1.cbz')],
      ] as const) {
        const { body } = await admin.post<SharedList>(`/api/v1/${path}`, {
          name: `Zot alone ${path}`,
          ids: [hidden],
        });
        lists.push(body.id);
        await admin.post(`/api/v1/${path}`, { name: `Both ${path}`, ids: [hidden, seen] });
      }
    });

    test('is 404 for what is hidden from the caller', async () => {
      const hidden = [shelf.seriesId('Zot'), shelf.bookId('Zot 1.cbz'), shelf.other.id, ...lists];
      const ofThings = routes().filter(({ path }) => /^\/api\/v\d\/\w+\/\{id\}/.test(path));
      expect(ofThings.length).toBeGreaterThan(40);
      for (const { method, path, body } of ofThings) {
        for (const id of hidden) {
          const answer = await narrow.request(method, fill(path, id), body ? { body: {} } : {});
          const { status } = answer;
          const isFine = [403, 404, 415].includes(status) || (status === 400 && body !== undefined);
          expect([method, path, status, isFine]).toEqual([method, path, status, true]);
        }
      }
    });

    test('tells nothing of what is hidden', async () => {
      const secrets = [shelf.seriesId('Zot'), shelf.bookId('Zot 1.cbz'), shelf.other.id, ...lists, 'Zot'];
      const plain = routes().filter(({ path, method }) => method === 'GET' && !path.includes('{'));
      expect(plain.length).toBeGreaterThan(40);
      for (const { path } of plain) {
        for (const query of ['', '?unpaged=true', '?search=zot', `?library_id=${shelf.other.id}`]) {
          const text = (await narrow.get(`${path}${query}`)).bytes.toString();
          const leaked = path.includes('logout') ? [] : secrets.filter((secret) => text.includes(secret));
          expect([path, query, leaked]).toEqual([path, query, []]);
        }
      }
      for (const path of ['/api/v1/series/list', '/api/v1/books/list']) {
        const text = (await narrow.post(path, { fullTextSearch: 'zot' })).bytes.toString();
        expect(text).toContain('"totalElements":0');
      }
    });

    test('answers odd parameters without a fault', async () => {
      const staff = anApp(server(), server().admin);
      const odd = [
        'page=-1&size=abc&sort=,,&sort=__proto__,asc',
        'page=99999999999999999999&size=999999999',
        `search=${encodeURIComponent('"((^~*:\\ AND NOT')}&search_regex=${encodeURIComponent('(((,')}`,
        'library_id=x&collection_id=x&series_id=x&readlist_id=x&read_status=x&status=x&age_rating=x&release_year=x',
        'author=,&author=,,&released_after=x&media_status=x&unpaged=maybe',
        'library_id=%00',
        'search=%F0%9F%90%89&genre=%ED%A0%80',
      ];
      const plain = routes().filter(({ path, method }) => method === 'GET' && !path.includes('logout'));
      for (const { path } of plain) {
        for (const query of odd) {
          const { status, body } = await staff.get(`${fill(path, 'not-an-id')}?${query}`);
          expect([path, query, status, status < 500]).toEqual([path, query, status, true]);
          if (status >= 400) expectClients('error', body);
        }
      }
    });

    test('answers odd bodies without a fault', async () => {
      const staff = anApp(server(), server().admin);
      const bodies = [
        [],
        'text',
        7,
        { condition: [] },
        { condition: { allOf: [[]] } },
        { fullTextSearch: 7 },
        { name: null },
      ];
      const writes = routes().filter(({ method, body }) => method !== 'GET' && body !== undefined);
      expect(writes.length).toBeGreaterThan(10);
      for (const { method, path } of writes) {
        for (const body of bodies) {
          const { status } = await staff.request(method, fill(path, shelf.seriesId('Bone')), { body });
          expect([method, path, body, status < 500]).toEqual([method, path, body, true]);
        }
      }
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
