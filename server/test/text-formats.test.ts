// Text books in every format except EPUB, from the folder to the client: metadata, the text as EPUB, positions and
// progress, downloads of the file and of the EPUB, catalogs, apps and devices.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { becomesEpub, fileFormats, formats } from '@lectern/contract/values';
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { readEntryNow } from '@lectern/formats/archive/read';
import { readEpubBook } from '@lectern/formats/book/epub';
import type { PositionList } from '@lectern/formats/epub/positions';
import type { WebPubManifest } from '@lectern/formats/epub/web-publication/types';
import { defaultLimits as limits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';
import { beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from './compat/app.ts';
import { connectKoreader, partialMd5 } from './devices/koreader.ts';
import { bearer, openEvents } from './harness/clients/event-stream.ts';
import { addScannedLibrary, getBook, scan, type TestLibrary } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { type MadeText, makeTexts } from './makers/texts/texts.ts';

const texts = fileFormats.filter(becomesEpub);

withServer(
  'text books of every format',
  (server) => {
    let library: TestLibrary;
    let made: Record<string, MadeText>;
    beforeAll(async () => {
      made = await makeTexts();
      const files = Object.entries(made).map(
        ([format, { bytes, name }]) => [`${format}/${name}`, bytes] as const,
      );
      library = await addScannedLibrary(server(), Object.fromEntries(files), { allowedFormats: fileFormats });
    });

    const textOf = (format: string): MadeText => {
      const text = made[format];
      if (!text) throw new Error(`No book of format ${format} found`);
      return text;
    };
    const find = (format: string): Promise<BookDto> =>
      getBook(server().admin, library.id, textOf(format).name);
    const readManifest = async (id: string) =>
      (await server().reader.get<WebPubManifest>(`/api/v1/books/${id}/manifest`)).body;

    test('every format has a test book', () =>
      expect(Object.keys(made).toSorted()).toEqual(texts.toSorted()));

    test.each(texts)('%s: returns metadata and a page count before the book is opened', async (format) => {
      const book = await find(format);
      expect(book).toMatchObject({ fileFormat: format, analyzed: true, analysisError: null });
      expect(book.pageCount).toBeGreaterThan(0);
      const { body } = await server().reader.get<BookMetadata>(`/api/v1/books/${book.id}/metadata`);
      expect(body).toMatchObject(textOf(format).metadata);
      const thumbnail = await server().reader.get(`/api/v1/books/${book.id}/thumbnail?optional`);
      expect(thumbnail.status).toBe(textOf(format).hasCover ? 200 : 204);
    });

    test.each(texts)(
      '%s: opens as a publication with readable resources and executes nothing',
      async (format) => {
        const { id, pageCount } = await find(format);
        const { readingOrder, resources = [], toc = [] } = await readManifest(id);
        const documents: string[] = [];
        for (const { href } of [...readingOrder, ...resources]) {
          const { status, bytes, headers } = await server().reader.get(`/api/v1/books/${id}/${href}`);
          expect([href, status]).toEqual([href, 200]);
          if (href.endsWith('.xhtml')) {
            documents.push(bytes.toString());
            expect(headers.get('content-security-policy')).toContain("default-src 'none'");
          }
        }
        const text = documents.join('\n');
        for (const words of textOf(format).words) expect(text).toContain(words);
        expect(text).not.toMatch(/<script|javascript:|onload|onerror|<iframe/i);
        expect(toc.map(({ title }) => title)).toEqual(expect.arrayContaining([...textOf(format).chapters]));
        const { body: positions } = await server().reader.get<PositionList>(`/api/v1/books/${id}/positions`);
        expect([positions.total, (await find(format)).pageCount]).toEqual([positions.total, positions.total]);
        expect(positions.total).toBeGreaterThanOrEqual(pageCount);
        const cover = await server().reader.get(`/opds/v2/books/${id}/cover`);
        expect(cover.status).toBe(200);
      },
    );

    test.each(texts)('%s: keeps a reading position after the book is scanned again', async (format) => {
      const { id } = await find(format);
      const { readingOrder } = await readManifest(id);
      const last = readingOrder.at(-1)?.href ?? '';
      const locator = { href: last, type: 'application/xhtml+xml', locations: { progression: 0.5 } };
      const put = await server().reader.put<ReadProgress>(`/api/v1/books/${id}/progress`, { locator });
      expect(put.status).toBe(200);
      await scan(server(), library.id, 'mode=deep');
      const { body } = await server().reader.get<ReadProgress>(`/api/v1/books/${id}/progress`);
      expect(body.locator).toMatchObject({ href: last });
      const again = await server().reader.put(`/api/v1/books/${id}/progress`, { locator });
      expect(again.status).toBe(200);
      expect((await readManifest(id)).readingOrder.at(-1)?.href).toBe(last);
    });

    test.each(texts)(
      '%s: is downloaded byte for byte, and as an EPUB that is always identical',
      async (format) => {
        const { id } = await find(format);
        const file = await server().reader.get(`/api/v1/books/${id}/file`);
        expect([
          file.headers.get('content-type')?.split(';')[0],
          file.bytes.equals(textOf(format).bytes),
        ]).toEqual([formats[format].mediaType, true]);
        const epub = await server().reader.get(`/api/v1/books/${id}/file?format=epub`);
        expect(Object.fromEntries(epub.headers)).toMatchObject({
          'content-type': 'application/epub+zip',
          'content-disposition': expect.stringContaining('.epub'),
        });
        const source = bytesSource(epub.bytes);
        const read = readEpubBook({ source, limits, index: readArchiveIndex(source, limits) });
        expect([read.faults, read.content?.epub?.spine.length]).toEqual([
          [],
          read.content?.epub?.spine.length,
        ]);
        expect(epub.bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
        const part = await server().reader.get(`/api/v1/books/${id}/file?format=epub`, {
          range: 'bytes=30-37',
        });
        expect([part.status, part.bytes.toString()]).toEqual([206, 'mimetype']);
      },
    );

    test.each(texts)('%s: is found by KOReader in the file, the EPUB and the KEPUB', async (format) => {
      const { id } = await find(format);
      const device = await connectKoreader(server(), `texts ${format}`);
      const files = ['', '?format=epub', '?format=kepub'].map((query) => `/api/v1/books/${id}/file${query}`);
      for (const [i, file] of files.entries()) {
        const { bytes } = await server().reader.get(file);
        const percentage = (i + 1) / 10;
        await device.push(partialMd5(bytes), '1', percentage);
        const { body } = await server().reader.get<ReadProgress>(`/api/v1/books/${id}/progress`);
        expect([file, body.progressPercentage]).toEqual([file, percentage]);
      }
    });

    test.each(texts)('%s: is offered by catalogs as file and EPUB, and to apps as EPUB', async (format) => {
      const { id } = await find(format);
      for (const version of ['v1', 'v2']) {
        const catalog = (await server().reader.get(`/opds/${version}/books/${id}`)).bytes.toString();
        expect(catalog).toContain(`"${formats[format].mediaType}"`);
        expect(catalog).toContain('"application/epub+zip"');
        const address = /[^"]*\/file\/[^"]*format=epub/.exec(catalog)?.[0] ?? '';
        const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
        const epub = await server().reader.get(pathname + search);
        expect([epub.status, epub.headers.get('content-type')]).toEqual([200, 'application/epub+zip']);
      }
      const app = anApp(server(), server().admin);
      const { body: book } = await app.get<{ media: object }>(`/api/v1/books/${id}`);
      expect(book.media).toMatchObject({
        status: 'READY',
        mediaType: 'application/epub+zip',
        mediaProfile: 'EPUB',
      });
      const file = await app.get(`/api/v1/books/${id}/file`);
      expect(file.headers.get('content-type')).toBe('application/epub+zip');
    });

    test.each(texts)('%s: is downloaded as KEPUB with sentence markers, always identical', async (format) => {
      const { id } = await find(format);
      const path = `/api/v1/books/${id}/file?format=kepub`;
      const { status, headers, bytes } = await server().reader.get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/epub+zip']);
      expect(headers.get('content-disposition')).toContain('.kepub.epub');
      const source = bytesSource(bytes);
      const archive = { source, limits, index: readArchiveIndex(source, limits) };
      const read = readEpubBook(archive);
      expect(read.faults).toEqual([]);
      const chapters = read.content?.epub?.spine.map(({ name }) => name) ?? [];
      const texts = archive.index.entries
        .filter(({ name }) => chapters.includes(name))
        .map((entry) => Buffer.from(readEntryNow(archive, entry)).toString());
      expect(texts.some((text) => text.includes('<span class="koboSpan" id="kobo.1.1">'))).toBe(true);
      expect((await server().reader.get(path)).bytes.equals(bytes)).toBe(true);
      const again = await server().reader.get(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    });

    test('corrects the estimated page count of many short chapters at the first opening, without an event', async () => {
      const { admin, url } = server();
      const chapters = Array.from({ length: 30 }, (_, i) => `Chapter ${i + 1}\n\nShort.`).join('\n\n');
      const files = { 'Short/Short.txt': Buffer.from(chapters) };
      const { id: libraryId } = await addScannedLibrary(server(), files, { allowedFormats: fileFormats });
      const before = await getBook(admin, libraryId, 'Short.txt');
      expect(before.pageCount).toBe(1);
      const stream = await openEvents(url, { headers: bearer(admin) });
      await admin.get(`/api/v1/books/${before.id}/manifest`);
      const { body: list } = await admin.get<PositionList>(`/api/v1/books/${before.id}/positions`);
      const after = await getBook(admin, libraryId, 'Short.txt');
      expect([after.pageCount, after.updatedAt]).toEqual([list.total, before.updatedAt]);
      expect(list.total).toBe(30);
      await admin.put(`/api/v1/books/${before.id}/progress`, { currentPage: 2 });
      await stream.waitFor(({ type }) => type.includes('progress'));
      stream.close();
      expect(stream.events.map(({ type }) => type)).not.toContain('book_updated');
    });

    test('a comic cannot be downloaded as EPUB', async () => {
      const { makeCbz } = await import('./makers/books.ts');
      const comics = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'no text' }) });
      const { id } = await getBook(server().admin, comics.id, 'A 1.cbz');
      for (const wanted of ['epub', 'kepub']) {
        const { status, body } = await server().reader.get(`/api/v1/books/${id}/file?format=${wanted}`);
        expect([status, body]).toEqual([400, expect.objectContaining({ error: 'validation_failed' })]);
      }
    });
  },
  { withTasks: true, environment: compatEnvironment },
);
