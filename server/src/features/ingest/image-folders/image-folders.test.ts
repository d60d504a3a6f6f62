// Image folders as books, from the folder to the reader.
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { Page } from '@lectern/contract/serving/pages';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { createKoreader, nameMd5, partialMd5 } from '../../../../test/devices/koreader.ts';
import {
  addLibrary,
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makePage, writeFiles } from '../../../../test/makers/books.ts';

const withFolders = { allowedFormats: ['cbz', 'folder'] };

async function makePages(folder: string, mark: string, count = 3): Promise<Record<string, Buffer>> {
  const names = Array.from({ length: count }, (_, i) => `${folder}/${i + 1}.jpg`);
  const pages = await Promise.all(names.map((_, i) => makePage(i + 1, mark)));
  return Object.fromEntries(names.map((name, i) => [name, pages[i] ?? Buffer.alloc(0)]));
}

const toPaths = (books: readonly BookDto[], { folder }: TestLibrary): string[] =>
  books.map(({ path }) => path.replace(`${folder}/`, '')).sort();

withServer(
  'an image folder',
  (server) => {
    const rescan = async ({ id }: TestLibrary) => {
      const status = await scan(server(), id);
      expect([status.status, status.errors]).toEqual(['completed', []]);
    };
    const listPaths = async (library: TestLibrary) =>
      toPaths(await listBooks(server().admin, library.id), library);

    test('is a book only if the library enables it', async () => {
      const files = { ...(await makePages('Saga/Vol. 01', 'opt-in')), 'Saga/Saga 2.cbz': await makeCbz() };
      const library = await addScannedLibrary(server(), files);
      expect(library.allowedFormats).not.toContain('folder');
      expect(await listPaths(library)).toEqual(['Saga/Saga 2.cbz']);
      const changed = await server().admin.patch(`/api/v1/libraries/${library.id}`, withFolders);
      expect(changed.status).toBe(200);
      await rescan(library);
      expect(await listPaths(library)).toEqual(['Saga/Saga 2.cbz', 'Saga/Vol. 01']);
      const book = await getBook(server().admin, library.id, 'Vol. 01');
      expect(book).toMatchObject({ fileFormat: 'folder', seriesName: 'Saga', volume: 1, pageCount: 3 });
    });

    test('is not a book if it contains books, has pages in subfolders, or contains only artwork', async () => {
      const image = await makePage(1, 'beside');
      const library = await addScannedLibrary(
        server(),
        {
          'root.jpg': image,
          'Beside/page.jpg': image,
          'Beside/Book.cbz': await makeCbz({ mark: 'beside' }),
          'Other/001.jpg': image,
          'Other/Book.mobi': 'not read',
          'Parent/cover.jpg': image,
          'Parent/001.jpg': image,
          'Parent/Chapter 1/1.jpg': image,
          'Parent/Chapter 1/cover.png': image,
          'Artwork/cover.jpg': image,
          'Artwork/poster.png': image,
          'Music/front.jpg': image,
          'Music/1.mp3': 'x',
          'Music/2.mp3': 'y',
          'Notes/1.jpg': image,
          'Notes/readme.txt': 'x',
          'Notes/.DS_Store': 'x',
          '.hidden/1.jpg': image,
          'Left/.lecternignore': '*',
          'Left/1.jpg': image,
        },
        withFolders,
      );
      expect(await listPaths(library)).toEqual(['Beside/Book.cbz', 'Notes', 'Parent/Chapter 1']);
    });

    test('has pages in natural order, a cover and the metadata of ComicInfo', async () => {
      const pages = await makePages('Saga/Vol 1', 'shown', 11);
      const info =
        '<?xml version="1.0"?><ComicInfo><Title>The Day</Title><Number>7</Number><Pages><Page Image="1" DoublePage="true"/></Pages></ComicInfo>';
      const library = await addScannedLibrary(
        server(),
        { ...pages, 'Saga/Vol 1/comicinfo.xml': info, 'Saga/Vol 1/Cover.jpg': await makePage(99) },
        withFolders,
      );
      const book = await getBook(server().admin, library.id, 'Vol 1');
      const { body: metadata } = await server().reader.get<BookMetadata>(`/api/v1/books/${book.id}/metadata`);
      expect(metadata).toMatchObject({ title: 'The Day', number: 7 });
      const { body: listed } = await server().reader.get<Page[]>(`/api/v1/books/${book.id}/pages`);
      expect(listed.map(({ fileName }) => fileName)).toEqual([
        ...Array.from({ length: 11 }, (_, i) => `${i + 1}.jpg`),
        'Cover.jpg',
      ]);
      expect(listed[1]).toMatchObject({ width: 40, height: 60, mediaType: 'image/jpeg', doublePage: true });
      for (const number of [1, 10]) {
        const page = await server().reader.get(`/api/v1/books/${book.id}/pages/${number}`);
        expect([page.status, page.bytes.equals(await makePage(number, 'shown'))]).toEqual([200, true]);
        const etag = page.headers.get('etag') ?? '';
        const again = await server().reader.get(`/api/v1/books/${book.id}/pages/${number}`, {
          'if-none-match': etag,
        });
        expect(again.status).toBe(304);
      }
      const cover = await server().reader.get(`/api/v1/books/${book.id}/covers/embedded/image`);
      expect(cover.bytes.equals(await makePage(99))).toBe(true);
      for (const path of ['thumbnail', 'pages/2/thumbnail', 'pages/2?width=20&format=webp']) {
        const picture = await server().reader.get(`/api/v1/books/${book.id}/${path}`);
        expect([path, picture.status]).toEqual([path, 200]);
      }
    });

    test('is downloaded as a reproducible zip with a known length, completely or in ranges', async () => {
      const pages = await makePages('Saga/Vol. 1', 'download');
      const library = await addScannedLibrary(server(), pages, withFolders);
      const book = await getBook(server().admin, library.id, 'Vol. 1');
      const path = `/api/v1/books/${book.id}/file`;
      const whole = await server().reader.get(path);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'application/vnd.comicbook+zip',
        'content-length': String(book.fileSize),
        'content-disposition': expect.stringContaining('Vol. 1.cbz'),
      });
      const zip = await fromBufferPromise(whole.bytes);
      const names: string[] = [];
      for await (const entry of zip.eachEntry()) {
        names.push(entry.fileName);
        const stream = await zip.openReadStreamPromise(entry);
        const bytes = Buffer.concat(await stream.toArray());
        expect(bytes.equals(pages[`Saga/Vol. 1/${entry.fileName}`] ?? Buffer.alloc(0))).toBe(true);
      }
      expect(names).toEqual(['1.jpg', '2.jpg', '3.jpg']);
      const size = whole.bytes.length;
      for (const [start, end] of [
        [0, 0],
        [10, 400],
        [size - 30, size - 1],
        [37, size - 1],
      ] as const) {
        const part = await server().reader.get(path, { range: `bytes=${start}-${end}` });
        expect([part.status, part.bytes.equals(whole.bytes.subarray(start, end + 1))]).toEqual([206, true]);
      }
      const series = await server().reader.get(`/api/v1/series/${book.seriesId}/download`);
      expect(series.bytes.includes(whole.bytes)).toBe(true);
      const app = anApp(server(), server().admin);
      const { body: seen } = await app.get<{ media: object; name: string }>(`/api/v1/books/${book.id}`);
      expect(seen).toMatchObject({
        name: 'Vol. 1',
        media: { mediaType: 'application/zip', status: 'READY' },
      });
      const feed = await server().reader.get(`/opds/v2/books/${book.id}`);
      expect(feed.bytes.toString()).toContain('Vol.%201.cbz');
    });

    test('gets a new version soon after a page is added to a watched library', {
      timeout: 40_000,
    }, async () => {
      const settings = { ...withFolders, scanning: { watch: true } };
      const library = await addScannedLibrary(server(), await makePages('Saga/One', 'watched'), settings);
      // Watching starts shortly after the response, so pages are added until one is detected.
      let looks = 0;
      const look = async () => {
        if (looks++ % 8 === 0)
          writeFiles(library.folder, {
            [`Saga/One/${looks + 3}.jpg`]: await makePage(looks, 'watched later'),
          });
        return (await getBook(server().admin, library.id, 'One')).pageCount > 3;
      };
      await expect.poll(look, { interval: 1_000, timeout: 30_000 }).toBe(true);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { scanning: { watch: false } });
    });

    test('is found by KOReader by the hash of its zip', async () => {
      const library = await addScannedLibrary(server(), await makePages('Saga/One', 'hash'), withFolders);
      const book = await getBook(server().admin, library.id, 'One');
      const { bytes } = await server().reader.get(`/api/v1/books/${book.id}/file`);
      const { body: key } = await server().reader.post<{ username: string; password: string }>(
        '/api/v1/user/koreader',
        { name: 'k' },
      );
      const device = createKoreader({ url: server().url, ...key });
      await device.push(partialMd5(bytes), '2', 0.66);
      const { body: progress } = await server().reader.get<{ currentPage: number }>(
        `/api/v1/books/${book.id}/progress`,
      );
      expect(progress.currentPage).toBe(2);
      // By name, for devices configured to use it.
      expect(await device.pull(nameMd5('One.cbz'), 0.1)).toEqual({ kind: 'own' });
    });

    test('keeps progress when it is renamed, moved, copied or temporarily missing', async () => {
      const library = await addScannedLibrary(server(), await makePages('Saga/One', 'kept'), withFolders);
      const { id } = await getBook(server().admin, library.id, 'One');
      expect((await server().reader.post(`/api/v1/books/${id}/read`)).status).toBe(204);
      const isRead = async (name: string) => {
        await rescan(library);
        const book = await getBook(server().reader, library.id, name);
        return [book.id === id, book.readProgress?.completed];
      };
      const at = (path: string) => join(library.folder, path);
      renameSync(at('Saga/One'), at('Saga/First'));
      expect(await isRead('First')).toEqual([true, true]);
      mkdirSync(at('Other'));
      renameSync(at('Saga/First'), at('Other/First'));
      expect(await isRead('First')).toEqual([true, true]);
      // A copy to another disk has new times.
      rmSync(at('Other/First'), { recursive: true });
      writeFiles(library.folder, await makePages('Third/Copy', 'kept'));
      for (const n of [1, 2, 3]) utimesSync(at(`Third/Copy/${n}.jpg`), 1_000_000_000, 1_000_000_000);
      expect(await isRead('Copy')).toEqual([true, true]);
      writeFiles(library.folder, { 'Stays/Stays.cbz': await makeCbz({ mark: 'stays' }) });
      renameSync(at('Third/Copy'), join(server().folder, `away-${id}`));
      await rescan(library);
      expect(await listPaths(library)).toEqual(['Stays/Stays.cbz']);
      renameSync(join(server().folder, `away-${id}`), at('Third/Copy'));
      expect(await isRead('Copy')).toEqual([true, true]);
    });

    test('gets a new version when a page is added, removed or changed', async () => {
      const library = await addScannedLibrary(server(), await makePages('Saga/One', 'first'), withFolders);
      const before = await getBook(server().admin, library.id, 'One');
      const look = async () => {
        await rescan(library);
        const { id, pageCount, fileHash } = await getBook(server().admin, library.id, 'One');
        expect(id).toBe(before.id);
        return { pageCount, fileHash };
      };
      writeFiles(library.folder, { 'Saga/One/4.jpg': await makePage(4, 'first') });
      const added = await look();
      expect(added.pageCount).toBe(4);
      expect(added.fileHash).not.toBe(before.fileHash);
      rmSync(join(library.folder, 'Saga/One/4.jpg'));
      expect(await look()).toEqual({ pageCount: 3, fileHash: before.fileHash });
      // The page is overwritten in place, so the folder does not change.
      const path = `/api/v1/books/${before.id}/pages/2`;
      const old = await server().reader.get(path);
      writeFileSync(join(library.folder, 'Saga/One/2.jpg'), await makePage(2, 'second'));
      const now = await server().reader.get(path, { 'if-none-match': old.headers.get('etag') ?? '' });
      expect([now.status, now.bytes.equals(await makePage(2, 'second'))]).toEqual([200, true]);
      expect((await look()).fileHash).not.toBe(before.fileHash);
    });

    test('ignores links, and does not send a page that was replaced by a link', async () => {
      const library = await addLibrary(server(), await makePages('Saga/One', 'links'), withFolders);
      const secret = join(server().folder, 'secret.jpg');
      writeFileSync(secret, await makePage(1, 'secret'));
      symlinkSync(secret, join(library.folder, 'Saga/One/4.jpg'));
      symlinkSync(join(library.folder, 'Saga/One'), join(library.folder, 'Saga/Two'));
      await scan(server(), library.id);
      expect(await listPaths(library)).toEqual(['Saga/One']);
      const book = await getBook(server().admin, library.id, 'One');
      expect(book.pageCount).toBe(3);
      rmSync(join(library.folder, 'Saga/One/1.jpg'));
      symlinkSync(secret, join(library.folder, 'Saga/One/1.jpg'));
      const { body: pages } = await server().reader.get<Page[]>(`/api/v1/books/${book.id}/pages`);
      expect(pages.map(({ fileName }) => fileName)).toEqual(['2.jpg', '3.jpg']);
      const file = await server().reader.get(`/api/v1/books/${book.id}/file`);
      expect(file.bytes.includes(await makePage(1, 'secret'))).toBe(false);
    });

    test('with invalid images gets errors, and the scan continues', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'Saga/Bad/1.jpg': 'no image',
          'Saga/Bad/2.jpg': '',
          ...(await makePages('Saga/Good', 'good')),
        },
        withFolders,
      );
      expect(await listPaths(library)).toEqual(['Saga/Bad', 'Saga/Good']);
      const bad = await getBook(server().admin, library.id, 'Bad');
      const page = await server().reader.get(`/api/v1/books/${bad.id}/pages/1`);
      expect([page.status, page.bytes.toString()]).toEqual([
        422,
        expect.stringContaining('page_extraction_failed'),
      ]);
    });
  },
  { withTasks: true, environment: compatEnvironment },
);
