// Sessions of single apps from their first call. server/test/client-calls lists all of their calls.
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment, cookiesOf, toCookieHeader } from '../../../test/compat/app.ts';
import { expectClients } from '../../../test/compat/clients.ts';
import { addShelf, type Shelf } from '../../../test/compat/shelf.ts';
import { makeKey } from '../../../test/harness/api-key.ts';
import { withServer } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';

interface Page<T = { id: string; name: string }> {
  content: T[];
  last: boolean;
}

withServer(
  'an app made for another server',
  (server) => {
    let shelf: Shelf;
    beforeAll(async () => {
      shelf = await addShelf(server());
    });

    test('Mihon: the extension uses an API key, its tracker only the cookie', async () => {
      const anna = await signIn(server());
      const { key } = await makeKey(anna);
      const agent = { 'user-agent': 'TachiyomiKomga/1.6', 'x-api-key': key };
      const extension = anApp(server(), undefined, agent);
      const query =
        'search=&page=0&deleted=false&sort=metadata.titleSort,asc&library_id=&genre=Fantasy,Drama';
      const found = await extension.get<Page>(`/api/v1/series?${query}`);
      expectClients('seriesPage', found.body);
      expect(found.body.content.map(({ name }) => name)).toEqual(['Akira', 'Bone', 'Saga, Late']);
      const cookie = toCookieHeader(cookiesOf(found));
      const tracker = anApp(server(), undefined, { cookie, 'user-agent': 'Mihon v0.18 (app.mihon)' });
      const path = `/api/v1/series/${shelf.seriesId('Bone')}`;
      const tracked = `/api/v2/series/${shelf.seriesId('Bone')}/read-progress/tachiyomi`;
      expectClients('series', (await tracker.get(path)).body);
      expectClients('trackerSeries', (await tracker.get(tracked)).body);
      expect((await tracker.put(tracked, { lastBookNumberSortRead: 2 })).status).toBe(204);
      const after = await tracker.get(tracked);
      expect(after.body).toMatchObject({
        booksReadCount: 2,
        lastReadContinuousNumberSort: 2,
        maxNumberSort: 10.5,
      });
    });

    test('KMReader: signs in by header, continues with the token, and lists by conditions', async () => {
      const anna = await signIn(server());
      expectClients(
        'clientSettings',
        (await anApp(server()).get('/api/v1/client-settings/global/list')).body,
      );
      const login = await anApp(server(), anna, { 'x-auth-token': '' }).get(
        '/api/v2/users/me?remember-me=true',
      );
      expectClients('user', login.body);
      const reader = anApp(server(), undefined, { 'x-auth-token': login.headers.get('x-auth-token') ?? '' });
      const condition = {
        allOf: [
          { libraryId: { operator: 'is', value: shelf.library.id } },
          { oneshot: { operator: 'isfalse' } },
          { deleted: { operator: 'isfalse' } },
          { readStatus: { operator: 'isnot', value: 'READ' } },
        ],
      };
      const listed = await reader.post<Page>(
        '/api/v1/series/list?page=0&size=20&sort=metadata.titleSort,asc',
        { condition },
      );
      expectClients('seriesPage', listed.body);
      expect(listed.body.content.map(({ name }) => name)).toContain('Akira');
      const books = await reader.post<Page>('/api/v1/books/list?unpaged=true', {
        condition: { seriesId: { operator: 'is', value: shelf.seriesId('Akira') } },
        fullTextSearch: '',
      });
      expectClients('bookPage', books.body);
      expect(books.body.content).toHaveLength(3);
      const [first] = books.body.content;
      const written = await reader.patch(`/api/v1/books/${first?.id}/read-progress`, {
        page: 2,
        completed: false,
      });
      expect(written.status).toBe(204);
      expect((await reader.get(`/api/v1/books/${first?.id}`)).body).toMatchObject({
        readProgress: { page: 2, completed: false },
      });
    });

    test('Komelia: signs in once and continues with its cookies', async () => {
      const anna = await signIn(server());
      const login = await anApp(server(), anna).get('/api/v2/users/me?remember-me=true');
      const komelia = anApp(server(), undefined, { cookie: toCookieHeader(cookiesOf(login)) });
      const again = await komelia.get('/api/v1/libraries');
      const same = await komelia.request('GET', '/api/v1/libraries', {
        headers: { 'if-none-match': again.headers.get('etag') ?? '' },
      });
      expect(same.status).toBe(304);
      expect((await komelia.request('POST', '/api/logout')).status).toBe(204);
      expect((await komelia.get('/api/v1/libraries')).status).toBe(401);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
