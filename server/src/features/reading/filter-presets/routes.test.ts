import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, type TestLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const path = '/api/v1/filter-presets';
const saga = { title: { operator: 'contains', value: 'saga' } };
const aPreset = (change: object = {}) => ({
  name: 'Saga',
  scope: 'list',
  target: 'series',
  condition: saga,
  ...change,
});

withServer(
  'filter presets',
  (server) => {
    let library: TestLibrary;
    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: '1' }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: '2' }),
        'Bone/Bone 1.cbz': await makeCbz({ mark: '3' }),
      });
    });

    test('creates, reads, replaces and deletes presets', async () => {
      const me = await signIn(server());
      const made = await me.post<FilterPreset>(
        path,
        aPreset({ name: '  Saga  ', pinned: true, sort: 'title,desc' }),
      );
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        name: 'Saga',
        scope: 'list',
        target: 'series',
        libraryId: null,
        condition: saga,
        query: null,
        sort: 'title,desc',
        pinned: true,
        position: 0,
      });
      const { id } = made.body;
      const got = await me.get<FilterPreset>(`${path}/${id}`);
      expect(got.body).toEqual(made.body);
      expect(got.headers.get('etag')).toBeTruthy();
      const replaced = await me.put<FilterPreset>(`${path}/${id}`, {
        name: 'Other',
        condition: { allOf: [] },
        query: 'bone',
        libraryId: library.id,
        scope: 'search',
        target: 'books',
      });
      expect(replaced.status).toBe(200);
      expect(replaced.body).toMatchObject({
        name: 'Other',
        scope: 'list',
        target: 'series',
        query: 'bone',
        sort: null,
        pinned: false,
        libraryId: library.id,
      });
      expect((await me.delete(`${path}/${id}`)).status).toBe(204);
      expect((await me.get(`${path}/${id}`)).status).toBe(404);
      expect((await me.delete(`${path}/${id}`)).status).toBe(404);
      expect((await me.put(`${path}/${id}`, aPreset())).status).toBe(404);
      expect((await me.get(`${path}/no-id`)).status).toBe(404);
    });

    test('requires names that are unique per user across scope and target, ignoring case and accents', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const first = await me.post<FilterPreset>(path, aPreset({ name: 'Été' }));
      const again = await me.post(path, aPreset({ name: ' ETE ', scope: 'search', target: 'books' }));
      expect([again.status, again.body]).toMatchObject([409, { error: 'conflict' }]);
      expect((await other.post(path, aPreset({ name: 'Été' }))).status).toBe(201);
      const second = await me.post<FilterPreset>(path, aPreset({ name: 'Hiver' }));
      const { body } = second;
      expect((await me.put(`${path}/${body.id}`, { name: 'été', condition: saga })).status).toBe(409);
      expect((await me.put(`${path}/${first.body.id}`, { name: 'ÉTÉ', condition: saga })).status).toBe(200);
      const all = await Promise.all([1, 2, 3, 4].map(() => me.post(path, aPreset({ name: 'race' }))));
      expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    });

    test('returns 404 for presets of other users', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const { id } = (await me.post<FilterPreset>(path, aPreset())).body;
      expect((await other.get(`${path}/${id}`)).status).toBe(404);
      expect((await other.put(`${path}/${id}`, aPreset())).status).toBe(404);
      expect((await other.delete(`${path}/${id}`)).status).toBe(404);
      expect((await other.get(`${path}/${id}/results`)).status).toBe(404);
      expect((await other.get<{ presets: unknown[] }>(path)).body.presets).toEqual([]);
      expect((await server().admin.get(`${path}/${id}`)).status).toBe(404);
    });

    test('lists presets by position, and by scope, target and library', async () => {
      const me = await signIn(server());
      for (const [name, scope, target, libraryId] of [
        ['a', 'list', 'series', library.id],
        ['b', 'search', 'series', null],
        ['c', 'list', 'books', null],
      ]) {
        await me.post(path, aPreset({ name, scope, target, libraryId }));
      }
      const names = async (query: string) =>
        (await me.get<{ presets: FilterPreset[] }>(`${path}?${query}`)).body.presets.map(({ name }) => name);
      expect(await names('')).toEqual(['a', 'b', 'c']);
      expect(await names('scope=list')).toEqual(['a', 'c']);
      expect(await names('target=series')).toEqual(['a', 'b']);
      expect(await names(`libraryId=${library.id}`)).toEqual(['a']);
      expect((await me.get(`${path}?scope=other`)).status).toBe(400);
    });

    test.each([
      [{ name: '' }, 'body.name'],
      [{ name: '   ' }, 'body.name'],
      [{ name: 'x'.repeat(101) }, 'body.name'],
      [{ scope: 'other' }, 'body.scope'],
      [{ target: 'other' }, 'body.target'],
      [{ condition: { pageCount: { operator: 'gt', value: 1 } } }, 'body.condition.pageCount'],
      [{ condition: { title: { operator: 'is' } } }, 'body.condition.title.value'],
      [{ condition: undefined }, 'body.condition'],
      [{ sort: 'pageCount,asc' }, 'body.sort'],
      [{ sort: 'title,sideways' }, 'body.sort'],
      [{ query: 'x'.repeat(501) }, 'body.query'],
      [{ libraryId: '01890000-0000-7000-8000-000000000000' }, 'body.libraryId'],
      [{ pinned: 'yes' }, 'body.pinned'],
    ])('rejects %j and reports its path', async (change, position) => {
      const me = await signIn(server());
      const { status, body } = await me.post<{ details: { issues: { path: string }[] } }>(
        path,
        aPreset(change),
      );
      expect(status).toBe(400);
      expect(body.details.issues.map((issue) => issue.path)).toContain(position);
    });

    test('runs a preset with condition, text, library and order, page by page', async () => {
      const me = await signIn(server());
      const books = (
        await me.post<FilterPreset>(
          path,
          aPreset({ target: 'books', condition: { allOf: [] }, query: 'saga', sort: 'number,desc' }),
        )
      ).body;
      const first = await me.get<{ data: BookDto[]; total: number; links: { next?: string } }>(
        `${path}/${books.id}/results?pageSize=1`,
      );
      expect(first.body.data.map(({ number }) => number)).toEqual([2]);
      expect(first.body.total).toBe(2);
      const next = await me.get<{ data: BookDto[] }>(first.body.links.next ?? '');
      expect(next.body.data.map(({ number }) => number)).toEqual([1]);
      const series = (await me.post<FilterPreset>(path, aPreset({ name: 'series' }))).body;
      const found = await me.get<{ data: Series[] }>(`${path}/${series.id}/results`);
      expect(found.body.data.map(({ title }) => title)).toEqual(['Saga']);
    });

    test('accepts the field names of Codex in presets and lists', async () => {
      const me = await signIn(server());
      const condition = {
        anyOf: [
          { name: { operator: 'is', value: 'saga' } },
          { not: { hasExternalSourceId: { operator: 'isTrue' } } },
        ],
      };
      const sort = 'book_count,desc';
      const { status, body } = await me.post<FilterPreset>(path, aPreset({ condition, sort }));
      expect([status, body.condition, body.sort]).toEqual([201, condition, sort]);
      const found = await me.get<{ data: Series[] }>(`${path}/${body.id}/results`);
      expect(found.body.data.map(({ title }) => title)).toEqual(['Saga', 'Bone']);
      const listed = await me.post<{ data: Series[] }>(`/api/v1/series/list?sort=${sort}`, { condition });
      expect(listed.body.data.map(({ title }) => title)).toEqual(['Saga', 'Bone']);
    });

    test('continues a random order on the next page', async () => {
      const me = await signIn(server());
      const { id } = (
        await me.post<FilterPreset>(
          path,
          aPreset({ target: 'books', condition: { allOf: [] }, sort: 'random' }),
        )
      ).body;
      const seen: string[] = [];
      let url: string | undefined = `${path}/${id}/results?pageSize=1`;
      while (url) {
        const { body }: { body: { data: BookDto[]; links: { next?: string } } } = await me.get(url);
        seen.push(...body.data.map((book) => book.id));
        url = body.links.next;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(3);
    });

    test('limits presets to 500 per user', { timeout: 30_000 }, async () => {
      const me = await signIn(server());
      for (let n = 0; n < 500; n += 50) {
        const made = await Promise.all(
          Array.from({ length: 50 }, (_, i) => me.post(path, aPreset({ name: `preset ${n + i}` }))),
        );
        expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
      }
      expect((await me.post(path, aPreset({ name: 'one more' }))).status).toBe(409);
    });
  },
  { withTasks: true },
);
