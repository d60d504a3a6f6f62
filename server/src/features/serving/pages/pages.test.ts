import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Page } from '@lectern/contract/serving/pages';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sendRequestLine } from '../../../../test/harness/clients/raw-http.ts';
import { addScannedLibrary, getBook, type TestLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCb7, makeCbr, makeCbt, makeCbz, makePage, writeFiles } from '../../../../test/makers/books.ts';
import { makeImage, makeJxl } from '../../../../test/makers/images.ts';
import { makeZip, type ZipEntry } from '../../../../test/makers/zip.ts';

withServer(
  'pages',
  (server) => {
    async function aBook(
      bytes: Uint8Array,
      name = 'Book.cbz',
    ): Promise<{ book: BookDto; library: TestLibrary }> {
      const library = await addScannedLibrary(server(), { [`A/${name}`]: bytes });
      return { book: await getBook(server().admin, library.id, name), library };
    }
    const pathOf = (book: BookDto, number: number) => `/api/v1/books/${book.id}/pages/${number}`;
    const get = (path: string, headers?: Record<string, string>) => server().reader.get(path, headers);

    test('are listed in natural order with types and sizes', async () => {
      const wide = await makeImage({ width: 90, height: 60, format: 'png' });
      const { book } = await aBook(
        makeZip([
          { name: 'page10.jpg', content: await makePage(10) },
          { name: 'page2.jpg', content: await makePage(2) },
          { name: '__MACOSX/page1.jpg', content: 'junk' },
          { name: 'Thumbs.db', content: 'junk' },
          { name: 'page3.png', content: wide },
        ]),
      );
      const { body } = await server().reader.get<Page[]>(`/api/v1/books/${book.id}/pages`);
      expect(body).toEqual([
        expect.objectContaining({
          pageNumber: 1,
          fileName: 'page2.jpg',
          width: 40,
          height: 60,
          doublePage: false,
        }),
        expect.objectContaining({
          pageNumber: 2,
          fileName: 'page3.png',
          mediaType: 'image/png',
          doublePage: true,
        }),
        expect.objectContaining({
          pageNumber: 3,
          fileName: 'page10.jpg',
          fileSize: (await makePage(10)).length,
        }),
      ]);
    });

    test('are sent as stored from zip, RAR and tar, and return 404 beyond the last page', async () => {
      for (const [bytes, name] of [
        [await makeCbz({ mark: 'stored' }), 'Stored.cbz'],
        [await makeCbz({ mark: 'stored', method: 'deflate' }), 'Deflated.cbz'],
        [await makeCbr({ mark: 'stored' }), 'Stored.cbr'],
        [await makeCbt({ mark: 'stored' }), 'Stored.cbt'],
      ] as const) {
        const { book } = await aBook(bytes, name);
        for (const number of [1, 2, 3, 3]) {
          const { status, bytes: page, headers } = await get(pathOf(book, number));
          expect([name, number, status, headers.get('content-type')]).toEqual([
            name,
            number,
            200,
            'image/jpeg',
          ]);
          expect(page.equals(await makePage(number, 'stored'))).toBe(true);
        }
        for (const number of [0, -1, 4, 2_000_000_000]) {
          expect([number, (await get(pathOf(book, number))).status]).toEqual([number, 404]);
        }
      }
    });

    test('with deflate compression are sent as gzip to clients that accept it', async () => {
      const { book } = await aBook(await makeCbz({ mark: 'gzip', method: 'deflate' }));
      const { port } = new URL(server().url);
      const ask = (headers: string[]) =>
        sendRequestLine(Number(port), `GET ${pathOf(book, 1)} HTTP/1.1`, [
          `Authorization: Bearer ${server().reader.session.accessToken}`,
          ...headers,
        ]);
      const expected = await makePage(1, 'gzip');
      // The first read checks the checksum; later reads skip the check.
      await ask([]);
      const packed = await ask(['Accept-Encoding: br, gzip']);
      const body = Buffer.from(packed.body, 'latin1');
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(Number(packed.headers['content-length'])).toBe(body.length);
      expect(gunzipSync(body).equals(expected)).toBe(true);
      const plain = await ask(['Accept-Encoding: gzip;q=0']);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(Buffer.from(plain.body, 'latin1').equals(expected)).toBe(true);
      expect(plain.headers.etag).not.toBe(packed.headers.etag);
    });

    test('can be cached by clients, permanently if the URL contains the version', async () => {
      const { book } = await aBook(await makeCbz({ mark: 'etag' }));
      const path = pathOf(book, 2);
      const first = await get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      const modified = first.headers.get('last-modified') ?? '';
      expect((await get(path, { 'if-modified-since': modified })).status).toBe(304);
      const named = await get(`${path}?v=${etag.slice(1, 9)}`);
      expect(named.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      expect((await get(`${path}?v=wrongone`)).headers.get('cache-control')).toBe('private, no-cache');
      const head = await server().reader.request('HEAD', path);
      expect([head.status, head.headers.get('etag'), head.bytes.length]).toEqual([200, etag, 0]);
      expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'));
    });

    test('are converted to the requested size and format, and never enlarged', async () => {
      const page = await makeImage({ width: 400, height: 600 });
      const { book } = await aBook(makeZip([{ name: '1.jpg', content: page }]));
      for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
        const { bytes, headers } = await get(`${pathOf(book, 1)}?width=100&format=${format}`);
        expect(headers.get('content-type')).toBe(`image/${format}`);
        expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 150 });
      }
      expect((await get(`${pathOf(book, 1)}?width=4000`)).bytes.equals(page)).toBe(true);
      expect((await get(`${pathOf(book, 1)}?format=jpeg`)).bytes.equals(page)).toBe(true);
      for (const query of ['width=0', 'width=4097', 'width=x', 'format=tiff']) {
        expect([query, (await get(`${pathOf(book, 1)}?${query}`)).status]).toEqual([query, 400]);
      }
      const many = await Promise.all(Array.from({ length: 8 }, () => get(`${pathOf(book, 1)}?width=77`)));
      expect(new Set(many.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
      const small = await get(`${pathOf(book, 1)}/thumbnail`);
      expect((await sharp(small.bytes).metadata()).width).toBeLessThanOrEqual(320);
    });

    test('with animation stay animated in a smaller size or in another animated format', async () => {
      const frames = [20, 250].map((level) => Buffer.alloc(60 * 90 * 3, level));
      const raw = { width: 60, height: 180, channels: 3 as const, pageHeight: 90 };
      const draw = (format: 'gif' | 'webp') =>
        sharp(Buffer.concat(frames), { raw }).toFormat(format, { loop: 0 }).toBuffer();
      const gif = await draw('gif');
      const webp = await draw('webp');
      const { book } = await aBook(
        makeZip([
          { name: '1.gif', content: gif },
          { name: '2.webp', content: webp },
        ]),
      );
      expect((await get(`${pathOf(book, 1)}?width=30`)).bytes.equals(gif)).toBe(true);
      for (const query of ['1?format=webp&width=30', '1?format=webp', '2?width=30']) {
        const { bytes, headers } = await get(`/api/v1/books/${book.id}/pages/${query}`);
        const { pages, width } = await sharp(bytes).metadata();
        expect([query, headers.get('content-type'), pages, width]).toEqual([
          ...[query, 'image/webp', 2, query.includes('width') ? 30 : 60],
        ]);
      }
      const still = await get(pathOf(book, 1), { accept: 'image/jpeg' });
      expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    test('in unsupported formats are sent as WebP if the client lists it, otherwise as JPEG', async () => {
      const { book } = await aBook(
        makeZip([
          { name: '1.jxl', content: await makeJxl({ width: 40, height: 60 }) },
          { name: '2.tiff', content: await makeImage({ format: 'tiff' }) },
        ]),
      );
      for (const number of [1, 2]) {
        for (const [accept, type] of [
          ['image/avif,image/webp,image/*,*/*;q=0.8', 'image/webp'],
          ['image/png,image/*;q=0.8', 'image/jpeg'],
        ] as const) {
          const shown = await get(pathOf(book, number), { accept });
          expect([shown.status, shown.headers.get('content-type')]).toEqual([200, type]);
          expect((await sharp(shown.bytes).metadata()).width).toBe(40);
        }
      }
      expect((await get(pathOf(book, 1), { accept: 'image/jxl' })).headers.get('content-type')).toBe(
        'image/jxl',
      );
      expect((await get(pathOf(book, 1))).headers.get('content-type')).toBe('image/jxl');
    });

    test('that are unreadable return 422 and add an error to the book, and other pages are served', async () => {
      const good = await makePage(1);
      const entries: Record<string, ZipEntry> = {
        checksum: { name: '2.jpg', content: good, declared: { crc32: 1 } },
        encrypted: { name: '2.jpg', content: good, isEncrypted: true },
        'no image': { name: '2.jpg', content: 'plain text' },
        'a method nobody has': { name: '2.jpg', content: good, method: 77 },
        'shorter than declared': {
          name: '2.jpg',
          content: good,
          method: 'deflate',
          declared: { sizeBytes: 5_000 },
        },
      };
      for (const [fault, entry] of Object.entries(entries)) {
        const { book } = await aBook(makeZip([{ name: '1.jpg', content: good }, entry]), `${fault}.cbz`);
        const { status, body } = await get(pathOf(book, 2));
        expect([fault, status, body]).toEqual([
          fault,
          422,
          expect.objectContaining({ error: 'page_extraction_failed' }),
        ]);
        expect([fault, (await get(pathOf(book, 1))).status]).toEqual([fault, 200]);
        const { body: errors } = await server().admin.get(`/api/v1/books/errors?seriesId=${book.seriesId}`);
        expect([fault, errors]).toEqual([
          fault,
          expect.objectContaining({ errorCounts: { page_extraction: 1 } }),
        ]);
      }
    });

    test('come from the current file, even before a scan', async () => {
      const { book, library } = await aBook(await makeCbz({ mark: 'before' }));
      expect((await get(pathOf(book, 1))).bytes.equals(await makePage(1, 'before'))).toBe(true);
      const path = join(library.folder, 'A/Book.cbz');
      writeFileSync(path, await makeCbz({ mark: 'after', pages: 5 }));
      utimesSync(path, new Date(), new Date(Date.now() + 5_000));
      await expect
        .poll(async () => (await get(pathOf(book, 5))).bytes.equals(await makePage(5, 'after')))
        .toBe(true);
      writeFiles(library.folder, { 'A/Book.cbz': 'no book any more' });
      await expect.poll(async () => (await get(pathOf(book, 1))).status).toBe(422);
    });

    test('return 404 for hidden books and series', async () => {
      const { book, library } = await aBook(await makeCbz({ mark: 'secret' }));
      const other = await addScannedLibrary(server(), { 'B/B.cbz': await makeCbz({ mark: 'open' }) });
      const path = `/api/v1/users/${server().reader.userId}/restrictions`;
      await server().admin.put(path, { sharedLibraryIds: [other.id] });
      for (const rest of [
        'pages',
        'pages/1',
        'pages/1/thumbnail',
        'thumbnail',
        'file',
        'covers',
        'manifest',
        'positions',
        'adjacent',
        '',
      ]) {
        const { status } = await get(`/api/v1/books/${book.id}/${rest}`);
        expect([rest, status]).toEqual([rest, 404]);
      }
      for (const rest of ['', '/books', '/thumbnail', '/download', '/covers']) {
        expect([rest, (await get(`/api/v1/series/${book.seriesId}${rest}`)).status]).toEqual([rest, 404]);
      }
      const { body } = await server().reader.get<{ data: BookDto[]; total: number }>(
        '/api/v1/books?pageSize=500',
      );
      expect(body.data.every(({ libraryId }) => libraryId === other.id)).toBe(true);
      expect(body.total).toBe(1);
      await server().admin.put(path, { sharedLibraryIds: [] });
      expect((await get(`/api/v1/libraries/${library.id}`)).status).toBe(200);
    });

    test('of a solid archive are unpacked together, and later pages come from the cache', async () => {
      const { book } = await aBook(await makeCb7({ mark: 'solid', pages: 8 }), 'Solid.cb7');
      const cache = join(server().folder, 'data', 'cache', 'pages', book.id);
      const first = await get(pathOf(book, 1));
      expect(first.bytes.equals(await makePage(1, 'solid'))).toBe(true);
      const find = () => readdirSync(cache).filter((name) => name.startsWith('entry-'));
      await expect.poll(() => find().length).toBe(8);
      const page = await makePage(5, 'solid');
      const fifth = find().find((name) => readFileSync(join(cache, name)).equals(page)) ?? 'none';
      writeFileSync(join(cache, fifth), await makePage(5, 'as it is in the cache'));
      expect((await get(pathOf(book, 5))).bytes.equals(await makePage(5, 'as it is in the cache'))).toBe(
        true,
      );
    });

    test('are only cached on disk if they were converted', async () => {
      const { book } = await aBook(await makeCbz({ mark: 'disk', method: 'deflate' }));
      const cache = join(server().folder, 'data', 'cache', 'pages', book.id);
      const files = () => {
        try {
          return readdirSync(cache).filter((name) => statSync(join(cache, name)).isFile());
        } catch {
          return [];
        }
      };
      await get(pathOf(book, 1));
      expect(files()).toEqual([]);
      await get(`${pathOf(book, 1)}?width=20`);
      await expect.poll(() => files().length).toBe(1);
    });
  },
  { withTasks: true },
);
