import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FileMetadataPreview } from '@lectern/contract/ingest/file-metadata';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { readZipIndex } from '@lectern/formats/archive/zip/directory';
import { readZipEntry } from '@lectern/formats/archive/zip/read';
import { defaultLimits } from '@lectern/formats/limits';
import { bytesSource } from '@lectern/formats/source';
import { expect, test, vi } from 'vitest';
import { createKoreader, partialMd5 } from '../../../../test/devices/koreader.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePage, makePdf } from '../../../../test/makers/books.ts';

const intoFiles = { writeMetadata: 'files' };

interface Refusal {
  error: string;
  reason: string;
}

/** The content of each entry, by name. */
function unzip(path: string): Record<string, string> {
  const source = bytesSource(readFileSync(path));
  return Object.fromEntries(
    readZipIndex(source, defaultLimits).entries.map((entry) => [
      entry.name,
      Buffer.from(readZipEntry(source, entry, defaultLimits)).toString('latin1'),
    ]),
  );
}

const edit = async (admin: Client, id: string, patch: object) => {
  const { status } = await admin.patch(`/api/v1/books/${id}/metadata`, patch);
  expect(status).toBe(200);
};

const previewOf = async (admin: Client, id: string) =>
  (await admin.get<FileMetadataPreview>(`/api/v1/books/${id}/file/metadata`)).body;

const metadataOf = async (admin: Client, id: string) =>
  (await admin.get<BookMetadata>(`/api/v1/books/${id}/metadata`)).body;

/** Writes and waits for the result. */
async function write(
  admin: Client,
  path: string,
): Promise<{ written: number; failed: number; failure?: { reason: string } }> {
  const { status, body } = await admin.post<{ taskId: string }>(`/api/v1/${path}`);
  expect(status).toBe(202);
  let task: { status: string; result: unknown; lastError: unknown } | undefined;
  await vi.waitUntil(
    async () => {
      task = (
        await admin.get<{ status: string; result: unknown; lastError: unknown }>(
          `/api/v1/tasks/${body.taskId}`,
        )
      ).body;
      return task.status === 'completed' || task.status === 'failed';
    },
    { interval: 20, timeout: 60_000 },
  );
  expect(task?.status).toBe('completed');
  return task?.result as { written: number; failed: number };
}

