// HEIC pages: sent unchanged to clients that accept HEIC, otherwise as WebP or JPEG.
import type { Page } from '@lectern/contract/serving/pages';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { makeHeic, measureImage } from './makers/images.ts';
import { makeZip } from './makers/zip.ts';

withServer(
  'a book of HEIC pages',
  (server) => {
    let path: string;
    beforeAll(async () => {
      const library = await addScannedLibrary(server(), {
        'Photos/Book.cbz': makeZip([
          { name: '1.heic', content: makeHeic() },
          { name: '2.HEIF', content: makeHeic().subarray(0, 460) },
          { name: '3.heic', content: makeHeic({ width: 60_000, height: 60_000 }) },
        ]),
      });
      path = `/api/v1/books/${(await getBook(server().admin, library.id, 'Book.cbz')).id}`;
    });

    test('has page sizes, a cover and thumbnails', async () => {
      const { body: pages } = await server().reader.get<Page[]>(`${path}/pages`);
      expect(pages.map(({ mediaType, width, height }) => [mediaType, width, height])).toEqual([
        ['image/heic', 64, 48],
        ['image/heic', 64, 48],
        ['image/heic', 60_000, 60_000],
      ]);
      for (const picture of ['thumbnail', 'pages/1/thumbnail']) {
        const answer = await server().reader.get(`${path}/${picture}`);
        expect([picture, answer.status, answer.headers.get('content-type')]).toEqual([
          picture,
          200,
          'image/jpeg',
        ]);
      }
    });

    test('sends a page unchanged to clients that accept HEIC and converted to others or on request', async () => {
      const get = (query: string, accept: string) =>
        server().reader.get(`${path}/pages/1${query}`, { accept });
      const stored = await get('', 'image/avif,image/heic,image/*;q=0.8');
      expect([stored.headers.get('content-type'), stored.bytes.equals(makeHeic())]).toEqual([
        'image/heic',
        true,
      ]);
      for (const [query, accept, type] of [
        ['', 'image/avif,image/webp,image/png,*/*;q=0.8', 'webp'],
        ['', 'image/png,*/*;q=0.8', 'jpeg'],
        ['?format=webp', '*/*', 'webp'],
        ['?width=32', 'image/heic', 'jpeg'],
      ] as const) {
        const made = await get(query, accept);
        expect([query, made.status, made.headers.get('content-type')]).toEqual([query, 200, `image/${type}`]);
        const [width, height] = await measureImage(made.bytes);
        expect([query, width / height]).toEqual([query, 64 / 48]);
      }
    });

    test('reports truncated pages and pages with excessive dimensions as unreadable', async () => {
      for (const number of [2, 3]) {
        const answer = await server().reader.get(`${path}/pages/${number}`, { accept: 'image/webp' });
        expect([number, answer.status, answer.bytes.toString()]).toEqual([
          number,
          422,
          expect.stringContaining('page_extraction_failed'),
        ]);
      }
    });
  },
  { withTasks: true },
);
