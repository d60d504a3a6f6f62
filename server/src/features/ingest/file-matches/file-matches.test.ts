import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMatch } from '@lectern/contract/ingest/file-matches';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeTextComic as comic, toEntries } from '../../../../test/makers/comics.ts';
import { page } from '../../../../test/makers/epub.ts';
import { makeImage } from '../../../../test/makers/images.ts';
import { makeRar5 } from '../../../../test/makers/rar.ts';
import { makeTar } from '../../../../test/makers/tar.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

const imagePages = async (mark: string, height = 60) =>
  Promise.all(
    Array.from({ length: 5 }, async (_, i) => ({
      name: `${i + 1}.jpg`,
      content: await makeImage({ color: `hsl(${i * 50 + mark.length}, 50%, 50%)`, width: 40 + i, height }),
    })),
  );

withServer(
  'files of known books',
  (server) => {
    let made = 0;
    const aMark = () => `${server().kind} ${++made}`;
    const rescan = async (library: TestLibrary) => {
      const { status, errors } = await scan(server(), library.id, 'confirmRemovals=true');
      expect([status, errors]).toEqual(['completed', []]);
    };
    const pageOf = async (id: string) =>
      (await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book.readProgress
        ?.currentPage ?? null;
    const read = async (id: string, currentPage: number) => {
      const { status } = await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage });
      expect(status).toBe(200);
    };
    const historyOf = async (id: string) =>
      (await server().admin.get<FileMatch[]>(`/api/v1/books/${id}/file-history`)).body;
    const undo = async (id: string, matchId: string | undefined) =>
      server().admin.post<{ bookId: string }>(`/api/v1/books/${id}/file-history/${matchId}/undo`);
    const put = (library: TestLibrary, name: string, bytes: Uint8Array) => {
      const path = join(library.folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, bytes);
    };
    const remove = (library: TestLibrary, name: string) => rmSync(join(library.folder, name));

    async function aReadBook(bytes: Uint8Array, name = 'Saga/Saga 001.cbz', currentPage = 3) {
      const library = await addScannedLibrary(server(), {
        [name]: bytes,
        'Stay/Stay 001.cbz': comic({ mark: aMark() }),
      });
      const book = await getBook(server().admin, library.id, name);
      await read(book.id, currentPage);
      return { library, book };
    }

    test('a comic that is tagged, renamed and moved between two scans keeps its progress', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark }));
      remove(library, 'Saga/Saga 001.cbz');
      const tagged = { mark, comicInfo: '<Series>Saga</Series><Number>1</Number>', names: 'Saga - ' };
      put(library, 'Tagged/Saga #001 (2012).cbz', comic(tagged));
      await rescan(library);
      const now = await getBook(server().admin, library.id, 'Saga #001 (2012).cbz');
      expect([now.id, await pageOf(now.id)]).toEqual([book.id, 3]);
      expect(await historyOf(book.id)).toMatchObject([
        {
          kind: 'same_pages',
          formerPath: 'Saga/Saga 001.cbz',
          path: 'Tagged/Saga #001 (2012).cbz',
          canUndo: true,
        },
      ]);
    });

    test('a comic in another container has the same pages', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(makeRar5(toEntries({ mark })), 'Saga/Saga 001.cbr');
      remove(library, 'Saga/Saga 001.cbr');
      put(library, 'Saga/Saga 001.cbz', comic({ mark, comicInfo: '<Number>1</Number>' }));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga 001.cbz')).id).toBe(book.id);
    });

    test('a comic with most of the pages continues the book; one with few of them is another book', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark, pages: 20 }));
      remove(library, 'Saga/Saga 001.cbz');
      // The latter is named like the former file.
      put(library, 'Saga/Saga 001 fixed.cbz', comic({ mark, pages: 20, from: 15 }));
      put(library, 'Other/Repaired.cbz', comic({ mark, pages: 18, from: 2 }));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Repaired.cbz')).id).toBe(book.id);
      expect(await pageOf((await getBook(server().admin, library.id, 'fixed.cbz')).id)).toBe(null);
      expect(await historyOf(book.id)).toMatchObject([{ kind: 'similar_pages', share: 0.9 }]);
    });

    const novel = (mark: string, title: string, more = '') =>
      makeEpub({
        metadata: `<dc:title>${title}</dc:title><dc:identifier>${mark}</dc:identifier>${more}`,
        manifest: '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>',
        spine: '<itemref idref="c1"/>',
        files: { 'OEBPS/c1.xhtml': page(`<p>${`The text of ${mark}. `.repeat(100)}</p>`) },
      });

    test('an EPUB with edited metadata is recognized by its text', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(novel(mark, 'One'), 'Novel/One.epub', 1);
      remove(library, 'Novel/One.epub');
      put(library, 'Author/Another Title.epub', novel(mark, 'Another Title'));
      put(library, 'Author/Second.epub', novel(aMark(), 'One'));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Another Title.epub')).id).toBe(book.id);
    });

    test('a file with the same ISBN and number in the same folder replaces the book', async () => {
      const isbn = '<dc:identifier>urn:isbn:9783161484100</dc:identifier>';
      const { library, book } = await aReadBook(novel(aMark(), 'One', isbn), 'Novel/01 One.epub', 1);
      remove(library, 'Novel/01 One.epub');
      put(library, 'Elsewhere/01 One.epub', novel(aMark(), 'One', isbn));
      put(library, 'Novel/02 Two.epub', novel(aMark(), 'Two', isbn));
      put(library, 'Novel/01 One (second edition).epub', novel(aMark(), 'One', isbn));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'edition).epub')).id).toBe(book.id);
      expect(await historyOf(book.id)).toMatchObject([{ kind: 'same_identifier' }]);
    });

    test('a PDF with new metadata keeps its identifier and continues the book', async () => {
      const id = '/ID[<00112233445566778899aabbccddeeff><00>]';
      const pdf = (title: string, trailer = id) =>
        Buffer.from(
          makePdf({ pages: [{}, {}, {}], info: { Title: title } })
            .toString('latin1')
            .replace(/trailer\s*<</, (all) => `${all}${trailer}`),
          'latin1',
        );
      const { library, book } = await aReadBook(pdf('One'), 'Mag/One.pdf');
      remove(library, 'Mag/One.pdf');
      put(library, 'Mag/Two.pdf', pdf('Two', id.replace('0011', 'ffee')));
      put(library, 'Mag/Renamed.pdf', pdf('Renamed'));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Renamed.pdf')).id).toBe(book.id);
    });

    test('small files with the same pages and different numbers are different books', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark }));
      remove(library, 'Saga/Saga 001.cbz');
      put(library, 'Saga/Saga 002.cbz', comic({ mark, comicInfo: '<Number>2</Number>' }));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga 002.cbz')).id).not.toBe(book.id);
    });

    async function aCopy() {
      const mark = aMark();
      const bytes = comic({ mark });
      const { library, book } = await aReadBook(bytes);
      const { reader, admin } = server();
      const noted = await reader.put(`/api/v1/books/${book.id}/annotations/${newId()}`, {
        kind: 'bookmark',
        locator: { href: 'p002.jpg', type: 'image/jpeg', locations: { position: 2 } },
      });
      expect(noted.status).toBe(201);
      const list = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: `List ${mark}`,
        ids: [book.id],
      });
      expect(list.status).toBe(201);
      expect(
        (await reader.put(`/api/v1/series/${book.seriesId}/rating`, { rating: 70 })).status,
      ).toBeLessThan(300);
      put(library, 'Moved/Saga 001.cbz', comic({ mark, comicInfo: '<Number>1</Number>' }));
      await rescan(library);
      const copy = await getBook(admin, library.id, 'Moved/Saga 001.cbz');
      expect([copy.id !== book.id, await pageOf(copy.id)]).toEqual([true, null]);
      const dataOf = async ({ id, seriesId }: BookDto) => ({
        page: await pageOf(id),
        annotations:
          (await reader.get<{ data: unknown[] }>(`/api/v1/books/${id}/annotations`)).body.data?.length ?? 0,
        isListed: (
          await admin.get<{ data: BookDto[] }>(`/api/v1/readlists/${list.body.id}/books?pageSize=50`)
        ).body.data.some((one) => one.id === id),
        rating:
          (await reader.get<{ rating?: number }>(`/api/v1/series/${seriesId}/rating`)).body.rating ?? null,
      });
      return { library, book, copy, dataOf };
    }

    test('of two copies, the remaining one gets the user data, and an undo returns it', async () => {
      const { library, book, copy, dataOf } = await aCopy();
      remove(library, 'Saga/Saga 001.cbz');
      await rescan(library);
      expect(await dataOf(copy)).toEqual({ page: 3, annotations: 1, isListed: true, rating: 70 });
      const [match] = await historyOf(copy.id);
      expect(match).toMatchObject({ kind: 'same_copy', formerPath: 'Saga/Saga 001.cbz', canUndo: true });
      expect((await undo(copy.id, match?.id)).body).toEqual({ bookId: copy.id });
      expect(await dataOf(copy)).toEqual({ page: null, annotations: 0, isListed: false, rating: null });
      put(library, 'Saga/Saga 001.cbz', comic({ mark: aMark() }));
      await rescan(library);
      await rescan(library);
      expect((await undo(copy.id, match?.id)).status).toBe(409);
      expect(book.id).not.toBe(copy.id);
    });

    test('a copy that returns gets back its user data', async () => {
      const { library, book, copy, dataOf } = await aCopy();
      const path = join(library.folder, 'Saga/Saga 001.cbz');
      const aside = `${library.folder}-returned`;
      renameSync(path, aside);
      await rescan(library);
      expect(await dataOf(copy)).toMatchObject({ page: 3, annotations: 1, isListed: true });
      renameSync(aside, path);
      await rescan(library);
      expect(await dataOf(book)).toEqual({ page: 3, annotations: 1, isListed: true, rating: 70 });
      expect(await dataOf(copy)).toEqual({ page: null, annotations: 0, isListed: false, rating: null });
      expect(await historyOf(copy.id)).toEqual([]);
    });

    test('of two copies that disappear together, the one that returns gets the user data', async () => {
      const { library, book, copy, dataOf } = await aCopy();
      const [path, other] = ['Saga', 'Moved'].map((name) => join(library.folder, name, 'Saga 001.cbz'));
      for (const one of [path, other]) renameSync(one ?? '', `${one}.aside`);
      await rescan(library);
      renameSync(`${other}.aside`, other ?? '');
      await rescan(library);
      expect(await dataOf(copy)).toMatchObject({ page: 3, annotations: 1, isListed: true });
      expect(await historyOf(copy.id)).toMatchObject([{ kind: 'same_copy', canUndo: true }]);
      renameSync(`${path}.aside`, path ?? '');
      await rescan(library);
      expect(await dataOf(book)).toMatchObject({ page: 3, annotations: 1, isListed: true });
      expect(await dataOf(copy)).toMatchObject({ page: null, annotations: 0, isListed: false });
    });

    test('a new version continues a book that an earlier scan found missing', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark, pages: 20 }));
      remove(library, 'Saga/Saga 001.cbz');
      await rescan(library);
      put(library, 'New/Saga #1.cbz', comic({ mark, pages: 21, comicInfo: '<Number>1</Number>' }));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga #1.cbz')).id).toBe(book.id);
      expect(await historyOf(book.id)).toMatchObject([{ kind: 'similar_pages', canUndo: true }]);
    });

    test('a short book with one more page continues the book', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark, pages: 3 }), 'Saga/Saga 001.cbz', 2);
      remove(library, 'Saga/Saga 001.cbz');
      put(library, 'Saga/Saga 001 (credits).cbz', comic({ mark, pages: 4 }));
      await rescan(library);
      expect((await getBook(server().admin, library.id, '(credits).cbz')).id).toBe(book.id);
    });

    test('an archive becomes an image folder or a tar archive, and an archive again', async () => {
      const { library, book } = await aReadBook(
        makeZip(await imagePages(server().kind)),
        'Saga/Saga 001.cbz',
        2,
      );
      const folders = { allowedFormats: ['cbz', 'cbt', 'folder'] };
      expect((await server().admin.patch(`/api/v1/libraries/${library.id}`, folders)).status).toBe(200);
      await rescan(library);
      const expectBook = async (name: string) => {
        await rescan(library);
        expect((await getBook(server().admin, library.id, name)).id).toBe(book.id);
      };
      const pages = await imagePages(server().kind);
      remove(library, 'Saga/Saga 001.cbz');
      for (const { name, content } of pages) put(library, `Saga/Saga 001/${name}`, content);
      await expectBook('Saga/Saga 001');
      rmSync(join(library.folder, 'Saga/Saga 001'), { recursive: true });
      put(library, 'Saga/Saga 1.cbz', makeZip(pages));
      await expectBook('Saga/Saga 1.cbz');
      remove(library, 'Saga/Saga 1.cbz');
      put(library, 'Saga/Saga 1.cbt', makeTar(pages));
      await expectBook('Saga/Saga 1.cbt');
      // Pages of other sizes are another book.
      remove(library, 'Saga/Saga 1.cbt');
      const other = await imagePages(server().kind, 70);
      put(library, 'Saga/Saga 01.cbt', makeTar(other));
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga 01.cbt')).id).not.toBe(book.id);
    });

    test('progress in both copies is merged: the further one counts', async () => {
      const { library, copy } = await aCopy();
      await read(copy.id, 2);
      remove(library, 'Saga/Saga 001.cbz');
      await rescan(library);
      expect(await pageOf(copy.id)).toBe(3);
    });

    test('further progress in the remaining copy is kept', async () => {
      const { library, copy } = await aCopy();
      await read(copy.id, 6);
      remove(library, 'Saga/Saga 001.cbz');
      await rescan(library);
      expect(await pageOf(copy.id)).toBe(6);
    });

    test('an undo separates the file: the book waits for its former file with its data', async () => {
      const mark = aMark();
      const { library, book } = await aReadBook(comic({ mark }));
      const former = join(library.folder, 'Saga/Saga 001.cbz');
      const aside = `${library.folder}-aside`;
      copyFileSync(former, aside);
      rmSync(former);
      put(library, 'Saga/Saga One.cbz', comic({ mark, comicInfo: '<Title>One</Title>' }));
      await rescan(library);
      await read(book.id, 5);
      const [match] = await historyOf(book.id);
      const undone = await undo(book.id, match?.id);
      expect(undone.status).toBe(200);
      await waitForQuiet(server());
      const { bookId } = undone.body;
      expect(bookId).not.toBe(book.id);
      const file = await getBook(server().admin, library.id, 'Saga One.cbz');
      expect(file).toMatchObject({ id: bookId, title: 'One', analyzed: true });
      // Read since the match.
      expect(await pageOf(bookId)).toBe(5);
      const all = await listBooks(server().admin, library.id, 'includeDeleted=true');
      expect(all.find(({ id }) => id === book.id)).toMatchObject({ deleted: true });
      // Another scan does not repeat the match, and the former file continues the former book.
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga One.cbz')).id).toBe(bookId);
      renameSync(aside, former);
      await rescan(library);
      expect((await getBook(server().admin, library.id, 'Saga 001.cbz')).id).toBe(book.id);
      expect((await historyOf(book.id))[0]).toMatchObject({ undoneAt: expect.any(String), canUndo: false });
    });

    test('the history is listed and undone with the permission to edit books only', async () => {
      const { library, book } = await aReadBook(comic({ mark: aMark() }));
      renameSync(join(library.folder, 'Saga/Saga 001.cbz'), join(library.folder, 'Saga/Saga 1.cbz'));
      await rescan(library);
      const [match] = await historyOf(book.id);
      expect(match).toMatchObject({ kind: 'same_file', path: 'Saga/Saga 1.cbz' });
      const path = `/api/v1/books/${book.id}/file-history`;
      expect((await server().reader.get(path)).status).toBe(403);
      expect((await server().reader.post(`${path}/${match?.id}/undo`)).status).toBe(403);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
