// Request sequence of komf: it lists a library, edits series and books, replaces covers, and in its automatic mode
// waits for the events of a scan and then for an empty queue.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment, toBasic } from '../../../test/compat/app.ts';
import { expectClients } from '../../../test/compat/clients.ts';
import { listen } from '../../../test/compat/event-stream.ts';
import { addShelf, type Shelf } from '../../../test/compat/shelf.ts';
import type { Client } from '../../../test/harness/client.ts';
import { scan } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { makeCbz, makePage } from '../../../test/makers/books.ts';

interface Page<T = { id: string; name: string }> {
  content: T[];
  last: boolean;
}

interface Thumbnail {
  id: string;
  type: string;
  selected: boolean;
}

/** A series update by komf: unchanged fields are omitted, cleared fields are null. */
const seriesUpdate = {
  status: 'HIATUS',
  title: 'Bone, again',
  titleLock: true,
  titleSort: 'Bone',
  alternateTitles: [{ label: 'native', title: 'ボーン' }],
  summary: 'Three cousins are lost.',
  summaryLock: true,
  publisher: 'Another house',
  readingDirection: 'LEFT_TO_RIGHT',
  ageRating: 12,
  language: 'en',
  genres: ['Fantasy', 'Comedy'],
  tags: ['dragons', 'valley'],
  totalBookCount: 9,
  links: [{ label: 'AniList', url: 'https://anilist.co/manga/30002' }],
};

const bookUpdate = {
  title: 'Out from Boneville',
  summary: 'The first volume.',
  releaseDate: '1995-07-01',
  number: '1',
  numberSort: 1,
  authors: [
    { name: 'Jeff Smith', role: 'writer' },
    { name: 'Jeff Smith', role: 'penciller' },
    { name: 'Vijaya Iyer', role: 'editor' },
  ],
  tags: ['cousins'],
  isbn: '9780963660947',
  links: [{ label: 'AniList', url: 'https://anilist.co/manga/30002' }],
};

/** komf sends the image and whether to select it in one form. */
async function uploadCover(komf: Client, path: string, page: number) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makePage(page))], { type: 'image/jpeg' }), 'cover.jpg');
  form.append('selected', 'true');
  return komf.request<Thumbnail>('POST', path, { raw: form });
}

