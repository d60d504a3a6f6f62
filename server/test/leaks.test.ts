// Access control: calls every route of the API description with ids of items that are hidden from the caller by
// library, by sharing tag or by age rating.
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { onBothDatabases } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { type HiddenWorld, makeHiddenWorld, secretsOf } from './hidden-world.ts';

/** All routes except the event stream, which never ends and is tested in features/system/events. */
const all = nouns
  .flatMap(({ table }) => Object.values(table) as RouteDescription[])
  .filter(({ path }) => path !== '/api/v1/events');
onBothDatabases(
  'hidden items',
  (server) => {
    let { reader, maintainer, steward, allowed, hidden, open, lists } = {} as HiddenWorld;
    beforeAll(async () => {
      ({ reader, maintainer, steward, allowed, hidden, open, lists } = await makeHiddenWorld(server()));
    }, 60_000);

    const toUrl = (path: string, params: Record<string, string>) =>
      path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? 'x');

    const isDenied = (status: number) => status === 404 || status === 403;
    const toBody = (route: RouteDescription) => (route.body ? { body: {} } : {});

    test('return 404 on every route that takes an id', { timeout: 120_000 }, async () => {
      for (const route of all.filter(({ path }) =>
        /^\/api\/v1\/(series|books|libraries)\/\{id\}/.test(path),
      )) {
        const noun = /^\/api\/v1\/(\w+)/.exec(route.path)?.[1];
        for (const { name, libraryId, series, book } of hidden) {
          if (noun === 'libraries' && libraryId === open.libraryId) continue;
          const id = noun === 'series' ? series.id : noun === 'books' ? book.id : libraryId;
          for (const who of [reader, steward, allowed]) {
            const url = toUrl(route.path, {
              id,
              number: '1',
              coverId: 'embedded',
              path: 'x',
              memberId: book.id,
            });
            const { status } = await who.request(route.method, url, toBody(route));
            const shown = [route.method, url, name, status];
            // An invalid body may be reported first, because that reveals nothing about existing items.
            const isFine = isDenied(status) || (status === 400 && route.body !== undefined) || status === 415;
            expect([...shown, isFine]).toEqual([...shown, true]);
          }
        }
      }
    });

    const expectSilence = (where: string, text: string) => {
      for (const one of hidden) {
        const libraries = one.libraryId === open.libraryId ? [] : [one.libraryId];
        for (const secret of [...secretsOf(one), ...libraries])
          expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
      }
    };

    test('are missing from lists, counts, facets, search, shelves and feeds', async () => {
      for (const who of [reader, steward, allowed]) {
        for (const { path } of all.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
          const { status, bytes } = await who.get(`${path}?pageSize=500`);
          if (status === 200) expectSilence(path, bytes.toString());
        }
        for (const target of ['series', 'books']) {
          for (const body of [
            {},
            { fullTextSearch: 'Zq' },
            { condition: { allOf: [] }, includeDeleted: true },
          ]) {
            const { body: found, bytes } = await who.post<{ total: number }>(`/api/v1/${target}/list`, body);
            expect(found.total).toBe(1);
            expectSilence(`${target}/list`, bytes.toString());
          }
        }
        for (const { name } of hidden) {
          const { body } = await who.post<{ total: number }>('/api/v1/books/list', { fullTextSearch: name });
          expect(body.total).toBe(0);
          const condition = { genre: { operator: 'is', value: name } };
          expect((await who.post<{ total: number }>('/api/v1/series/list', { condition })).body.total).toBe(
            0,
          );
        }
        expect((await who.post('/api/v1/series/list/alphabetical-groups', {})).body).toEqual([
          { group: 'Z', count: 1 },
        ]);
        expect((await who.get<{ total: number }>('/api/v1/genres')).body.total).toBe(1);
        expect((await who.get<{ ageRatings: object[] }>('/api/v1/age-ratings')).body.ageRatings).toHaveLength(
          1,
        );
        expect((await who.get<{ total: number }>('/api/v1/user/ratings')).body.total).toBe(1);
        expect((await who.get<{ total: number }>('/api/v1/progress')).body.total).toBe(1);
        expect((await who.get<{ total: number }>('/api/v1/want-to-read/books')).body.total).toBe(1);
        expect((await who.get<{ total: number }>('/api/v1/books')).body.total).toBe(1);
        expect((await who.get<{ total: number }>('/api/v1/series')).body.total).toBe(1);
      }
    });

    test('are neither listed nor counted in collections and read lists', async () => {
      for (const who of [reader, steward, allowed]) {
        const collection = await who.get<{ memberCount: number }>(`/api/v1/collections/${lists.collection}`);
        expect(collection.body.memberCount).toBe(1);
        const members = await who.get<{ total: number }>(`/api/v1/collections/${lists.collection}/series`);
        expect(members.body.total).toBe(1);
        expectSilence('collection', members.bytes.toString());
        expect((await who.get(`/api/v1/collections/${lists.hiddenCollection}`)).status).toBe(404);
        const { bytes } = await who.get('/api/v1/collections');
        expect(bytes.toString()).not.toContain('Zqhidden');
        const books = await who.get<{ total: number }>(`/api/v1/readlists/${lists.readList}/books`);
        expect(books.body.total).toBe(1);
        expectSilence(
          'export',
          (await who.get(`/api/v1/readlists/${lists.readList}/export`)).bytes.toString(),
        );
      }
    });

    test('a maintainer neither sees nor changes lists without visible members', async () => {
      const { admin } = server();
      const condition = { genre: { operator: 'is', value: hidden[0]?.name } };
      const automatic = await admin.post<{ id: string }>('/api/v1/collections', {
        name: 'Zqautomatic',
        condition,
      });
      const walk = [
        ['collections', 'series', lists.hiddenCollection],
        ['collections', 'series', automatic.body.id],
        ['readlists', 'books', lists.hiddenReadList],
      ] as const;
      for (const [noun, members, id] of walk)
        for (const prefix of ['', '/compat']) {
          const path = `${prefix}/api/v1/${noun}`;
          const all = await maintainer.get(`${path}?size=500&pageSize=500`);
          expect([path, all.status, all.bytes.toString().includes(id)]).toEqual([path, 200, false]);
          const answers = [
            await maintainer.get(`${path}/${id}`),
            await maintainer.get(`${path}/${id}/${members}`),
            await maintainer.get(`${path}/${id}/thumbnail`),
            await maintainer.patch(`${path}/${id}`, { name: 'Mine' }),
            await maintainer.request('DELETE', `${path}/${id}`),
          ];
          expect([path, id, ...answers.map(({ status }) => status)]).toEqual([
            path,
            id,
            ...Array(5).fill(404),
          ]);
          expect((await admin.get(`/api/v1/${noun}/${id}`)).status).toBe(200);
        }
    });

    test('a maintainer can remove the last visible member of a list', async () => {
      const ids = [open.series.id, ...hidden.map(({ series }) => series.id)];
      const made = await server().admin.post<{ id: string }>('/api/v1/collections', { name: 'Mixed', ids });
      const path = `/api/v1/collections/${made.body.id}`;
      const changed = await maintainer.put<{ memberCount: number }>(`${path}/series`, { ids: [] });
      expect([changed.status, changed.body.memberCount]).toEqual([200, 0]);
      expect((await maintainer.get(path)).status).toBe(404);
      const left = (await server().admin.get<{ memberCount: number }>(path)).body;
      expect(left.memberCount).toBe(hidden.length);
    });

    test.each(['genres', 'tags'] as const)(
      'a maintainer deletes %s only from visible series',
      async (noun) => {
        const { admin } = server();
        const find = async (name: string) => {
          const { body } = await admin.get<{ data: { id: string; name: string }[] }>(
            `/api/v1/${noun}?pageSize=500`,
          );
          return body.data.find((word) => word.name === name)?.id ?? '';
        };
        const wordsOf = async (id: string) =>
          (await admin.get<Record<typeof noun, string[]>>(`/api/v1/series/${id}/metadata`)).body[noun];
        const add = async (id: string, name: string) => {
          const words = [...(await wordsOf(id)), name];
          expect((await admin.patch(`/api/v1/series/${id}/metadata`, { [noun]: words })).status).toBe(200);
        };
        for (const one of hidden) {
          await add(one.series.id, one.name);
          const path = `/api/v1/${noun}/${await find(one.name)}`;
          expect([one.name, (await maintainer.delete(path)).status]).toEqual([one.name, 404]);
          expect(await wordsOf(one.series.id)).toContain(one.name);
        }
        const [first] = hidden;
        const both = [open.series.id, first?.series.id ?? ''];
        for (const id of both) await add(id, 'Shared');
        expect((await maintainer.delete(`/api/v1/${noun}/${await find('Shared')}`)).status).toBe(204);
        // The cleanup keeps the terms of hidden series, which are in use.
        expect((await maintainer.post(`/api/v1/${noun}/cleanup`)).status).toBe(200);
        const left = await Promise.all(both.map(wordsOf));
        expect(left.map((words) => words.includes('Shared'))).toEqual([false, true]);
      },
    );

    test('are skipped by bulk changes like missing items', async () => {
      for (const one of hidden) {
        for (const [noun, id] of [
          ['books', one.book.id],
          ['series', one.series.id],
        ] as const) {
          const body = { ids: [id, '01890000-0000-7000-8000-000000000000'] };
          for (const what of ['read', 'unread', 'analyze']) {
            const { body: answer } = await maintainer.post<{ updatedCount: number }>(
              `/api/v1/${noun}/bulk/${what}`,
              body,
            );
            expect([noun, what, answer.updatedCount]).toEqual([noun, what, 0]);
          }
          const edit = await maintainer.request<{ updatedCount: number }>(
            'PATCH',
            `/api/v1/${noun}/bulk/metadata`,
            {
              body: { ...body, metadata: { summary: 'x' } },
            },
          );
          expect(edit.body.updatedCount).toBe(0);
          const each = await maintainer.request<{ updatedCount: number }>(
            'PATCH',
            `/api/v1/${noun}/bulk/metadata/each`,
            { body: { items: [{ id, metadata: { summary: 'x' } }] } },
          );
          expect(each.body.updatedCount).toBe(0);
          const listed = await maintainer.post<{ data: object[] }>(
            `/api/v1/${noun}/bulk/metadata/list`,
            body,
          );
          expect(listed.body.data).toEqual([]);
        }
      }
    });

    test('a maintainer can neither add them to a list nor remove them from it', async () => {
      const [one] = hidden;
      const path = `/api/v1/collections/${lists.collection}/series`;
      expect((await maintainer.post(path, { ids: [one?.series.id] })).status).toBe(400);
      expect((await maintainer.put(path, { ids: [open.series.id] })).status).toBe(200);
      const { body } = await server().admin.get<{ memberCount: number }>(
        `/api/v1/collections/${lists.collection}`,
      );
      expect(body.memberCount).toBe(5);
    });

    test('unauthenticated callers receive 401 on every route except public ones', async () => {
      for (const route of all) {
        const url = toUrl(route.path, {
          id: open.book.id,
          number: '1',
          key: 'x',
          memberId: open.book.id,
          provider: 'x',
        });
        const { status } = await server().request(route.method, url, toBody(route));
        if (route.access === 'anyone') expect([route.path, status]).not.toEqual([route.path, 401]);
        else expect([route.method, url, status]).toEqual([route.method, url, 401]);
      }
    });

    test('a key with one permission has no further access', async () => {
      const permission: Permission = 'series:read';
      const made = await server().admin.post<{ key: string }>('/api/v1/api-keys', {
        name: 'one',
        permissions: [permission],
      });
      const key: Client = server().as({ 'x-api-key': made.body.key });
      for (const route of all.filter(({ access }) => access !== 'anyone' && access !== 'user')) {
        const wanted = [route.access].flat();
        const url = toUrl(route.path, { id: open.series.id, number: '1', memberId: open.book.id });
        const { status } = await key.request(route.method, url, toBody(route));
        const isAllowed = wanted.some((one) => one === permission);
        expect([route.method, url, isAllowed, status === 403]).toEqual([
          route.method,
          url,
          isAllowed,
          !isAllowed,
        ]);
      }
    });

    test('a user cannot access the presets, ratings and progress of another user', async () => {
      const other = await signIn(server());
      const preset = { name: 'mine', scope: 'list', target: 'series', condition: { allOf: [] } };
      const { id } = (await reader.post<{ id: string }>('/api/v1/filter-presets', preset)).body;
      expect((await other.get(`/api/v1/filter-presets/${id}`)).status).toBe(404);
      expect((await other.get(`/api/v1/series/${open.series.id}/rating`)).status).toBe(404);
      expect((await other.get(`/api/v1/books/${open.book.id}/progress`)).status).toBe(404);
      expect((await other.get<{ total: number }>('/api/v1/progress')).body.total).toBe(0);
    });

    test('reappear with progress and ratings when the restrictions are lifted', async () => {
      const { admin } = server();
      await admin.put(`/api/v1/users/${allowed.userId}/restrictions`, { sharedLibraryIds: [] });
      expect((await allowed.get<{ total: number }>('/api/v1/books')).body.total).toBe(5);
      expect((await allowed.get<{ total: number }>('/api/v1/user/ratings')).body.total).toBe(5);
    });
  },
  { withTasks: true, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
