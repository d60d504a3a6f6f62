import type { BookDto } from '@lectern/contract/libraries/books';
import type { Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { PositionList, WebPubManifest } from '#features/serving/publications/index.ts';
import { addScannedLibrary, getBook, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

interface PageItem {
  number: number;
  fileName: string;
  mediaType: string;
  width: number | null;
  height: number | null;
  sizeBytes: number | null;
  size: string;
}

withServer(
  'books over the compatibility API',
  (server) => {
    const books = new Map<string, BookDto>();
    const idOf = (name: string) => books.get(name)?.id ?? '';
    const pathOf = (name: string) => `/komga/api/v1/books/${idOf(name)}`;
    let seriesId = '';
    let mixed: Buffer;

    beforeAll(async () => {
      mixed = makeZip([
        { name: '1.avif', content: await makeImage({ format: 'avif', width: 400, height: 600 }) },
        { name: '2.png', content: await makeImage({ format: 'png' }) },
        { name: '3.jpg', content: await makeImage() },
      ]);
      const library = await addScannedLibrary(server(), {
        'A/Mixed.cbz': mixed,
        'A/Comic.cbz': await makeCbz({ mark: 'compat', pages: 10 }),
        'A/Paper.pdf': makePdf({ pages: [{}, {}, {}] }),
        'A/Novel.epub': makeEpub(),
        'A/Broken.cbz': 'no comic',
      });
      for (const name of ['Mixed.cbz', 'Comic.cbz', 'Paper.pdf', 'Novel.epub', 'Broken.cbz'])
        books.set(name, await getBook(server().admin, library.id, name));
      seriesId = (await listSeries(server().admin, library.id))[0]?.id ?? '';
    });

    const basic = ({ username, password }: SignedIn) =>
      server().as({
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'user-agent': 'KMReader/4',
      });
    async function aReader() {
      const me = await signIn(server());
      const place = async (name: string) => {
        const { status, body } = await me.get<ReadProgress>(`/api/v1/books/${idOf(name)}/progress`);
        return status === 404 ? undefined : body;
      };
      return { me, client: basic(me), place };
    }

    test('lists pages with the types and sizes that are sent', async () => {
      const { client } = await aReader();
      const { body } = await client.get<PageItem[]>(`${pathOf('Mixed.cbz')}/pages`);
      expect(body).toHaveLength(3);
      expect(body[1]).toEqual({
        number: 2,
        fileName: '2.png',
        mediaType: 'image/png',
        width: 40,
        height: 60,
        sizeBytes: expect.any(Number),
        size: expect.stringMatching(/^\d+ B$/),
      });
      const pdf = (await client.get<PageItem[]>(`${pathOf('Paper.pdf')}/pages`)).body[0];
      const { bytes, headers } = await client.get(`${pathOf('Paper.pdf')}/pages/1`);
      const { width = 0, height = 0 } = await sharp(bytes).metadata();
      expect(pdf).toMatchObject({ mediaType: headers.get('content-type'), width, sizeBytes: null });
      expect(Math.abs(height - (pdf?.height ?? 0))).toBeLessThanOrEqual(1);
      expect((await client.get(`${pathOf('Novel.epub')}/pages`)).body).toEqual([]);
      expect((await client.get(`${pathOf('Broken.cbz')}/pages`)).status).toBe(404);
      expect((await client.get('/komga/api/v1/books/0ABC/pages')).status).toBe(404);
    });

    test.each([
      ['1', 'image/avif'],
      ['1?convert=png', 'image/png'],
      ['1?convert=jpeg', 'image/jpeg'],
      ['2?convert=', 'image/png'],
      ['1?zero_based=true', 'image/png'],
      ['0?zero_based=true', 'image/avif'],
      ['3/raw', 'image/jpeg'],
      ['1/thumbnail', 'image/jpeg'],
    ])('pages/%s returns %s', async (rest, mediaType) => {
      const { client } = await aReader();
      const { status, headers, bytes } = await client.get(`${pathOf('Mixed.cbz')}/pages/${rest}`);
      expect([status, headers.get('content-type')]).toEqual([200, mediaType]);
      const { format } = await sharp(bytes).metadata();
      expect(`image/${format === 'heif' ? 'avif' : format}`).toBe(mediaType);
      const again = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await client.get(`${pathOf('Mixed.cbz')}/pages/${rest}`, again)).status).toBe(304);
    });

    test('respects the Accept header unless the client disables content negotiation', async () => {
      const { client } = await aReader();
      const typeOf = async (query: string) =>
        (await client.get(`${pathOf('Mixed.cbz')}/pages/1${query}`, { accept: 'image/jpeg' })).headers.get(
          'content-type',
        );
      expect(await typeOf('')).toBe('image/jpeg');
      expect(await typeOf('?contentNegotiation=false')).toBe('image/avif');
    });

    test.each(['0', '4', '-1', 'x', '1.5', '3?zero_based=true', '0/raw', '4/thumbnail', '1?convert=webp'])(
      'pages/%s returns 400',
      async (rest) => {
        const { client } = await aReader();
        expect((await client.get(`${pathOf('Mixed.cbz')}/pages/${rest}`)).status).toBe(400);
      },
    );

    test('thumbnails of pages have a longest edge of 300 pixels', async () => {
      const { client } = await aReader();
      for (const name of ['Mixed.cbz', 'Paper.pdf']) {
        const { width = 0, height = 0 } = await sharp(
          (await client.get(`${pathOf(name)}/pages/1/thumbnail`)).bytes,
        ).metadata();
        expect(Math.max(width, height)).toBe(300);
      }
    });

    test('sends files unchanged, and a series as one zip', async () => {
      const { client } = await aReader();
      for (const rest of ['file', 'file/Mixed.cbz', 'file/a/b']) {
        const { status, bytes, headers } = await client.get(`${pathOf('Mixed.cbz')}/${rest}`);
        expect([rest, status, headers.get('content-length')]).toEqual([rest, 200, String(mixed.length)]);
        expect(bytes.equals(mixed)).toBe(true);
      }
      const part = await client.get(`${pathOf('Mixed.cbz')}/file`, { range: 'bytes=0-3' });
      expect([part.status, part.bytes.toString('latin1')]).toEqual([206, 'PK\u0003\u0004']);
      const zip = await client.get(`/komga/api/v1/series/${seriesId}/file`);
      expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    });

    test.each([
      ['Comic.cbz', 'manifest', 'application/divina+json', 10],
      ['Mixed.cbz', 'manifest/divina', 'application/divina+json', 3],
      ['Paper.pdf', 'manifest', 'application/divina+json', 3],
      ['Paper.pdf', 'manifest/pdf', 'application/webpub+json', 1],
      ['Novel.epub', 'manifest', 'application/webpub+json', 2],
      ['Novel.epub', 'manifest/epub', 'application/webpub+json', 2],
    ])(
      'every address in %s/%s is absolute, contains the prefix, and works',
      async (name, rest, type, count) => {
        const { client } = await aReader();
        const { body, headers } = await client.get<WebPubManifest>(`${pathOf(name)}/${rest}`);
        expect(headers.get('content-type')).toBe(type);
        expect(body.readingOrder).toHaveLength(count);
        expect(body.metadata).toMatchObject({ title: expect.any(String), numberOfPages: expect.any(Number) });
        const root = `${server().url}${pathOf(name)}/`;
        expect(body.links.find(({ rel }) => rel === 'self')?.href).toBe(root + rest);
        const all = [...body.links, ...body.readingOrder, ...(body.resources ?? []), ...(body.toc ?? [])];
        for (const { href, type: stated } of all) {
          expect(href.startsWith(root)).toBe(true);
          const answer = await client.get(href.slice(server().url.length).replace(/#.*/, ''));
          expect([href, answer.status]).toEqual([href, href.endsWith('/progression') ? 204 : 200]);
          if (stated && answer.status === 200) expect(answer.headers.get('content-type')).toContain(stated);
        }
      },
    );

    test('rejects a manifest profile for another kind of book', async () => {
      const { client } = await aReader();
      for (const [name, profile] of [
        ['Novel.epub', 'divina'],
        ['Novel.epub', 'pdf'],
        ['Comic.cbz', 'epub'],
      ] as const)
        expect((await client.get(`${pathOf(name)}/manifest/${profile}`)).status).toBe(400);
    });

    test('a page sets the position, and the last page completes the book', async () => {
      const { client, place } = await aReader();
      const patch = async (name: string, body: unknown) =>
        (await client.patch(`${pathOf(name)}/read-progress`, body)).status;
      expect(await patch('Comic.cbz', { page: 1 })).toBe(204);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 1, completed: false });
      expect(await patch('Comic.cbz', { page: 9, completed: false })).toBe(204);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 9, completed: false });
      expect(await patch('Comic.cbz', { page: 10 })).toBe(204);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 10, completed: true });
      expect(await patch('Comic.cbz', { page: 3, completed: true })).toBe(204);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 10, completed: true });
      expect(await patch('Novel.epub', { page: 2, completed: null })).toBe(204);
      expect(await place('Novel.epub')).toMatchObject({ currentPage: 2, completed: true });
      for (const body of [{}, { page: 0 }, { page: 11 }, { page: 1.5 }, { page: 'x' }, []])
        expect([body, await patch('Comic.cbz', body)]).toEqual([body, 400]);
      expect((await client.delete(`${pathOf('Comic.cbz')}/read-progress`)).status).toBe(204);
      expect(await place('Comic.cbz')).toBeUndefined();
    });

    test('marks a whole series as read and unread', async () => {
      const { client, place } = await aReader();
      const path = `/komga/api/v1/series/${seriesId}/read-progress`;
      expect((await client.post(path)).status).toBe(204);
      expect(await place('Paper.pdf')).toMatchObject({ completed: true });
      expect((await client.delete(path)).status).toBe(204);
      expect(await place('Paper.pdf')).toBeUndefined();
    });

    test('a progression refers to an EPUB file like positions do, and to pages by their position', async () => {
      const { client, place } = await aReader();
      const device = { id: 'd', name: 'D' };
      const { positions } = (await client.get<PositionList>(`${pathOf('Novel.epub')}/positions`)).body;
      expect(positions.map(({ href }) => href)).toEqual(['OEBPS/c1.xhtml', 'OEBPS/text/c2.xhtml']);
      const put = async (name: string, locator: object, modified: string) =>
        (await client.put(`${pathOf(name)}/progression`, { modified, device, locator })).status;
      const second = {
        ...positions[1],
        title: null,
        text: null,
        locations: { progression: 0.5, position: null },
      };
      expect(await put('Novel.epub', second, '2026-02-02T12:00:00.123456789+02:00')).toBe(204);
      expect(await put('Novel.epub', positions[0] ?? {}, '2026-02-02T09:00:00Z')).toBe(409);
      expect(await put('Novel.epub', { href: 'OEBPS/c9.xhtml' }, '2026-02-03T09:00:00Z')).toBe(400);
      const { body, headers } = await client.get<Progression>(`${pathOf('Novel.epub')}/progression`);
      expect(headers.get('content-type')).toContain('application/vnd.readium.progression+json');
      expect(body.locator).toMatchObject({
        href: 'OEBPS/text/c2.xhtml',
        type: 'application/xhtml+xml',
        locations: { progression: 0.5, position: 2, totalProgression: 0.75 },
      });
      expect(await place('Novel.epub')).toMatchObject({
        locator: { href: 'resources/OEBPS/text/c2.xhtml' },
        progressPercentage: 0.75,
      });
      expect(
        await put('Comic.cbz', { href: '', type: '', locations: { position: 10 } }, '2026-02-02T10:00:00Z'),
      ).toBe(204);
      expect(await place('Comic.cbz')).toMatchObject({ currentPage: 10, completed: true });
      expect(await put('Comic.cbz', { href: '', locations: { position: 11 } }, '2026-02-03T10:00:00Z')).toBe(
        400,
      );
      const comic = (await client.get<Progression>(`${pathOf('Comic.cbz')}/progression`)).body;
      expect(comic.locator.href).toBe(`${server().url}${pathOf('Comic.cbz')}/pages/10`);
    });

    test('a tracker reads the leading run and marks books as read, never as unread', async () => {
      const { client, me } = await aReader();
      const files: Record<string, Buffer> = {};
      for (const n of ['1', '2', '2.5', '4'])
        files[`Saga/Saga ${n}.cbz`] = await makeCbz({
          mark: `run ${n}`,
          comicInfo: `<Series>Saga</Series><Number>${n}</Number>`,
        });
      files['Saga/Extra.cbz'] = await makeCbz({ mark: 'extra', comicInfo: '<Series>Saga</Series>' });
      const library = await addScannedLibrary(server(), files);
      const [saga] = await listSeries(server().admin, library.id);
      const rows = (await listBooks(server().admin, library.id)).sort(
        (a, b) => (a.number ?? 99) - (b.number ?? 99),
      );
      const path = `/komga/api/v2/series/${saga?.id}/read-progress/tachiyomi`;
      const none = { booksCount: 5, booksReadCount: 0, booksUnreadCount: 5, booksInProgressCount: 0 };
      expect((await client.get(path)).body).toEqual({
        ...none,
        lastReadContinuousNumberSort: 0,
        // The extra follows the last issue.
        maxNumberSort: 5,
      });
      expect((await client.put(path, { lastBookNumberSortRead: 2.5 })).status).toBe(204);
      await me.put(`/api/v1/books/${rows[3]?.id}/progress`, { currentPage: 1 });
      expect((await client.get(path)).body).toEqual({
        booksCount: 5,
        booksReadCount: 3,
        booksUnreadCount: 1,
        booksInProgressCount: 1,
        lastReadContinuousNumberSort: 2.5,
        maxNumberSort: 5,
      });
      expect((await client.put(path, { lastBookNumberSortRead: 0 })).status).toBe(204);
      expect((await client.get(path)).body).toMatchObject({ booksReadCount: 3 });
      await me.post(`/api/v1/books/${rows[1]?.id}/unread`);
      expect((await client.get(path)).body).toMatchObject({
        booksReadCount: 2,
        lastReadContinuousNumberSort: 1,
      });
      for (const body of [{}, { lastBookNumberSortRead: 'x' }])
        expect((await client.put(path, body)).status).toBe(400);
      const made = await server().admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Run ${library.id}`,
        ordered: true,
        ids: [rows[3]?.id, rows[0]?.id, rows[1]?.id],
      });
      const list = `/komga/api/v1/readlists/${made.body.id}/read-progress/tachiyomi`;
      expect((await client.get(list)).body).toMatchObject({ booksCount: 3, lastReadContinuousIndex: 0 });
      expect((await client.put(list, { lastBookRead: 2 })).status).toBe(204);
      expect((await client.get(list)).body).toEqual({
        booksCount: 3,
        booksReadCount: 2,
        booksUnreadCount: 1,
        booksInProgressCount: 0,
        lastReadContinuousIndex: 2,
      });
      expect(
        (await client.get(`/komga/api/v2/series/${idOf('Comic.cbz')}/read-progress/tachiyomi`)).status,
      ).toBe(404);
    });

    test('covers are JPEG, and can be selected and uploaded with write permission', async () => {
      const { client } = await aReader();
      const admin = basic(server().admin);
      const gather = async (kind: 'collections' | 'readlists', ids: string[]) =>
        (await server().admin.post<{ id: string }>(`/api/v1/${kind}`, { name: `Covers ${seriesId}`, ids }))
          .body.id;
      const collection = await gather('collections', [seriesId]);
      const list = await gather('readlists', [idOf('Comic.cbz')]);
      for (const path of [
        `books/${idOf('Mixed.cbz')}`,
        `series/${seriesId}`,
        `collections/${collection}`,
        `readlists/${list}`,
      ]) {
        const { status, headers } = await client.get(`/komga/api/v1/${path}/thumbnail`);
        expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
        expect((await client.get(`/komga/api/v1/${path}/thumbnails`)).status).toBe(200);
      }
      const base = `/komga/api/v1/series/${seriesId}/thumbnails`;
      const form = new FormData();
      form.set(
        'file',
        new Blob([new Uint8Array(await makeImage({ format: 'png', color: '#123' }))]),
        'cover.png',
      );
      form.set('selected', 'true');
      expect((await client.request('POST', base, { raw: form })).status).toBe(403);
      const sent = await admin.request<{ id: string }>('POST', base, { raw: form });
      expect(sent.body).toMatchObject({
        seriesId,
        type: 'USER_UPLOADED',
        selected: true,
        mediaType: 'image/png',
      });
      expect((await client.get(base)).body).toEqual([sent.body]);
      expect((await client.get(`${base}/${sent.body.id}`)).headers.get('content-type')).toBe('image/png');
      expect((await admin.put(`${base}/${sent.body.id}/selected`)).status).toBe(204);
      expect((await admin.delete(`${base}/${sent.body.id}`)).status).toBe(204);
      expect((await client.get(base)).body).toEqual([]);
    });

    test('sends a chapter of an EPUB by name', async () => {
      const { client } = await aReader();
      const { status, headers } = await client.get(`${pathOf('Novel.epub')}/resource/OEBPS/text/c2.xhtml`);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('application/xhtml+xml'),
      ]);
      expect((await client.get(`${pathOf('Novel.epub')}/resource/OEBPS/none.xhtml`)).status).toBe(404);
    });

    test('returns 403 without permission and 404 for hidden items', async () => {
      const keyed = await server().reader.post<{ key: string }>('/api/v1/api-keys', {
        name: 'lists',
        permissions: ['books:read'],
      });
      const client = server().as({ 'x-api-key': keyed.body.key });
      for (const rest of ['pages', 'pages/1', 'file', 'manifest', 'resource/x'])
        expect([rest, (await client.get(`${pathOf('Comic.cbz')}/${rest}`)).status]).toEqual([rest, 403]);
      expect((await client.patch(`${pathOf('Comic.cbz')}/read-progress`, { page: 1 })).status).toBe(403);
      expect((await client.get(`${pathOf('Comic.cbz')}/thumbnail`)).status).toBe(200);
      expect((await server().get(`${pathOf('Comic.cbz')}/pages/1`)).headers.get('www-authenticate')).toMatch(
        /^Basic/,
      );
    });
  },
  {
    withTasks: true,
    environment: { LECTERN_COMPAT_API_ENABLED: 'true', LECTERN_COMPAT_API_PREFIX: 'komga' },
  },
);