withServer(
  'komf',
  (server) => {
    let shelf: Shelf;
    let komf: Client;
    beforeAll(async () => {
      shelf = await addShelf(server());
      komf = anApp(server(), server().admin, { 'user-agent': 'komf/0.9.0' });
    });

    test('lists the libraries, the series of a library and the books of a series', async () => {
      expectClients('libraries', (await komf.get('/api/v1/libraries')).body);
      expect((await komf.get(`/api/v1/libraries/${shelf.library.id}`)).status).toBe(200);
      const condition = { allOf: [{ libraryId: { operator: 'is', value: shelf.library.id } }] };
      const all = await komf.post<Page>('/api/v1/series/list?page=0&size=500', { condition });
      expectClients('seriesPage', all.body);
      expect([all.body.content.length, all.body.last]).toEqual([4, true]);
      const inSeries = { condition: { seriesId: { operator: 'is', value: shelf.seriesId('Bone') } } };
      const books = await komf.post<Page>('/api/v1/books/list?unpaged=true', inSeries);
      expectClients('bookPage', books.body);
      expect(books.body.content.map(({ name }) => name)).toEqual(['Bone 1', 'Bone 2', 'Bone 10.5']);
      expectClients('book', (await komf.get(`/api/v1/books/${books.body.content[0]?.id}`)).body);
    });

    test('writes every field of a series, keeps omitted fields, and clears null', async () => {
      const path = `/api/v1/series/${shelf.seriesId('Bone')}`;
      expect((await komf.patch(`${path}/metadata`, seriesUpdate)).status).toBe(204);
      const { body } = await komf.get(path);
      expectClients('series', body);
      expect(body).toMatchObject({ metadata: { ...seriesUpdate, summaryLock: true, tagsLock: false } });
      const change = { summary: null, publisher: null, publisherLock: false };
      expect((await komf.patch(`${path}/metadata`, change)).status).toBe(204);
      // Without its lock, a field follows the files again.
      expect((await komf.get(path)).body).toMatchObject({
        name: 'Bone',
        metadata: { summary: '', publisher: 'Cartoon', tags: seriesUpdate.tags, totalBookCount: 9 },
      });
    });

    test('corrects unlocked values repeatedly; scans keep them, and edits of users take precedence', async () => {
      const id = shelf.seriesId('Zot');
      const path = `/api/v1/series/${id}`;
      const shown = async () => (await komf.get<{ metadata: object }>(path)).body.metadata;
      const send = async (change: object) =>
        expect((await komf.patch(`${path}/metadata`, change)).status).toBe(204);
      await send({ title: 'Zorro', titleLock: false, publisher: 'Wrong', ageRating: 6, genres: ['Western'] });
      await send({ title: 'Zot!', publisher: 'Eclipse', ageRating: 9, genres: ['Comedy'] });
      await scan(server(), shelf.library.id);
      const corrected = {
        title: 'Zot!',
        titleLock: false,
        publisher: 'Eclipse',
        ageRating: 9,
        genres: ['Comedy'],
      };
      expect(await shown()).toMatchObject({ ...corrected, publisherLock: false, genresLock: false });
      const native = `/api/v1/series/${id}/metadata`;
      const origins = async () =>
        (await server().admin.get<{ origins: Record<string, object> }>(native)).body.origins;
      expect(await origins()).toMatchObject({ publisher: { from: 'provider', providerName: 'komf' } });
      await server().admin.patch(native, { publisher: 'Ours' });
      expect(await shown()).toMatchObject({ publisher: 'Ours', publisherLock: true });
      // A value for a locked field replaces it and keeps the lock.
      await send({ publisher: 'Theirs' });
      expect(await shown()).toMatchObject({ publisher: 'Theirs', publisherLock: true });
      expect(await origins()).toMatchObject({ publisher: { from: 'person' } });
    });

    test('resets fields that it or a user has set, also after a user removed the lock', async () => {
      const id = shelf.seriesId('Zot');
      const native = `/api/v1/series/${id}/metadata`;
      await server().admin.patch(native, { ageRating: 18, readingDirection: 'rtl' });
      await server().admin.put(`${native}/locks`, { ageRating: false });
      const fields = [
        'title',
        'summary',
        'publisher',
        'ageRating',
        'readingDirection',
        'totalBookCount',
        'genres',
        'links',
      ];
      const reset = Object.fromEntries(
        fields.flatMap((field) => [
          [field, null],
          [`${field}Lock`, false],
        ]),
      );
      expect((await komf.patch(native, { totalBookCount: 36, links: seriesUpdate.links })).status).toBe(204);
      expect((await komf.patch(native, reset)).status).toBe(204);
      const { body } = await komf.get<{ metadata: Record<string, unknown> }>(`/api/v1/series/${id}`);
      expect(body.metadata).toMatchObject({
        title: 'Zot',
        summary: '',
        publisher: '',
        ageRating: null,
        readingDirection: 'LEFT_TO_RIGHT',
        totalBookCount: null,
        genres: [],
        links: [],
      });
    });

    test('writes every field of a book, keeps omitted fields, and clears null', async () => {
      const path = `/api/v1/books/${shelf.bookId('Bone 1.cbz')}`;
      expect((await komf.patch(`${path}/metadata`, bookUpdate)).status).toBe(204);
      const { body } = await komf.get<{ metadata: { authors: object[] } }>(path);
      expectClients('book', body);
      const { authors, ...plain } = bookUpdate;
      expect(body).toMatchObject({ metadata: plain });
      expect(body.metadata.authors).toEqual(expect.arrayContaining(authors));
      expect((await komf.patch(`${path}/metadata`, { isbn: null, links: null })).status).toBe(204);
      expect((await komf.get(path)).body).toMatchObject({
        metadata: { isbn: '', links: [], title: bookUpdate.title, number: '1' },
      });
    });

    test('an invalid link rejects the whole change with a message', async () => {
      const path = `/api/v1/series/${shelf.seriesId('Akira')}`;
      const change = { summary: 'Never', links: [{ label: 'x', url: 'no address' }] };
      const refused = await komf.patch(`${path}/metadata`, change);
      expect(refused.status).toBe(400);
      expectClients('error', refused.body);
      expect((await komf.get(path)).body).toMatchObject({ metadata: { summary: '' } });
    });

    test('replaces covers of series and books, and deletes its covers', async () => {
      for (const path of [`series/${shelf.seriesId('Bone')}`, `books/${shelf.bookId('Bone 2.cbz')}`]) {
        const thumbnails = `/api/v1/${path}/thumbnails`;
        const first = await uploadCover(komf, thumbnails, 1);
        expect([first.status, first.body]).toMatchObject([200, { type: 'USER_UPLOADED', selected: true }]);
        const second = await uploadCover(komf, thumbnails, 2);
        const listed = await komf.get<Thumbnail[]>(thumbnails);
        expectClients('thumbnails', listed.body);
        const own = listed.body.filter(({ type }) => type === 'USER_UPLOADED');
        expect(own.map(({ id, selected }) => [id, selected])).toEqual(
          expect.arrayContaining([
            [first.body.id, false],
            [second.body.id, true],
          ]),
        );
        for (const { id } of own) expect((await komf.delete(`${thumbnails}/${id}`)).status).toBeLessThan(300);
        const left = (await komf.get<Thumbnail[]>(thumbnails)).body;
        expect(left.every(({ type }) => type !== 'USER_UPLOADED')).toBe(true);
      }
    });

    test('requests an analysis of a series', async () => {
      const path = `/api/v1/series/${shelf.seriesId('Bone')}`;
      expect((await komf.post(`${path}/analyze`)).status).toBe(202);
      expect((await komf.post(`${path}/metadata/refresh`)).status).toBe(202);
    });

    test('in its automatic mode receives events of new books and then of the empty queue', async () => {
      const stream = await listen(server().url, { authorization: toBasic(server().admin) });
      await stream.waitFor('TaskQueueStatus', ({ count }) => count === 0);
      const folder = join(shelf.library.path, 'Usagi');
      mkdirSync(folder);
      writeFileSync(join(folder, 'Usagi 1.cbz'), await makeCbz({ mark: 'usagi' }));
      await scan(server(), shelf.library.id);
      await stream.waitFor('BookAdded', ({ libraryId }) => libraryId === shelf.library.id);
      const added = stream.told.findIndex(({ name }) => name === 'BookAdded');
      const isEmptyAfterwards = () =>
        stream.told.slice(added).some(({ name, data }) => name === 'TaskQueueStatus' && data.count === 0);
      await expect.poll(isEmptyAfterwards).toBe(true);
      const told = stream.told[added]?.data;
      expect((await komf.get(`/api/v1/books/${told?.bookId}`)).status).toBe(200);
      expect((await komf.get(`/api/v1/series/${told?.seriesId}`)).body).toMatchObject({ name: 'Usagi' });
    });
  },
  { environment: compatEnvironment, withTasks: true, eventTimes: { statusMs: 50 } },
);
