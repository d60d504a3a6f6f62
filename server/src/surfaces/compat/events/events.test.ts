import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test, vi } from 'vitest';
import { toBasic } from '../../../../test/compat/app.ts';
import { listen } from '../../../../test/compat/event-stream.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makePage } from '../../../../test/makers/books.ts';

const password = (person: SignedIn) => ({ authorization: toBasic(person) });

withServer(
  'events of the compatibility API',
  (server) => {
    const switchOn = () => server().admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });

    test('are sent with the names and data that its clients expect', async () => {
      await switchOn();
      const { admin, url } = server();
      const stream = await listen(url, password(admin));
      expect(stream.status).toBe(200);
      expect(stream.headers.get('content-type')).toContain('text/event-stream');
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'sse' }) });
      const book = await getBook(admin, library.id, '1.cbz');
      // Until this event, a change is merged into the event of the addition.
      await stream.waitFor('BookAdded', (data) => data.bookId === book.id);
      const changed = await admin.patch(`/api/v1/books/${book.id}`, { title: 'Another' });
      expect([changed.status, changed.body]).toMatchObject([200, {}]);
      await stream.waitFor('BookChanged', (data) => data.bookId === book.id && data.libraryId === library.id);
      await admin.post(`/api/v1/books/${book.id}/read`);
      await stream.waitFor('ReadProgressChanged', (data) => data.userId === admin.userId);
      const { body } = await admin.post<{ id: string }>('/api/v1/collections', {
        name: `sse ${server().kind}`,
        ids: [book.seriesId],
      });
      await stream.waitFor(
        'CollectionAdded',
        (data) => data.collectionId === body.id && isDeepStrictEqual(data.seriesIds, [book.seriesId]),
      );
      const ofSeries = { seriesId: book.seriesId, userId: admin.userId };
      await stream.waitFor('ReadProgressSeriesChanged', (data) => isDeepStrictEqual(data, ofSeries));
      await admin.post(`/api/v1/books/${book.id}/unread`);
      await stream.waitFor('ReadProgressSeriesDeleted', (data) => isDeepStrictEqual(data, ofSeries));
      const ids = [book.id];
      await admin.post('/api/v1/readlists', { name: `sse ${server().kind}`, ids });
      await stream.waitFor('ReadListAdded', (data) => isDeepStrictEqual(data.bookIds, ids));
      const seriesEvents = stream.told.filter(({ name }) => name.startsWith('Series'));
      for (const { data } of seriesEvents)
        expect(Object.keys(data).sort()).toEqual(['libraryId', 'seriesId']);
    });

    test('report selected and deleted covers', async () => {
      await switchOn();
      const { admin, url } = server();
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'covers' }) });
      const { id: bookId, seriesId } = await getBook(admin, library.id, '1.cbz');
      const stream = await listen(url, password(admin));
      const upload = async () => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(await makePage(1))]), 'cover.jpg');
        const path = `/api/v1/books/${bookId}/cover`;
        return (await admin.request<{ id: string }>('POST', path, { raw: form })).body.id;
      };
      const first = await upload();
      const second = await upload();
      await stream.waitFor('ThumbnailBookAdded', (data) => data.bookId === bookId);
      for (const [id, selected] of [
        [first, false],
        [second, true],
      ] as const) {
        await admin.delete(`/api/v1/books/${bookId}/covers/${id}`);
        await stream.waitFor('ThumbnailBookDeleted', (data) =>
          isDeepStrictEqual(data, { bookId, seriesId, selected }),
        );
      }
    });

    test.each([
      ['collections', 'SeriesCollection', 'collectionId'],
      ['readlists', 'ReadList', 'readListId'],
    ] as const)('report selected and deleted covers of %s', async (noun, kind, key) => {
      await switchOn();
      const { admin, url } = server();
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: `of ${noun}` }) });
      const book = await getBook(admin, library.id, '1.cbz');
      const ids = [noun === 'collections' ? book.seriesId : book.id];
      const { body: list } = await admin.post<{ id: string }>(`/api/v1/${noun}`, {
        name: `Covers ${noun}`,
        ids,
      });
      const stream = await listen(url, password(admin));
      const app = server().as(password(admin));
      const path = `/compat/api/v1/${noun}/${list.id}/thumbnails`;
      const upload = async (page: number) => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(await makePage(page))]), 'cover.jpg');
        return (await app.request<{ id: string }>('POST', path, { raw: form })).body.id;
      };
      const waitFor = (change: 'Added' | 'Deleted', selected: boolean) =>
        stream.waitFor(`Thumbnail${kind}${change}`, (data) =>
          isDeepStrictEqual(data, { [key]: list.id, selected }),
        );
      const first = await upload(1);
      const second = await upload(2);
      await waitFor('Added', true);
      for (const [id, selected] of [
        [first, false],
        [second, true],
      ] as const) {
        expect((await app.delete(`${path}/${id}`)).status).toBe(204);
        await waitFor('Deleted', selected);
      }
    });

    test('send the queue status only to administrators', async () => {
      await switchOn();
      const { admin, reader, url } = server();
      const ofAdmin = await listen(url, password(admin));
      const ofReader = await listen(url, password(reader));
      await ofAdmin.waitFor(
        'TaskQueueStatus',
        ({ count, countByType }) => count === 0 && typeof countByType === 'object',
      );
      const { body } = await admin.post<{ id: string }>('/api/v1/readlists', { name: `q ${server().kind}` });
      await ofAdmin.waitFor('ReadListAdded', (data) => data.readListId === body.id);
      expect(ofReader.told.filter(({ name }) => name === 'TaskQueueStatus')).toEqual([]);
    });

    test('report every book of a burst that is merged into one native event', {
      timeout: 120_000,
    }, async () => {
      await switchOn();
      const { admin, url } = server();
      const library = await addScannedLibrary(server(), { 'A/0.cbz': await makeCbz({ mark: 'burst' }) });
      const stream = await listen(url, password(admin));
      const folder = join(library.path, 'B');
      mkdirSync(folder);
      for (let n = 1; n <= 60; n++)
        writeFileSync(join(folder, `${n}.cbz`), await makeCbz({ mark: `burst ${n}`, pages: 1 }));
      await scan(server(), library.id);
      const added = () =>
        new Set(stream.told.filter(({ name }) => name === 'BookAdded').map(({ data }) => data.bookId));
      const wanted = (await listBooks(admin, library.id)).filter(({ path }) => !path.endsWith('/0.cbz'));
      expect(wanted).toHaveLength(60);
      await vi.waitUntil(() => wanted.every(({ id }) => added().has(id)), { timeout: 60_000 });
      rmSync(folder, { recursive: true });
    });

    test('omit items hidden from the caller, and end with the session', async () => {
      await switchOn();
      const { admin, url } = server();
      const ofAdmin = await listen(url, password(admin));
      const shown = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'shown' }) });
      const hidden = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'hidden' }) });
      // Until this event, a change is merged into the event of the addition.
      await ofAdmin.waitFor('BookAdded', (data) => data.libraryId === hidden.id);
      const somebody = await signIn(server());
      const limits = {
        sharedLibraryIds: [shown.id],
        sharingTags: [],
        maxAgeRating: null,
        allowUnrated: true,
      };
      await admin.put(`/api/v1/users/${somebody.userId}/restrictions`, limits);
      const stream = await listen(url, password(somebody));
      const rename = async (libraryId: string, title: string) => {
        const book = await getBook(admin, libraryId, '1.cbz');
        await admin.patch(`/api/v1/books/${book.id}`, { title });
      };
      await rename(hidden.id, 'Nobody hears');
      await rename(shown.id, 'Everybody hears');
      await stream.waitFor('BookChanged');
      expect(stream.told.every(({ data }) => data.libraryId !== hidden.id)).toBe(true);
      await admin.patch(`/api/v1/users/${somebody.userId}`, { isActive: false });
      await expect.poll(() => stream.isOver()).toBe(true);
    });

    test('require authentication', async () => {
      await switchOn();
      const answer = await server().get('/compat/sse/v1/events');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    });
  },
  { withTasks: true, eventTimes: { statusMs: 50 } },
);
