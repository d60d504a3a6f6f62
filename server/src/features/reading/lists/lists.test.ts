import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { ImportReport } from '@lectern/contract/reading/read-lists';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

let named = 0;
const aName = () => `List ${++named}`;

onBothDatabases(
  'collections and read lists',
  (server) => {
    let books: BookDto[];
    let series: Series[];
    const ids = () => ({ books: books.map(({ id }) => id), series: series.map(({ id }) => id) });

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const name of ['Akira', 'Bone', 'Saga', 'Zot']) {
        for (const n of [1, 2, 10]) {
          const comicInfo = `<Series>${name}</Series><Number>${n}</Number><Year>200${n % 10}</Year><Genre>${name === 'Bone' ? 'Fantasy' : 'Drama'}</Genre>`;
          files[`${name}/${name} ${n}.cbz`] = await makeCbz({ mark: `${name}${n}`, comicInfo });
        }
      }
      const library = await addScannedLibrary(server(), files);
      books = await listBooks(server().admin, library.id);
      series = await listSeries(server().admin, library.id);
    });

    const kinds = [
      { path: '/api/v1/collections', members: 'series' },
      { path: '/api/v1/readlists', members: 'books' },
    ] as const;

    test.each(kinds)('$path: finds the lists that contain a member', async ({ path, members }) => {
      const { admin, reader } = server();
      const [a, b] = ids()[members];
      const [first] = members === 'series' ? series : books;
      const make = async (body: object) =>
        (await admin.post<SharedList>(path, { name: aName(), ...body })).body.id;
      const manual = await make({ ids: [a] });
      const other = await make({ ids: [b] });
      const automatic = await make({ condition: { title: { operator: 'is', value: first?.title } } });
      const find = async (memberId: string | undefined, caller: Client = reader) =>
        (await caller.get<{ data: SharedList[] }>(`${path}?memberId=${memberId}`)).body.data
          .map(({ id }) => id)
          .sort();
      expect(await find(a)).toEqual([manual, automatic].sort());
      expect(await find(b)).toEqual([other]);
      const limited = await signIn(server());
      const limits = { sharedLibraryIds: [], maxAgeRating: 1, allowUnrated: false };
      await admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
      expect(await find(a, limited)).toEqual([]);
      for (const id of [manual, other, automatic]) await admin.delete(`${path}/${id}`);
    });

    test.each(kinds)(
      '$path: creates, orders, changes, reads and deletes a list',
      async ({ path, members }) => {
        const { admin, reader } = server();
        const [a, b, c, d] = ids()[members];
        const made = await admin.post<SharedList>(path, { name: aName(), ordered: true, ids: [c, a] });
        expect(made.status).toBe(201);
        expect(made.body).toMatchObject({
          memberCount: 2,
          ordered: true,
          automatic: false,
          condition: null,
          summary: null,
        });
        const one = `${path}/${made.body.id}`;
        const list = async (query = '') =>
          (
            await reader.get<{ data: { id: string }[]; total: number }>(`${one}/${members}?${query}`)
          ).body.data.map(({ id }) => id);
        expect(await list()).toEqual([c, a]);
        expect((await admin.post<SharedList>(`${one}/${members}`, { ids: [b, a] })).body.memberCount).toBe(3);
        expect(await list()).toEqual([c, a, b]);
        expect(await list('page=2&pageSize=2')).toEqual([b]);
        await admin.put(`${one}/${members}`, { ids: [d, b, c] });
        expect(await list()).toEqual([d, b, c]);
        expect((await admin.delete(`${one}/${members}/${b}`)).status).toBe(204);
        expect((await admin.delete(`${one}/${members}/${b}`)).status).toBe(404);
        await admin.patch(one, { ordered: false, summary: 'Words' });
        expect(await list()).toEqual(
          [c, d].sort((x, y) => ids()[members].indexOf(x ?? '') - ids()[members].indexOf(y ?? '')),
        );
        const shown = await reader.get<SharedList>(one);
        expect(shown.body).toMatchObject({ summary: 'Words', memberCount: 2 });
        expect(shown.headers.get('etag')).toBeTruthy();
        const again = await admin.patch<SharedList>(one, { summary: 'Words' });
        expect(again.body.updatedAt).toBe(shown.body.updatedAt);
        expect((await reader.patch(one, { name: 'x' })).status).toBe(403);
        expect((await admin.delete(one)).status).toBe(204);
        expect((await reader.get(one)).status).toBe(404);
      },
    );

    test.each(kinds)('$path: names are unique, ignoring case and accents', async ({ path }) => {
      const name = `Été ${aName()}`;
      expect((await server().admin.post(path, { name })).status).toBe(201);
      const again = await server().admin.post(path, { name: name.toUpperCase().replace('É', 'e') });
      expect([again.status, again.body]).toMatchObject([409, { error: 'conflict' }]);
      const found = await server().reader.get<{ total: number }>(
        `${path}?search=${encodeURIComponent('ETE')}`,
      );
      expect(found.body.total).toBeGreaterThan(0);
    });

    test.each(kinds)(
      '$path: rejects bad members and names, and reports their paths',
      async ({ path, members }) => {
        const { admin } = server();
        const unknown = '01890000-0000-7000-8000-000000000000';
        expect((await admin.post(path, { name: aName(), ids: [unknown] })).status).toBe(400);
        expect((await admin.post(path, { name: ' ' })).status).toBe(400);
        expect((await admin.post(path, { name: aName(), condition: { nonsense: {} } })).status).toBe(400);
        const { body } = await admin.post<SharedList>(path, { name: aName() });
        expect((await admin.post(`${path}/${body.id}/${members}`, { ids: 'all' })).status).toBe(400);
        expect((await admin.post(`${path}/${unknown}/${members}`, { ids: [] })).status).toBe(404);
      },
    );

    test.each(kinds)('$path: concurrent additions both succeed', async ({ path, members }) => {
      const { admin } = server();
      const { body } = await admin.post<SharedList>(path, { name: aName(), ordered: true });
      await Promise.all(
        ids()
          [members].slice(0, 4)
          .map((id) => admin.post(`${path}/${body.id}/${members}`, { ids: [id] })),
      );
      expect((await admin.get<SharedList>(`${path}/${body.id}`)).body.memberCount).toBe(4);
    });

    test('automatic lists contain matching items, and can be used in conditions', async () => {
      const { admin, reader } = server();
      const condition = { genre: { operator: 'is', value: 'fantasy' } };
      const { body } = await admin.post<SharedList>('/api/v1/collections', { name: aName(), condition });
      expect(body).toMatchObject({ automatic: true, condition, memberCount: 1 });
      // Users who cannot edit the condition do not see it: it may name items hidden from them.
      const shown = await reader.get(`/api/v1/collections/${body.id}`);
      expect(shown.body).toMatchObject({ automatic: true, condition: null, memberCount: 1 });
      expect((await reader.get('/api/v1/collections?pageSize=500')).bytes.toString()).not.toContain(
        'fantasy',
      );
      const path = `/api/v1/collections/${body.id}`;
      const titles = async (url: string) =>
        (await reader.get<{ data: Series[] }>(url)).body.data.map(({ title }) => title);
      expect(await titles(`${path}/series`)).toEqual(['Bone']);
      expect((await admin.post(`${path}/series`, { ids: [series[0]?.id] })).status).toBe(409);
      const named = async (operator: string) =>
        (
          await reader.post<{ data: Series[] }>('/api/v1/series/list', {
            condition: { collectionId: { operator, value: body.id } },
          })
        ).body.data.map(({ title }) => title);
      expect(await named('is')).toEqual(['Bone']);
      expect(await named('isNot')).toEqual(['Akira', 'Saga', 'Zot']);
      // After its condition is removed, it keeps its members.
      const frozen = await admin.patch<SharedList>(path, { condition: null });
      expect(frozen.body).toMatchObject({ automatic: false, memberCount: 1 });
      // A list that references itself is empty and does not recurse.
      await admin.patch(path, { condition: { collectionId: { operator: 'is', value: body.id } } });
      expect((await admin.get<SharedList>(path)).body.memberCount).toBe(0);
      expect((await reader.get(path)).status).toBe(404);
    });

    test('combines four covers into one image with a validator', async () => {
      const { admin, reader } = server();
      const { body } = await admin.post<SharedList>('/api/v1/readlists', {
        name: aName(),
        ids: ids().books.slice(0, 5),
      });
      const path = `/api/v1/readlists/${body.id}/thumbnail`;
      const { bytes, headers, status } = await reader.get(path);
      expect(status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg' });
      expect(headers.get('etag')).toBeTruthy();
      // A background task may draw the covers once more, which changes the mosaic.
      const askAgain = async () => {
        const etag = (await reader.get(path)).headers.get('etag') ?? '';
        return (await reader.get(path, { 'if-none-match': etag })).status;
      };
      await expect.poll(askAgain).toBe(304);
      const empty = await admin.post<SharedList>('/api/v1/readlists', { name: aName() });
      expect((await reader.get(`/api/v1/readlists/${empty.body.id}/thumbnail`)).status).toBe(404);
    });

    test('exports a read list as .cbl and imports it completely', async () => {
      const { admin } = server();
      const wanted = [books[4], books[0], books[8]].map((book) => book?.id ?? '');
      const name = aName();
      const { body } = await admin.post<SharedList>('/api/v1/readlists', { name, ids: wanted });
      const file = await admin.get(`/api/v1/readlists/${body.id}/export`);
      expect(file.headers.get('content-disposition')).toContain('.cbl');
      expect(file.bytes.toString()).toContain('<ReadingList');
      const upload = async (content: Uint8Array | string, query = '') => {
        const form = new FormData();
        form.append(
          'file',
          new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
          'list.cbl',
        );
        return admin.request<ImportReport>('POST', `/api/v1/readlists/import?${query}`, { raw: form });
      };
      const dry = await upload(file.bytes, 'dryRun=true');
      expect(dry.status).toBe(200);
      expect(dry.body).toMatchObject({ name, matched: 3, unmatched: 0, readList: null });
      expect(dry.body.entries.map(({ bookId }) => bookId)).toEqual(wanted);
      expect((await upload(file.bytes)).status).toBe(409);
      const made = await upload(file.bytes, `name=${encodeURIComponent(aName())}`);
      expect([made.status, made.body.readList?.memberCount]).toEqual([201, 3]);
      const strange = await upload(
        '<ReadingList><Name>Strange</Name><Books><Book Series="Akira (1988)" Number="1" Volume="1988"/><Book Series="Nobody" Number="1"/><Book Series="bone" Number="2"/><Book Series="bone" Number="2"/></Books></ReadingList>',
        'dryRun=true',
      );
      expect(strange.body.entries.map(({ status }) => status)).toEqual([
        'matched',
        'not_found',
        'matched',
        'duplicate',
      ]);
      for (const bad of [
        '',
        'no xml',
        '<Other/>',
        '<!DOCTYPE x [<!ENTITY a "b">]><ReadingList><Name>&a;</Name></ReadingList>',
      ])
        expect((await upload(bad, 'dryRun=true')).status).toBeLessThan(500);
      expect((await upload('<Other/>')).status).toBe(400);
    });

    test('want-to-read marks and ratings are separate for each user', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const [one, two] = series;
      const wanted = async (who = me) =>
        (await who.get<{ data: Series[] }>('/api/v1/want-to-read/series')).body.data.map(
          ({ title }) => title,
        );
      for (const { id } of [one, two].flatMap((s) => s ?? []))
        await me.post(`/api/v1/want-to-read/series/${id}`);
      await me.post(`/api/v1/want-to-read/series/${one?.id}`);
      expect((await wanted()).toSorted()).toEqual([one?.title, two?.title]);
      expect(await wanted(other)).toEqual([]);
      expect((await me.get<Series>(`/api/v1/series/${one?.id}`)).body.wantToRead).toBe(true);
      expect((await other.get<Series>(`/api/v1/series/${one?.id}`)).body.wantToRead).toBe(false);
      expect((await me.delete(`/api/v1/want-to-read/series/${one?.id}`)).status).toBe(204);
      expect(await wanted()).toEqual([two?.title]);
      const rating = `/api/v1/series/${one?.id}/rating`;
      expect((await me.get(rating)).status).toBe(404);
      const rated = await me.put<{ rating: number }>(rating, { rating: 80, notes: 'Good' });
      expect(rated.body).toMatchObject({ rating: 80, notes: 'Good', seriesId: one?.id });
      await other.put(rating, { rating: 61 });
      expect((await me.get(`/api/v1/series/${one?.id}/ratings/average`)).body).toEqual({
        average: 70.5,
        count: 2,
      });
      expect((await me.get<{ total: number }>('/api/v1/user/ratings')).body.total).toBe(1);
      for (const bad of [{ rating: 0 }, { rating: 101 }, { rating: 5.5 }, {}])
        expect((await me.put(rating, bad)).status).toBe(400);
      expect((await me.delete(rating)).status).toBe(204);
      expect((await me.get(rating)).status).toBe(404);
    });

    test.each(kinds)('$path: lists those with members of a library', async ({ path, members }) => {
      const { admin } = server();
      const other = await addScannedLibrary(server(), {
        'Tank/Tank 1.cbz': await makeCbz({ mark: `tank ${members}` }),
      });
      const [tank] =
        members === 'series' ? await listSeries(admin, other.id) : await listBooks(admin, other.id);
      const [akira] = ids()[members];
      const both = aName();
      const none = aName();
      await admin.post(path, { name: aName(), ids: [akira] });
      await admin.post(path, { name: both, ids: [akira, tank?.id] });
      await admin.post(path, { name: none });
      const listed = async (libraryId: string) =>
        (await admin.get<{ data: SharedList[] }>(`${path}?libraryId=${libraryId}`)).body.data;
      expect(await listed(other.id)).toMatchObject([{ name: both, memberCount: 1 }]);
      expect((await listed(akira ?? '')).length).toBe(0);
      const stranger = await signIn(server());
      await admin.put(`/api/v1/users/${stranger.userId}/restrictions`, {
        sharedLibraryIds: [books[0]?.libraryId],
      });
      const hidden = await stranger.get<{ data: SharedList[] }>(`${path}?libraryId=${other.id}`);
      expect(hidden.body.data).toEqual([]);
    });

    test('stores any JSON as preferences of each user, within limits', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const path = '/api/v1/user/preferences';
      const value = { theme: ['dark', 1, null, { deep: true }] };
      expect((await me.put(`${path}/reader.theme`, value)).body).toEqual(value);
      expect((await me.put(`${path}/nothing`, null)).status).toBeLessThan(500);
      expect((await me.put<object>(path, { a: 1, b: 'x' })).body).toMatchObject({
        a: 1,
        b: 'x',
        'reader.theme': value,
      });
      expect((await me.get(`${path}/a`)).body).toBe(1);
      expect((await other.get(path)).body).toEqual({});
      expect((await other.get(`${path}/a`)).status).toBe(404);
      expect((await me.put(`${path}/big`, 'x'.repeat(65_536))).status).toBe(413);
      expect((await me.put(`${path}/bad%20key`, 1)).status).toBe(404);
      expect((await me.delete(`${path}/a`)).status).toBe(204);
      expect((await me.get(`${path}/a`)).status).toBe(404);
      const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`k${i}`, i]));
      expect((await me.put(path, many)).status).toBe(409);
      expect((await me.delete(path)).status).toBe(204);
      expect((await me.get(path)).body).toEqual({});
    });
  },
  { withTasks: true },
);