withServer(
  'metadata in files',
  (server) => {
    test('requires the permission, and a library that allows it', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'off' }) });
      const { id } = await getBook(admin, library.id, 'A 1.cbz');
      await edit(admin, id, { publisher: 'House' });
      const before = readFileSync(join(library.folder, 'A/A 1.cbz'));
      const path = `/api/v1/books/${id}/file/metadata`;
      const off = await admin.post<Refusal>(path);
      expect([off.status, off.body.reason]).toEqual([403, 'metadata_writing_off']);
      await admin.patch(`/api/v1/libraries/${library.id}`, intoFiles);
      const maintainer = await signIn(server(), { role: 'maintainer' });
      for (const who of [server().reader, maintainer]) expect((await who.post(path)).status).toBe(403);
      expect(readFileSync(join(library.folder, 'A/A 1.cbz')).equals(before)).toBe(true);
    });

    test('is written to a cbz: only edited fields, and the next scan changes nothing', async () => {
      const { admin, reader } = server();
      const comicInfo = '<Title>Old</Title><Publisher>Kept</Publisher><Mine>x</Mine>';
      const library = await addScannedLibrary(
        server(),
        {
          'A/A 1.cbz': await makeCbz({ mark: 'into', comicInfo }),
          'A/A 2.cbz': await makeCbz({ mark: 'two' }),
        },
        intoFiles,
      );
      const path = join(library.folder, 'A/A 1.cbz');
      const { id } = await getBook(admin, library.id, 'A 1.cbz');
      const old = { bytes: readFileSync(path), entries: unzip(path) };
      chmodSync(path, 0o640);
      const oldTime = new Date('2020-02-02T02:02:02Z');
      utimesSync(path, oldTime, oldTime);
      await scan(server(), library.id);
      await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
      await edit(admin, id, { title: 'New & better', authors: [{ name: 'Ann', role: 'writer' }] });
      expect(await previewOf(admin, id)).toMatchObject({
        files: [
          {
            bookId: id,
            path: 'A/A 1.cbz',
            refused: null,
            changes: [
              { field: 'title', before: 'Old', after: 'New & better' },
              { field: 'authors', before: [], after: [{ name: 'Ann', role: 'writer' }] },
            ],
          },
        ],
        next: null,
      });
      expect(
        await write(admin, `series/${(await getBook(admin, library.id, 'A 1.cbz')).seriesId}/files/metadata`),
      ).toEqual({ written: 1, failed: 0 });
      const now = unzip(path);
      expect(now['ComicInfo.xml']).toContain('<Title>New &#38; better</Title>');
      expect(now['ComicInfo.xml']).toContain('<Publisher>Kept</Publisher><Mine>x</Mine>');
      expect({ ...now, 'ComicInfo.xml': '' }).toEqual({ ...old.entries, 'ComicInfo.xml': '' });
      expect(statSync(path).mode & 0o777).toBe(0o640);
      expect(statSync(path).mtimeMs).toBe(oldTime.getTime() + 2_000);
      expect(readdirSync(join(library.folder, 'A')).sort()).toEqual(['A 1.cbz', 'A 2.cbz']);
      expect(await previewOf(admin, id)).toEqual({ files: [], next: null });
      const { filesChanged, booksUpdated } = (await scan(server(), library.id)) as unknown as Record<
        string,
        unknown
      >;
      expect([filesChanged ?? 0, booksUpdated ?? 0]).toEqual([0, 0]);
      const book = await getBook(admin, library.id, 'A 1.cbz');
      expect([book.id, book.title, book.fileSize]).toEqual([id, 'New & better', statSync(path).size]);
      const { body } = await reader.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`);
      expect(body.currentPage).toBe(2);
      const { bytes } = await admin.get(`/api/v1/books/${id}/pages/1`);
      expect(Buffer.from(bytes).equals(await makePage(1, 'into'))).toBe(true);
      // A moved file is still recognized as the same book.
      renameSync(path, join(library.folder, 'A/A 01.cbz'));
      await scan(server(), library.id);
      expect((await getBook(admin, library.id, 'A 01.cbz')).id).toBe(id);
      // After unlocking, the written value comes from the file.
      await admin.put(`/api/v1/books/${id}/metadata/locks`, { title: false });
      expect((await metadataOf(admin, id)).title).toBe('New & better');
    });

    test('is written to an EPUB, and cleared fields are removed', async () => {
      const { admin } = server();
      const metadata =
        '<dc:title>Old</dc:title><dc:publisher>Gone</dc:publisher><dc:language>en</dc:language>';
      const library = await addScannedLibrary(
        server(),
        { 'B/B.epub': makeEpub({ metadata }) },
        { ...intoFiles, allowedFormats: ['epub'] },
      );
      const path = join(library.folder, 'B/B.epub');
      const old = unzip(path);
      const { id } = await getBook(admin, library.id, 'B.epub');
      await edit(admin, id, { title: 'New', publisher: null, isbns: ['9780306406157'] });
      expect(await write(admin, `books/${id}/file/metadata`)).toEqual({ written: 1, failed: 0 });
      const now = unzip(path);
      const changed = Object.keys(now).filter((name) => now[name] !== old[name]);
      expect(changed).toEqual(['OEBPS/content.opf']);
      expect(Object.keys(now)).toEqual(Object.keys(old));
      expect(now['OEBPS/content.opf']).toContain('<dc:title>New</dc:title>');
      expect(now['OEBPS/content.opf']).not.toContain('Gone');
      expect(await metadataOf(admin, id)).toMatchObject({
        title: 'New',
        publisher: null,
        isbns: ['9780306406157'],
      });
      expect(await previewOf(admin, id)).toEqual({ files: [], next: null });
    });

    test('is written to a sidecar file if the format or library requires it, and is read by scans', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(
        server(),
        { 'C/C 1.cbz': await makeCbz({ mark: 'beside' }), 'C/C 2.pdf': makePdf({ pages: [{}] }) },
        { writeMetadata: 'sidecars' },
      );
      const bytes = readFileSync(join(library.folder, 'C/C 1.cbz'));
      for (const name of ['C 1.cbz', 'C 2.pdf'])
        await edit(admin, (await getBook(admin, library.id, name)).id, { publisher: `House of ${name}` });
      expect(await write(admin, `libraries/${library.id}/files/metadata`)).toEqual({ written: 2, failed: 0 });
      expect(readdirSync(join(library.folder, 'C')).sort()).toEqual([
        'C 1.cbz',
        'C 1.xml',
        'C 2.opf',
        'C 2.pdf',
      ]);
      expect(readFileSync(join(library.folder, 'C/C 1.cbz')).equals(bytes)).toBe(true);
      const { id } = await getBook(admin, library.id, 'C 2.pdf');
      await admin.put(`/api/v1/books/${id}/metadata/locks`, { publisher: false });
      await scan(server(), library.id);
      expect(await metadataOf(admin, id)).toMatchObject({ publisher: 'House of C 2.pdf' });
      // An existing sidecar file is updated and keeps other elements.
      writeFileSync(join(library.folder, 'C/C 1.xml'), '<ComicInfo><Notes>mine</Notes></ComicInfo>');
      await scan(server(), library.id);
      await admin.patch(`/api/v1/libraries/${library.id}`, intoFiles);
      await write(admin, `libraries/${library.id}/files/metadata`);
      expect(readFileSync(join(library.folder, 'C/C 1.xml'), 'utf8')).toMatch(
        /<Publisher>House of C 1.cbz<\/Publisher>.*<Notes>mine<\/Notes>|<Notes>mine<\/Notes>\s*<Publisher>/s,
      );
      expect(readFileSync(join(library.folder, 'C/C 1.cbz')).equals(bytes)).toBe(true);
    });

    test('is appended to a PDF; fields that a PDF cannot store go to a sidecar file', async () => {
      const { admin } = server();
      const before = makePdf({ pages: [{}, {}], info: { Title: 'Old', Producer: 'Kept' } });
      const library = await addScannedLibrary(server(), { 'P/P 1.pdf': before }, intoFiles);
      const path = join(library.folder, 'P/P 1.pdf');
      const { id } = await getBook(admin, library.id, 'P 1.pdf');
      const authors = [{ name: 'Ann', role: 'author' }];
      await edit(admin, id, { title: 'New 夜', authors, summary: 'Of a PDF' });
      expect(await write(admin, `books/${id}/file/metadata`)).toEqual({ written: 1, failed: 0 });
      const after = readFileSync(path);
      expect(after.subarray(0, before.length).equals(before)).toBe(true);
      expect(after.length).toBeGreaterThan(before.length);
      expect(readdirSync(join(library.folder, 'P'))).toEqual(['P 1.pdf']);
      expect((await previewOf(admin, id)).files).toEqual([]);
      await admin.put(`/api/v1/books/${id}/metadata/locks`, { title: false, authors: false, summary: false });
      await scan(server(), library.id);
      expect(await metadataOf(admin, id)).toMatchObject({ title: 'New 夜', authors, summary: 'Of a PDF' });
      expect((await server().reader.get(`/api/v1/books/${id}/pages/2`)).status).toBe(200);

      await edit(admin, id, { publisher: 'House', title: 'Newer' });
      expect((await previewOf(admin, id)).files).toMatchObject([{ path: 'P/P 1.opf' }]);
      await write(admin, `books/${id}/file/metadata`);
      expect(readdirSync(join(library.folder, 'P')).toSorted()).toEqual(['P 1.opf', 'P 1.pdf']);
      expect(readFileSync(path).equals(after)).toBe(true);
    });

    test('is not written to a damaged file, a link or a changed file', async () => {
      const { admin } = server();
      const made = await makeCbz({ mark: 'refused' });
      const library = await addScannedLibrary(
        server(),
        { 'D/D 1.cbz': made, 'D/D 2.cbz': await makeCbz({ mark: 'x' }) },
        intoFiles,
      );
      const one = await getBook(admin, library.id, 'D 1.cbz');
      const two = await getBook(admin, library.id, 'D 2.cbz');
      for (const { id } of [one, two]) await edit(admin, id, { publisher: 'House' });
      // A link, and a new version that the next scan would find.
      const path = join(library.folder, 'D/D 1.cbz');
      renameSync(path, join(library.folder, 'real.bin'));
      symlinkSync(join(library.folder, 'real.bin'), path);
      writeFileSync(join(library.folder, 'D/D 2.cbz'), await makeCbz({ mark: 'another', pages: 4 }));
      const result = await write(admin, `libraries/${library.id}/files/metadata`);
      expect(result).toMatchObject({
        written: 1,
        failed: 1,
        failure: { bookId: one.id, reason: 'metadata_no_plain_file' },
      });
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
      expect(readFileSync(join(library.folder, 'real.bin')).equals(made)).toBe(true);
      expect(Object.keys(unzip(join(library.folder, 'D/D 2.cbz')))).toContain('004.jpg');
      expect((await getBook(admin, library.id, 'D 2.cbz')).pageCount).toBe(4);
    });

    test('of comic series is written to series.json, which keeps other elements', async () => {
      const { admin } = server();
      const others = { mine: 1, metadata: { type: 'comicSeries', name: 'S', status: 'Ended', own: [1] } };
      const library = await addScannedLibrary(
        server(),
        {
          'S/S 1.cbz': await makeCbz({ mark: 'series 1' }),
          'T/T 1.cbz': await makeCbz({ mark: 'series 2' }),
          'U/U 1.epub': makeEpub({}),
          'S/series.json': JSON.stringify(others),
        },
        { ...intoFiles, allowedFormats: ['cbz', 'epub'] },
      );
      const seriesOf = async (name: string) => (await getBook(admin, library.id, name)).seriesId;
      const ids = [await seriesOf('S 1.cbz'), await seriesOf('T 1.cbz'), await seriesOf('U 1.epub')];
      const patch = { publisher: 'House', status: 'hiatus', year: 2001, summary: 'Of a series' };
      for (const id of ids)
        expect((await admin.patch(`/api/v1/series/${id}/metadata`, patch)).status).toBe(200);
      const path = `/api/v1/libraries/${library.id}/files/metadata`;
      const preview = (await admin.get<FileMetadataPreview>(path)).body;
      expect(preview.files.map((file) => file.path).toSorted()).toEqual(['S/series.json', 'T/series.json']);
      expect(preview.files.find((file) => file.seriesId === ids[0])).toMatchObject({
        bookId: null,
        title: 'S',
        refused: null,
        changes: [
          { field: 'publisher', before: null, after: 'House' },
          { field: 'year', before: null, after: 2001 },
          { field: 'summary', before: null, after: 'Of a series' },
        ],
      });
      expect(await write(admin, `series/${ids[0]}/files/metadata`)).toEqual({ written: 1, failed: 0 });
      expect(JSON.parse(readFileSync(join(library.folder, 'S/series.json'), 'utf8'))).toEqual({
        mine: 1,
        metadata: {
          ...others.metadata,
          publisher: 'House',
          year: 2001,
          description_text: 'Of a series',
        },
      });
      writeFileSync(join(library.folder, 'S/series.json'), '{"broken');
      await admin.patch(`/api/v1/series/${ids[0]}/metadata`, { publisher: 'Other' });
      expect(await write(admin, `libraries/${library.id}/files/metadata`)).toMatchObject({
        written: 1,
        failed: 1,
        failure: { seriesId: ids[0], reason: 'file_malformed' },
      });
      expect(readFileSync(join(library.folder, 'S/series.json'), 'utf8')).toBe('{"broken');
      const { metadata } = JSON.parse(readFileSync(join(library.folder, 'T/series.json'), 'utf8'));
      expect(metadata).toMatchObject({ type: 'comicSeries', name: 'T', publisher: 'House', status: null });
      expect(readdirSync(join(library.folder, 'U'))).toEqual(['U 1.epub']);
      // The file now contains the value.
      await admin.put(`/api/v1/series/${ids[1]}/metadata/locks`, { publisher: false });
      await scan(server(), library.id);
      const { body } = await admin.get<{ publisher: string }>(`/api/v1/series/${ids[1]}/metadata`);
      expect(body.publisher).toBe('House');
    });

    test('previews many files in pages without duplicates', { timeout: 120_000 }, async () => {
      const { admin } = server();
      const files: Record<string, Buffer> = {};
      for (let n = 100; n < 203; n++) files[`P/P ${n}.cbz`] = await makeCbz({ mark: `many ${n}`, pages: 1 });
      const library = await addScannedLibrary(server(), files, intoFiles);
      for (const { id } of await listBooks(admin, library.id)) await edit(admin, id, { publisher: 'House' });
      const path = `/api/v1/libraries/${library.id}/files/metadata`;
      const seen: string[] = [];
      const pages: number[] = [];
      for (let query = ''; ; ) {
        const { body } = await admin.get<FileMetadataPreview>(`${path}${query}`);
        seen.push(...body.files.map((file) => file.path));
        pages.push(body.files.length);
        if (body.next === null) break;
        query = `?after=${body.next}`;
      }
      expect(pages).toEqual([100, 3]);
      expect(seen.toSorted()).toEqual(Object.keys(files));
      expect((await admin.get(`${path}?after=x`)).status).toBe(400);
    });

    test('requires free disk space, otherwise the file stays unchanged', async () => {
      const { admin } = server();
      const made = await makeCbz({ mark: 'room' });
      const library = await addScannedLibrary(server(), { 'F/F 1.cbz': made }, intoFiles);
      const { id } = await getBook(admin, library.id, 'F 1.cbz');
      await edit(admin, id, { publisher: 'House' });
      const setRoom = (value: number) => admin.put('/api/v1/admin/settings/uploads.keep_free', { value });
      expect((await setRoom(2 ** 52)).status).toBe(200);
      try {
        expect(await write(admin, `books/${id}/file/metadata`)).toMatchObject({ written: 0, failed: 1 });
      } finally {
        await setRoom(0);
      }
      expect(readFileSync(join(library.folder, 'F/F 1.cbz')).equals(made)).toBe(true);
      expect(readdirSync(join(library.folder, 'F'))).toEqual(['F 1.cbz']);
      expect(await write(admin, `books/${id}/file/metadata`)).toEqual({ written: 1, failed: 0 });
    });

    test('keeps hard links of the old file unchanged, and KOReader finds the book by both hashes', async () => {
      const { admin, reader } = server();
      const made = await makeCbz({ mark: 'hash', comicInfo: '<Title>T</Title>' });
      const library = await addScannedLibrary(server(), { 'E/E 1.cbz': made }, intoFiles);
      const path = join(library.folder, 'E/E 1.cbz');
      linkSync(path, join(library.folder, 'seeded.bin'));
      const { id } = await getBook(admin, library.id, 'E 1.cbz');
      await edit(admin, id, { summary: 'A long summary. '.repeat(200) });
      await write(admin, `books/${id}/file/metadata`);
      expect(readFileSync(join(library.folder, 'seeded.bin')).equals(made)).toBe(true);
      expect(readdirSync(join(library.folder, 'E'))).toEqual(['E 1.cbz']);
      const now = partialMd5(readFileSync(path));
      expect(partialMd5(made)).not.toBe(now);
      const passwords = '/api/v1/user/koreader';
      const name = `former ${server().kind}`;
      const { body: key } = await reader.post<{ username: string; password: string }>(passwords, { name });
      const device = createKoreader({ url: server().url, ...key });
      await reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
      for (const document of [partialMd5(made), now])
        expect(await device.pull(document)).toMatchObject({ kind: 'moved', progress: '2' });
    });
  },
  { withTasks: true },
);
