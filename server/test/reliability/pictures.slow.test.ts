import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { withServer } from '../harness/server.ts';
import { makePage } from '../makers/books.ts';
import { u16 } from '../makers/bytes.ts';
import { makeImage } from '../makers/images.ts';
import { makeZip, type ZipEntry } from '../makers/zip.ts';
import { type HostileLibrary, type ReadBook, scanHostile } from './hostile-library.ts';

const page = await makePage(1, 'picture');

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([u32Big(data.length), body, u32Big(crc32(body))]);
}
const u32Big = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** A black image of this size in a few kilobytes: its rows compress a thousand to one. */
function hugePng(side: number): Buffer {
  const header = Buffer.concat([u32Big(side), u32Big(side), Buffer.of(1, 0, 0, 0, 0)]);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF with this number of frames of one pixel each. */
function longGif(frames: number): Buffer {
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    u16(40),
    u16(60),
    Buffer.of(0x80, 0, 0, 0xff, 0xff, 0xff, 0, 0, 0),
  ]);
  const frame = Buffer.concat([
    Buffer.of(0x2c),
    u16(0),
    u16(0),
    u16(1),
    u16(1),
    Buffer.of(0, 2, 2, 0x44, 0x01, 0),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)]);
}

/** A JPEG with this number of metadata segments of up to 64 KiB before the image data. */
function heavyJpeg(jpeg: Buffer, segments: number): Buffer {
  const segment = Buffer.concat([Buffer.of(0xff, 0xe1, 0xff, 0xff), Buffer.alloc(65_533, 0x41)]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: segments }, () => segment),
    jpeg.subarray(2),
  ]);
}

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="60">${body}</svg>`;

const comicOf = (...contents: (Uint8Array | string)[]): Buffer =>
  makeZip(
    contents.map(
      (content, n): ZipEntry => ({
        name: `${n + 1}.${typeof content === 'string' ? 'svg' : 'jpg'}`,
        content,
      }),
    ),
  );

async function files(): Promise<Record<string, Uint8Array>> {
  const jpeg = await makeImage();
  const broken = Buffer.from(jpeg);
  broken.fill(0xff, 400);
  return {
    'Huge.cbz': comicOf(hugePng(60_000), page),
    'Frames.cbz': comicOf(longGif(100_000), page),
    'Heavy.cbz': comicOf(heavyJpeg(jpeg, 200), page),
    'Broken.cbz': comicOf(broken, page),
    'Noise.cbz': comicOf(Buffer.concat([jpeg.subarray(0, 200), Buffer.alloc(5_000, 0x5a)]), page),
    'Drawn.cbz': comicOf(
      page,
      svg(
        '<script>fetch("http://127.0.0.1:9/")</script><image href="http://127.0.0.1:9/x.png" width="9" height="9"/>',
      ),
    ),
  };
}

withServer(
  'hostile images',
  (server) => {
    let library: HostileLibrary;
    const readBook = (name: string): Promise<ReadBook> => library.readBook(`Hostile/${name}`);
    const thumbnailOf = async ({ book }: ReadBook) =>
      (await server().admin.get(`/api/v1/books/${book.id}/thumbnail?optional`)).status;
    beforeAll(async () => {
      library = await scanHostile(server(), await files());
    }, 120_000);

    test('rejects an image of 3.6 gigapixels by its header and reports its size', async () => {
      const looked = await readBook('Huge.cbz');
      expect(looked.pages).toHaveLength(2);
      expect(await thumbnailOf(looked)).toBe(204);
      expect((await readBook('Huge.cbz')).errors).toEqual(['thumbnail too_large']);
      const resized = await server().admin.get(`/api/v1/books/${looked.book.id}/pages/1?width=100`);
      expect(resized.status).toBe(422);
      const pages = await server().admin.get<{ width: number }[]>(`/api/v1/books/${looked.book.id}/pages`);
      expect(pages.body[0]?.width).toBe(60_000);
      expect(looked.statuses[1]).toBe(200);
    });

    test('shows the first of a hundred thousand frames', async () => {
      const looked = await readBook('Frames.cbz');
      expect(looked.statuses).toEqual([200, 200]);
      expect(await thumbnailOf(looked)).toBe(200);
    });

    test('serves or rejects images with large metadata or broken data, and serves the next page', async () => {
      for (const name of ['Heavy.cbz', 'Broken.cbz', 'Noise.cbz']) {
        const looked = await readBook(name);
        expect([name, looked.statuses[1]]).toEqual([name, 200]);
        expect([200, 204]).toContain(await thumbnailOf(looked));
      }
      expect(await thumbnailOf(await readBook('Heavy.cbz'))).toBe(200);
    });

    test('does not treat an SVG with a script as a page', async () => {
      const { pages, statuses } = await readBook('Drawn.cbz');
      expect([pages, statuses]).toEqual([['1.jpg'], [200]]);
    });

    test('answers two hundred concurrent thumbnail requests for huge pages', async () => {
      const { book } = await readBook('Huge.cbz');
      const requests = Array.from({ length: 200 }, () =>
        server().admin.get(`/api/v1/books/${book.id}/pages/1?width=200`),
      );
      const statuses = new Set((await Promise.all(requests)).map(({ status }) => status));
      expect([...statuses].every((status) => status === 422 || status === 503 || status === 429)).toBe(true);
      expect((await server().admin.get(`/api/v1/books/${book.id}/pages/2`)).status).toBe(200);
    });
  },
  { withTasks: true },
);
