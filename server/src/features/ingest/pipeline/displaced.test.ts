import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMatch } from '@lectern/contract/ingest/file-matches';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeTextComic } from '../../../../test/makers/comics.ts';

const nameOf = (number: number): string => `Saga/Saga ${String(number).padStart(3, '0')}.cbz`;

onBothDatabases(
  'books whose paths contain other files',
  (server) => {
    let made = 0;
    /** A library of `count` books. Page n of book n is read. */
    async function aLibrary(count: number) {
      const mark = `displaced ${server().kind} ${++made}`;
      const numbers = Array.from({ length: count }, (_, i) => i + 1);
      // Sizes differ, because files of one size and time count as unchanged.
      const files = numbers.map((n) => makeTextComic({ mark: `${mark} ${n}`, pages: 8 + (n % 7) }));
      const library = await addScannedLibrary(
        server(),
        Object.fromEntries(files.map((bytes, i) => [nameOf(i + 1), bytes])),
      );
      const idOf = new Map<number, string>();
      for (const n of numbers.slice(0, 6)) {
        const { id } = await getBook(server().admin, library.id, nameOf(n));
        idOf.set(n, id);
        const { status } = await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: n });
        expect(status).toBe(200);
      }
      return { library, mark, files, idOf };
    }
    const rescan = async (library: TestLibrary) => {
      const { status, errors } = await scan(server(), library.id, 'confirmRemovals=true');
      expect([status, errors]).toEqual(['completed', []]);
    };
    /** Id and current page of the book of a file. */
    async function readFile(library: TestLibrary, name: string) {
      const { id } = await getBook(server().admin, library.id, name);
      const { book } = (await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body;
      return [id, book.readProgress?.currentPage ?? null];
    }
    const move = (library: TestLibrary, from: string, to: string) => {
      mkdirSync(join(library.folder, to, '..'), { recursive: true });
      renameSync(join(library.folder, from), join(library.folder, to));
    };
    const swap = (library: TestLibrary, a: string, b: string) => {
      move(library, a, 'Saga/aside');
      move(library, b, a);
      move(library, 'Saga/aside', b);
    };

    test('follow their content when two files swap their names, and an undo separates them', async () => {
      const { library, idOf } = await aLibrary(3);
      swap(library, nameOf(1), nameOf(2));
      await rescan(library);
      expect(await readFile(library, nameOf(2))).toEqual([idOf.get(1), 1]);
      expect(await readFile(library, nameOf(1))).toEqual([idOf.get(2), 2]);
      expect(await readFile(library, nameOf(3))).toEqual([idOf.get(3), 3]);
      const history = `/api/v1/books/${idOf.get(1)}/file-history`;
      const [match] = (await server().admin.get<FileMatch[]>(history)).body;
      expect(match).toMatchObject({ kind: 'same_file', formerPath: nameOf(1), path: nameOf(2) });
      // Another scan changes nothing.
      await rescan(library);
      expect(await readFile(library, nameOf(2))).toEqual([idOf.get(1), 1]);
      expect((await server().admin.post(`${history}/${match?.id}/undo`)).status).toBe(200);
      await waitForQuiet(server());
      const [id, page] = await readFile(library, nameOf(2));
      expect([id === idOf.get(1), page]).toEqual([false, null]);
      expect(await readFile(library, nameOf(1))).toEqual([idOf.get(2), 2]);
    });

    test('follow their content when numbers are shifted up, also beyond one batch', async () => {
      const count = 130;
      const { library, idOf } = await aLibrary(count);
      for (let n = count; n >= 1; n--) move(library, nameOf(n), nameOf(n + 1));
      await rescan(library);
      for (const n of [1, 2, 3]) expect(await readFile(library, nameOf(n + 1))).toEqual([idOf.get(n), n]);
      expect(await listBooks(server().admin, library.id)).toHaveLength(count);
    });

    test('follow their content when the first file is deleted and the others are renumbered', async () => {
      const { library, idOf } = await aLibrary(4);
      rmSync(join(library.folder, nameOf(1)));
      for (const n of [2, 3, 4]) move(library, nameOf(n), nameOf(n - 1));
      await rescan(library);
      for (const n of [2, 3, 4]) expect(await readFile(library, nameOf(n - 1))).toEqual([idOf.get(n), n]);
      const all = await listBooks(server().admin, library.id, 'includeDeleted=true');
      expect(all.find(({ id }) => id === idOf.get(1))).toMatchObject({ deleted: true });
    });

    test.each(['', '<Number>1</Number>'])(
      'follow a moved file whose path another book gets (metadata: "%s")',
      async (comicInfo) => {
        const { library, mark, idOf } = await aLibrary(2);
        rmSync(join(library.folder, nameOf(1)));
        const moved = makeTextComic({ mark: `${mark} 1`, pages: 9, ...(comicInfo && { comicInfo }) });
        // Its folder is read before that of the series.
        mkdirSync(join(library.folder, 'Archive'));
        writeFileSync(join(library.folder, 'Archive/Saga 001.cbz'), moved);
        writeFileSync(join(library.folder, nameOf(1)), makeTextComic({ mark: `${mark} new`, pages: 12 }));
        await rescan(library);
        expect(await readFile(library, 'Archive/Saga 001.cbz')).toEqual([idOf.get(1), 1]);
        expect((await readFile(library, nameOf(1)))[1]).toBe(null);
        expect(await readFile(library, nameOf(2))).toEqual([idOf.get(2), 2]);
      },
    );

    test('keep their path if a deleted book has the identifier of the new content', async () => {
      const mark = `displaced identifier ${server().kind}`;
      const isbn = '<Number>1</Number><GTIN>9783161484100</GTIN>';
      const make = (release: string, pages: number) =>
        makeTextComic({ mark: `${mark} ${release}`, pages, comicInfo: isbn });
      const other = 'Saga/Saga 001 (other).cbz';
      const library = await addScannedLibrary(server(), {
        [nameOf(1)]: make('first', 8),
        [other]: make('other', 9),
        [nameOf(2)]: makeTextComic({ mark, pages: 8 }),
      });
      const { id } = await getBook(server().admin, library.id, nameOf(1));
      await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: 3 });
      rmSync(join(library.folder, other));
      await rescan(library);
      writeFileSync(join(library.folder, nameOf(1)), make('better', 10));
      await rescan(library);
      expect(await readFile(library, nameOf(1))).toEqual([id, 3]);
    });

    test('keep their path if no other file has their content', async () => {
      const { library, mark, idOf } = await aLibrary(2);
      writeFileSync(join(library.folder, nameOf(1)), makeTextComic({ mark: `${mark} rescanned`, pages: 12 }));
      // A copy of a file that was tagged in its place is another book.
      writeFileSync(join(library.folder, 'Saga/Copy.cbz'), makeTextComic({ mark: `${mark} 2`, pages: 10 }));
      const tagged = makeTextComic({ mark: `${mark} 2`, pages: 10, comicInfo: '<Title>Two</Title>' });
      writeFileSync(join(library.folder, nameOf(2)), tagged);
      await rescan(library);
      expect(await readFile(library, nameOf(1))).toEqual([idOf.get(1), 1]);
      expect(await readFile(library, nameOf(2))).toEqual([idOf.get(2), 2]);
      expect((await readFile(library, 'Copy.cbz'))[1]).toBe(null);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
