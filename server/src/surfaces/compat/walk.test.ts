// All routes hide items from callers without access. Invalid input is tested in server/test/odd-requests.test.ts.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../test/compat/app.ts';
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
      const series = shelf.seriesId('Zot');
      const book = shelf.bookId('Zot 1.cbz');
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

    test('returns 404 for hidden items', async () => {
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

    test('reveals nothing about hidden items', async () => {
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
  },
  { environment: compatEnvironment, withTasks: true },
);
