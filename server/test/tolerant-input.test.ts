// Input that the API accepts leniently: values returned by GET, names from other versions, unusual numbers.
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

withServer(
  'lenient input',
  (server) => {
    const aBook = async () => {
      const library = await addScannedLibrary(server(), { 'Saga/Saga 001.cbz': await makeCbz({}) });
      return getBook(server().admin, library.id, 'Saga 001.cbz');
    };

    test('PUT accepts the locks that GET returns and ignores unknown fields', async () => {
      const { admin } = server();
      const { id, seriesId } = await aBook();
      for (const path of [
        `/api/v1/books/${id}/metadata/locks`,
        `/api/v1/series/${seriesId}/metadata/locks`,
      ]) {
        expect((await admin.put(path, { title: true, summary: false, ofAnotherVersion: true })).status).toBe(
          200,
        );
        const { body } = await admin.get<{ locks: object }>(path);
        expect(body.locks).toMatchObject({ title: true });
        expect((await admin.put(path, body)).body).toEqual(body);
        expect((await admin.put(path, body.locks)).body).toEqual(body);
        expect((await admin.put(path, { title: 'yes' })).status).toBe(400);
        expect((await admin.put(path, [])).status).toBe(400);
      }
    });

    test('ignores unknown names in restrictions', async () => {
      const user = await signIn(server());
      const path = `/api/v1/users/${user.userId}/restrictions`;
      const limits = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: 12, allowUnrated: false };
      const set = await server().admin.put(path, { ...limits, ofAnotherVersion: 3 });
      expect([set.status, set.body]).toEqual([200, limits]);
    });

    test('accepts page numbers and sizes with any number of digits', async () => {
      const { admin } = server();
      await aBook();
      for (const number of ['9007199254740991', '9007199254740993', '9'.repeat(400)]) {
        const page = await admin.get<{ data: unknown[] }>(`/api/v1/books?page=${number}`);
        expect([number, page.status, page.body.data]).toEqual([number, 200, []]);
        const size = await admin.get<{ pageSize: number }>(`/api/v1/books?pageSize=${number}`);
        expect([number, size.status, size.body.pageSize]).toEqual([number, 200, 500]);
      }
      for (const odd of ['0', '-1', '1.5', 'x', '0'.repeat(20)])
        expect([odd, (await admin.get(`/api/v1/books?page=${odd}`)).status]).toEqual([odd, 400]);
    });

    test('treats a search that contains NUL as empty', async () => {
      const { admin } = server();
      const { title } = await aBook();
      for (const noun of ['books', 'series']) {
        const path = `/api/v1/${noun}/list`;
        const all = await admin.post<{ total: number }>(path, {});
        const found = await admin.post<{ total: number }>(path, { fullTextSearch: `${title}\0` });
        expect([found.status, found.body.total]).toEqual([200, all.body.total]);
      }
    });

    test('accepts null as a preference', async () => {
      const { reader } = server();
      const path = '/api/v1/user/preferences';
      expect((await reader.request('PUT', `${path}/of.nothing`)).status).toBe(400);
      const options = { raw: 'null', headers: { 'content-type': 'application/json' } };
      const set = await reader.request('PUT', `${path}/of.nothing`, options);
      expect([set.status, set.body]).toEqual([200, null]);
      expect((await reader.get(`${path}/of.nothing`)).body).toBeNull();
      expect((await reader.put(path, { 'of.nothing': null, other: 1 })).body).toMatchObject({
        'of.nothing': null,
      });
    });
  },
  { withTasks: true },
);
