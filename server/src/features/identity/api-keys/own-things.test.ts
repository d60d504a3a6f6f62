// Data of its owner that an API key may write.
import type { CreatedApiKey } from '@lectern/contract/identity/api-keys';
import type { Series } from '@lectern/contract/libraries/series';
import { permissions } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { everyRoute } from '../../../../test/harness/calls/routes.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const preset = { name: 'P', scope: 'list', target: 'series', condition: { allOf: [] } };
const wants = '/api/v1/want-to-read';
const preferences = '/api/v1/user/preferences';

withServer(
  'an API key writes data of its owner',
  (server) => {
    let bookId: string;
    let seriesId: Series['id'];
    beforeAll(async () => {
      const library = await addScannedLibrary(server(), { 'Saga/Saga 1.cbz': await makeCbz({ mark: '1' }) });
      const book = await getBook(server().admin, library.id, 'Saga 1.cbz');
      bookId = book.id;
      seriesId = book.seriesId;
    });
    const by = ({ key }: CreatedApiKey) => server().as({ 'x-api-key': key });

    test('only with progress:write; other keys can read but not change it', async () => {
      const me = await signIn(server());
      const { id } = (await me.post<{ id: string }>('/api/v1/filter-presets', preset)).body;
      const writes = [
        ['PUT', preferences, { a: 1 }],
        ['PUT', `${preferences}/a`, 1],
        ['DELETE', `${preferences}/a`, undefined],
        ['DELETE', preferences, undefined],
        ['POST', '/api/v1/filter-presets', { ...preset, name: 'Q' }],
        ['PUT', `/api/v1/filter-presets/${id}`, preset],
        ['DELETE', `/api/v1/filter-presets/${id}`, undefined],
        ['POST', `${wants}/series/${seriesId}`, undefined],
        ['POST', `${wants}/books/${bookId}`, undefined],
        ['DELETE', `${wants}/series/${seriesId}`, undefined],
        ['DELETE', `${wants}/books/${bookId}`, undefined],
        ['PUT', `/api/v1/series/${seriesId}/rating`, { rating: 50 }],
        ['DELETE', `/api/v1/series/${seriesId}/rating`, undefined],
        ['PATCH', '/compat/api/v1/client-settings/user', { 'a.b': { value: 'c' } }],
        ['DELETE', '/compat/api/v1/client-settings/user', ['a.b']],
      ] as const;
      const reads = permissions.filter((permission) => /:read$|:download$/.test(permission));
      const narrow = by(await makeKey(me, { permissions: reads }));
      const wide = by(await makeKey(me, { permissions: [...reads, 'progress:write'] }));
      const statusesOf = async (who: typeof narrow) => {
        const statuses: [string, number][] = [];
        for (const [method, path, body] of writes)
          statuses.push([`${method} ${path}`, (await who.request(method, path, { body })).status]);
        return statuses;
      };
      for (const [write, status] of await statusesOf(narrow)) expect([write, status]).toEqual([write, 403]);
      expect((await narrow.get(preferences)).body).toEqual({});
      expect((await narrow.get(`/api/v1/filter-presets/${id}`)).status).toBe(200);
      for (const [write, status] of await statusesOf(wide))
        expect([write, status]).toEqual([write, expect.toSatisfy((one) => one >= 200 && one < 300)]);
    });
  },
  { withTasks: true, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);

test("except for the user's own account, no other operation writes with a read permission", () => {
  const found = everyRoute
    .filter(({ route: { method, access } }) => {
      const rights = [access].flat();
      return method !== 'GET' && rights.every((right) => right === 'user' || right.endsWith(':read'));
    })
    .map(({ title }) => title);
  expect(found.filter((title) => !/ \/api\/v1\/(auth|user\/(language|password|pin))/.test(title))).toEqual([
    // Reads with their condition or ids in the body.
    'POST /api/v1/series/list',
    'POST /api/v1/series/list/alphabetical-groups',
    'POST /api/v1/libraries/{id}/series/list',
    'POST /api/v1/books/list',
    'POST /api/v1/libraries/{id}/books/list',
    'POST /api/v1/books/bulk/metadata/list',
    'POST /api/v1/series/bulk/metadata/list',
  ]);
});
