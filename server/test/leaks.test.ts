// Nothing leaks (contract section 1, "Access"): every route of the API description is walked with the ids of what a
// caller may not see, hidden from them by library, by sharing tag and by age.
import type { BookDto } from '@lectern/contract/books';
import { nouns } from '@lectern/contract/nouns';
import type { Permission } from '@lectern/contract/permissions';
import type { RouteDescription } from '@lectern/contract/route';
import type { Series } from '@lectern/contract/series';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { addScannedLibrary, listBooks, listSeries } from './harness/library.ts';
import { onBothDatabases } from './harness/server.ts';
import { type SignedIn, signIn } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

/** The event stream never ends: what it lets through is tested in features/events. */
const all = nouns
  .flatMap(({ table }) => Object.values(table) as RouteDescription[])
  .filter(({ path }) => path !== '/api/v1/events');
const word = (name: string) => `Zq${name}word`;
const comicInfo = (name: string, age = '') =>
  `<Title>${word(name)}</Title><Series>${word(name)}</Series><Genre>${word(name)}</Genre><Writer>${word(name)}</Writer>${age}`;

interface Hidden {
  name: string;
  libraryId: string;
  series: Series;
  book: BookDto;
}

onBothDatabases(
  'what a caller may not see',
  (server) => {
    let reader: SignedIn;
    let maintainer: SignedIn;
    let allowed: SignedIn;
    let hidden: Hidden[];
    let open: Hidden;
    const lists: Record<string, string> = {};

    beforeAll(async () => {
      const { admin } = server();
      const spec = async (name: string, age?: string) =>
        makeCbz({ mark: name, pages: 2, comicInfo: comicInfo(name, age) });
      const shown = await addScannedLibrary(server(), {
        'Open/1.cbz': await spec('Open', '<AgeRating>Everyone</AgeRating>'),
        'Tagged/1.cbz': await spec('Tagged', '<AgeRating>Everyone</AgeRating>'),
        'Adult/1.cbz': await spec('Adult', '<AgeRating>Adults Only 18+</AgeRating>'),
        'Unrated/1.cbz': await spec('Unrated'),
      });
      const away = await addScannedLibrary(server(), { 'Away/1.cbz': await spec('Away') });
      const found: Hidden[] = [];
      for (const library of [shown, away]) {
        const books = await listBooks(admin, library.id);
        for (const series of await listSeries(admin, library.id)) {
          const book = books.find(({ seriesId }) => seriesId === series.id);
          if (book) found.push({ name: series.title, libraryId: library.id, series, book });
        }
      }
      const of = (name: string) => found.find((one) => one.name === word(name));
      const tag = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'grown-ups' }))
        .body;
      const kids = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'kids' })).body;
      await admin.put(`/api/v1/series/${of('Tagged')?.series.id}/sharing-tags`, {
        tagIds: [tag.id, kids.id],
      });
      await admin.put(`/api/v1/series/${of('Open')?.series.id}/sharing-tags`, { tagIds: [kids.id] });
      const ofOpen = of('Open');
      if (!ofOpen) throw new Error('Nothing was found');
      open = ofOpen;
      hidden = found.filter((one) => one !== open);
      expect(hidden).toHaveLength(4);
      const everything = found.map(({ series }) => series.id);
      lists.collection = (
        await admin.post<{ id: string }>('/api/v1/collections', { name: 'All', ids: everything })
      ).body.id;
      lists.hiddenCollection = (
        await admin.post<{ id: string }>('/api/v1/collections', {
          name: 'Zqhidden',
          ids: hidden.map(({ series }) => series.id),
        })
      ).body.id;
      lists.readList = (
        await admin.post<{ id: string }>('/api/v1/readlists', {
          name: 'All',
          ids: found.map(({ book }) => book.id),
        })
      ).body.id;
      const limit = async (who: SignedIn, sharingTags: object[]) => {
        // Marks from a time before the limits must not tell anything either.
        for (const { book, series } of found) {
          await who.post(`/api/v1/books/${book.id}/read`);
          await who.put(`/api/v1/series/${series.id}/rating`, { rating: 50 });
          await who.post(`/api/v1/want-to-read/series/${series.id}`);
          await who.post(`/api/v1/want-to-read/books/${book.id}`);
        }
        const limits = { sharedLibraryIds: [shown.id], sharingTags, maxAgeRating: 12, allowUnrated: false };
        const { status } = await admin.put(`/api/v1/users/${who.userId}/restrictions`, limits);
        expect(status).toBe(200);
      };
      reader = await signIn(server());
      maintainer = await signIn(server(), { role: 'maintainer' });
      allowed = await signIn(server());
      await limit(reader, [{ tagId: tag.id, access: 'deny' }]);
      await limit(maintainer, [{ tagId: tag.id, access: 'deny' }]);
      // Deny wins over allow: the tagged series has both.
      await limit(allowed, [
        { tagId: kids.id, access: 'allow' },
        { tagId: tag.id, access: 'deny' },
      ]);
    }, 60_000);

    const toUrl = (path: string, params: Record<string, string>) =>
      path.replace(/\{(\w+)\*?\}/g, (_, name: string) => params[name] ?? 'x');

    const isDenied = (status: number) => status === 404 || status === 403;
    const toBody = (route: RouteDescription) => (route.body ? { body: {} } : {});

    test('case 69: is 404 on every route that takes an id', async () => {
      for (const route of all.filter(({ path }) =>
        /^\/api\/v1\/(series|books|libraries)\/\{id\}/.test(path),
      )) {
        const noun = /^\/api\/v1\/(\w+)/.exec(route.path)?.[1];
        for (const { name, libraryId, series, book } of hidden) {
          if (noun === 'libraries' && libraryId === open.libraryId) continue;
          const id = noun === 'series' ? series.id : noun === 'books' ? book.id : libraryId;
          for (const who of [reader, maintainer, allowed]) {
            const url = toUrl(route.path, {
              id,
              number: '1',
              coverId: 'embedded',
              path: 'x',
              memberId: book.id,
            });
            const { status } = await who.request(route.method, url, toBody(route));
            const shown = [route.method, url, name, status];
            // A body that is wrong may be told of first: it says nothing about what is there.
            const isFine = isDenied(status) || (status === 400 && route.body !== undefined) || status === 415;
            expect([...shown, isFine]).toEqual([...shown, true]);
          }
        }
      }
    });

    const secretsOf = ({ name, series, book }: Hidden) => [name, series.id, book.id, book.fileHash];

    const expectSilence = (where: string, text: string) => {
      for (const one of hidden) {
        for (const secret of secretsOf(one))
          expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
      }
    };

    test('case 73: is in no list, count, facet, search, shelf or feed', async () => {
      for (const who of [reader, maintainer, allowed]) {
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

    test('counts for nothing in collections and read lists, and is not in them', async () => {
      for (const who of [reader, allowed]) {
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

    test('case 70: is passed over by bulk changes, as what does not exist is', async () => {
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
        }
      }
    });

    test('a maintainer cannot put it into a list, nor lose what others put there', async () => {
      const [one] = hidden;
      const path = `/api/v1/collections/${lists.collection}/series`;
      expect((await maintainer.post(path, { ids: [one?.series.id] })).status).toBe(400);
      expect((await maintainer.put(path, { ids: [open.series.id] })).status).toBe(200);
      const { body } = await server().admin.get<{ memberCount: number }>(
        `/api/v1/collections/${lists.collection}`,
      );
      expect(body.memberCount).toBe(5);
    });

    test('nobody is answered 401 everywhere but where anyone may go', async () => {
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

    test('a key with one permission may do nothing else', async () => {
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

    test('case 71: one user’s presets, ratings and places do not exist for another', async () => {
      const other = await signIn(server());
      const preset = { name: 'mine', scope: 'list', target: 'series', condition: { allOf: [] } };
      const { id } = (await reader.post<{ id: string }>('/api/v1/filter-presets', preset)).body;
      expect((await other.get(`/api/v1/filter-presets/${id}`)).status).toBe(404);
      expect((await other.get(`/api/v1/series/${open.series.id}/rating`)).status).toBe(404);
      expect((await other.get(`/api/v1/books/${open.book.id}/progress`)).status).toBe(404);
      expect((await other.get<{ total: number }>('/api/v1/progress')).body.total).toBe(0);
    });

    test('is there again when the limits are lifted, with everything that was marked', async () => {
      const { admin } = server();
      await admin.put(`/api/v1/users/${allowed.userId}/restrictions`, { sharedLibraryIds: [] });
      expect((await allowed.get<{ total: number }>('/api/v1/books')).body.total).toBe(5);
      expect((await allowed.get<{ total: number }>('/api/v1/user/ratings')).body.total).toBe(5);
    });
  },
  { withTasks: true },
);
