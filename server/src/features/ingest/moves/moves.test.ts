import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { MovedBook } from '@lectern/contract/ingest/moves';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
  waitForScan,
} from '../../../../test/harness/library.ts';
import { canMount, tryMount, unmount } from '../../../../test/harness/run/mounts.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makePage } from '../../../../test/makers/books.ts';
import { makeVolumes, nameVolumes } from '../../../../test/makers/rar.ts';

const allowed = { allowFileChanges: true };

interface Answer {
  books: MovedBook[];
  error: string;
  reason: string;
}

withServer(
  'moving files',
  (server) => {
    const move = (id: string, body: object, who: Client = server().admin, noun = 'books') =>
      who.post<Answer>(`/api/v1/${noun}/${id}/move`, body);
    const moveSeries = (id: string, body: object) => move(id, body, server().admin, 'series');
    const aLibrary = async (files: Record<string, string>, settings: object = allowed) => {
      const made: Record<string, Uint8Array> = {};
      for (const [name, mark] of Object.entries(files))
        made[name] = await makeCbz({ mark: `${server().kind} ${mark}` });
      return addScannedLibrary(server(), made, settings);
    };
    const open = async (id: string) =>
      (await server().admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book;
    const openSeries = async (id: string) => (await server().admin.get<Series>(`/api/v1/series/${id}`)).body;
    const countsOf = async ({ id }: TestLibrary) => {
      const { body } = await server().admin.get<{ bookCount: number; seriesCount: number }>(
        `/api/v1/libraries/${id}`,
      );
      return [body.bookCount, body.seriesCount];
    };
    const refusalOf = async (id: string, body: object) => {
      const { status, body: answer } = await move(id, body);
      return [status, answer.reason];
    };

    test('requires the permission, and libraries that allow file changes', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'off' }, {});
      const other = await aLibrary({ 'B/B 1.cbz': 'on' });
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      expect(await refusalOf(id, { folder: 'B' })).toEqual([403, 'file_changes_off']);
      const { id: free } = await getBook(server().admin, other.id, 'B 1.cbz');
      expect(await refusalOf(free, { libraryId: library.id, folder: 'B' })).toEqual([
        403,
        'file_changes_off',
      ]);
      const maintainer = await signIn(server(), { role: 'maintainer' });
      for (const who of [server().reader, maintainer])
        expect((await move(free, { folder: 'C' }, who)).status).toBe(403);
      // A user cannot see other libraries.
      const me = await signIn(server(), { permissions: ['files:manage'] });
      await server().admin.put(`/api/v1/users/${me.userId}/restrictions`, { sharedLibraryIds: [other.id] });
      expect((await move(id, { folder: 'C' }, me)).status).toBe(404);
      expect((await move(free, { libraryId: library.id, folder: 'C' }, me)).status).toBe(404);
      expect((await move(free, { folder: 'C' }, me)).status).toBe(200);
      expect(existsSync(join(library.folder, 'A/A 1.cbz'))).toBe(true);
    });

    test('renames a book with its companion files and keeps its user data', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'kept', 'A/A 2.cbz': 'stays' });
      writeFileSync(join(library.folder, 'A/A 1.xml'), '<ComicInfo><Writer>Somebody</Writer></ComicInfo>');
      await scan(server(), library.id);
      const { id, seriesId } = await getBook(server().admin, library.id, 'A 1.cbz');
      const bytes = readFileSync(join(library.folder, 'A/A 1.cbz'));
      await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
      const name = 'A 9.cbz';
      const preview = await server().admin.post<Answer>(`/api/v1/books/${id}/move/preview`, { name });
      expect(preview.body.books).toMatchObject([
        {
          bookId: id,
          problem: null,
          files: [
            { from: 'A/A 1.cbz', to: 'A/A 9.cbz' },
            { from: 'A/A 1.xml', to: 'A/A 9.xml' },
          ],
        },
      ]);
      expect(existsSync(join(library.folder, 'A/A 1.cbz'))).toBe(true);
      const { status, body } = await move(id, { name });
      expect([status, body.books[0]?.from.name]).toEqual([200, 'A 1.cbz']);
      expect(readdirSync(join(library.folder, 'A')).toSorted()).toEqual(['A 2.cbz', 'A 9.cbz', 'A 9.xml']);
      expect(readFileSync(join(library.folder, 'A/A 9.cbz')).equals(bytes)).toBe(true);
      const book = await open(id);
      expect(book).toMatchObject({
        path: join(library.folder, 'A/A 9.cbz'),
        number: 9,
        seriesId,
        deleted: false,
      });
      const read = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`);
      expect(read.body.book.readProgress?.currentPage).toBe(2);
      // Renames it back, then changes only the case.
      const { from } = body.books[0] ?? {};
      expect((await move(id, { ...from })).status).toBe(200);
      expect((await move(id, { name: 'a 1.CBZ' })).status).toBe(200);
      expect(readdirSync(join(library.folder, 'A')).toSorted()).toEqual(['A 2.cbz', 'a 1.CBZ', 'a 1.xml']);
      const state = await scan(server(), library.id);
      expect(state.status).toBe('completed');
      expect((await listBooks(server().admin, library.id)).length).toBe(2);
      expect((await open(id)).deleted).toBe(false);
    });

    test('moves a book to another library and keeps its data', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'to move', 'B/B 1.cbz': 'b' });
      const other = await aLibrary({ 'C/C 1.cbz': 'c' });
      const { id, seriesId } = await getBook(server().admin, library.id, 'A 1.cbz');
      await server().admin.patch(`/api/v1/books/${id}`, { title: 'A title of mine' });
      await server().admin.patch(`/api/v1/series/${seriesId}`, { title: 'A series of mine' });
      const { body: list } = await server().admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Moved ${server().kind}`,
        ids: [id],
      });
      const { status } = await move(id, { libraryId: other.id, folder: 'New/Folder' });
      expect(status).toBe(200);
      expect(readdirSync(library.folder)).toEqual(['B']);
      const book = await open(id);
      expect(book).toMatchObject({
        libraryId: other.id,
        path: join(other.folder, 'New/Folder/A 1.cbz'),
        title: 'A title of mine',
        deleted: false,
        // It was the only book of its series, which continues in the other library.
        seriesId,
      });
      expect(await openSeries(seriesId)).toMatchObject({ libraryId: other.id, title: 'A series of mine' });
      const books = await server().admin.get<{ data: BookDto[] }>(`/api/v1/readlists/${list.id}/books`);
      expect(books.body.data.map((one) => one.id)).toEqual([id]);
      expect([await countsOf(library), await countsOf(other)]).toEqual([
        [1, 1],
        [2, 2],
      ]);
      for (const one of [library, other]) expect((await scan(server(), one.id)).status).toBe('completed');
      expect((await listBooks(server().admin, other.id)).length).toBe(2);
      expect((await listBooks(server().admin, library.id)).length).toBe(1);
    });

    test('moves a series with everything in its folder, and back', async () => {
      const library = await aLibrary({ 'Saga/Saga 1.cbz': 's1', 'Saga/Saga 2.cbz': 's2', 'O/O.cbz': 'o' });
      const other = await aLibrary({ 'C/C 1.cbz': 'c2' });
      writeFileSync(join(library.folder, 'Saga/series.json'), '{"metadata":{"name":"Saga of all"}}');
      await scan(server(), library.id);
      const { seriesId } = await getBook(server().admin, library.id, 'Saga 1.cbz');
      const ids = (await listBooks(server().admin, library.id)).map(({ id }) => id).toSorted();
      const { status, body } = await moveSeries(seriesId, { libraryId: other.id, folder: 'Comics/Saga' });
      expect([status, body.books.map(({ problem }) => problem)]).toEqual([200, [null, null]]);
      expect(readdirSync(library.folder)).toEqual(['O']);
      expect(readdirSync(join(other.folder, 'Comics/Saga')).toSorted()).toEqual([
        ...['Saga 1.cbz', 'Saga 2.cbz', 'series.json'],
      ]);
      expect(await openSeries(seriesId)).toMatchObject({ libraryId: other.id, bookCount: 2 });
      await scan(server(), library.id);
      await scan(server(), other.id);
      expect(await openSeries(seriesId)).toMatchObject({ libraryId: other.id, bookCount: 2 });
      const back = await moveSeries(seriesId, { libraryId: library.id, folder: 'Saga' });
      expect(back.status).toBe(200);
      expect(readdirSync(join(library.folder, 'Saga')).length).toBe(3);
      expect(readdirSync(other.folder)).toEqual(['C']);
      await scan(server(), library.id);
      expect((await listBooks(server().admin, library.id)).map(({ id }) => id).toSorted()).toEqual(ids);
    });

    test('never overwrites files, ignoring case, and reports the books of a series that stay', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'x1', 'A/A 2.cbz': 'x2', 'B/a 1.CBZ': 'x3' });
      const { id, seriesId } = await getBook(server().admin, library.id, 'A 1.cbz');
      expect(await refusalOf(id, { folder: 'b' })).toEqual([409, 'upload_exists']);
      const { status, body } = await moveSeries(seriesId, { folder: 'B' });
      expect(status).toBe(200);
      expect(body.books.map(({ problem }) => problem?.reason).toSorted()).toEqual([
        'upload_exists',
        undefined,
      ]);
      expect(readdirSync(join(library.folder, 'A'))).toEqual(['A 1.cbz']);
      expect(readdirSync(join(library.folder, 'B')).toSorted()).toEqual(['A 2.cbz', 'a 1.CBZ']);
      // A name is also taken by a missing file whose book is still live.
      const { id: two } = await getBook(server().admin, library.id, 'A 2.cbz');
      rmSync(join(library.folder, 'B/a 1.CBZ'));
      expect(await refusalOf(two, { name: 'A 1.cbz' })).toEqual([409, 'upload_exists']);
    });

    test('rejects invalid destinations and those that scans ignore', async () => {
      const library = await aLibrary(
        { 'A/A 1.cbz': 'p1', 'B/B 1.cbz': 'p2' },
        { ...allowed, excludedPatterns: ['Out'] },
      );
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      const outside = join(server().folder, `outside ${library.id}`);
      mkdirSync(outside);
      symlinkSync(outside, join(library.folder, 'Link'));
      writeFileSync(join(library.folder, '.lecternignore'), 'Ignored\n');
      const bad: [object, number, string][] = [
        [{ folder: '../x' }, 409, 'move_name'],
        [{ folder: '/etc' }, 409, 'move_name'],
        [{ folder: 'A/./B' }, 409, 'move_name'],
        [{ folder: 'A/../../B' }, 409, 'move_name'],
        [{ folder: 'x'.repeat(300) }, 409, 'move_name'],
        [{ folder: 'a:b' }, 409, 'move_name'],
        [{ name: 'a/b.cbz' }, 409, 'move_name'],
        [{ name: `${'n'.repeat(240)}.cbz` }, 409, 'move_name'],
        [{ name: 'A 1.pdf' }, 409, 'move_extension'],
        [{ name: '.cbz' }, 409, 'move_name'],
        [{ folder: '.hidden' }, 409, 'move_name'],
        [{ folder: 'Link' }, 403, 'upload_outside'],
        [{ folder: 'Link/x' }, 403, 'upload_outside'],
        [{ folder: 'Out' }, 409, 'upload_excluded'],
        [{ folder: '@eaDir' }, 409, 'upload_excluded'],
        [{ folder: 'B/Ignored' }, 409, 'upload_excluded'],
        [{ folder: 'B/B 1.cbz' }, 409, 'folder_is_file'],
        [{ folder: 'A', name: 'A 1.cbz' }, 409, 'move_same'],
      ];
      for (const [body, status, why] of bad) {
        expect([body, ...(await refusalOf(id, body))]).toEqual([body, status, why]);
        const preview = await server().admin.post<Answer>(`/api/v1/books/${id}/move/preview`, body);
        expect([preview.status, preview.body.books[0]?.problem?.reason]).toEqual([200, why]);
      }
      expect((await move(id, { root: 7 })).status).toBe(404);
      expect(readdirSync(library.folder).toSorted()).toEqual(['.lecternignore', 'A', 'B', 'Link']);
      expect(readdirSync(outside)).toEqual([]);
      renameSync(library.folder, `${library.folder} away`);
      expect(await refusalOf(id, { folder: 'C' })).toEqual([409, 'folder_missing']);
      renameSync(`${library.folder} away`, library.folder);
      rmSync(join(library.folder, 'A/A 1.cbz'));
      expect(await refusalOf(id, { folder: 'C' })).toEqual([409, 'trash_file_missing']);
    });

    test('moves all volumes of an archive, image folders, and names that are not UTF-8', async () => {
      const entries = await Promise.all(
        [1, 2, 3, 4].map(async (n) => ({ name: `${n}.jpg`, content: await makePage(n, server().kind) })),
      );
      const contentBytes = Math.ceil((entries[0]?.content.length ?? 0) * 1.6);
      const volumes = nameVolumes('Saga/Saga 01', makeVolumes('rar5', entries, { contentBytes }));
      const library = await addScannedLibrary(
        server(),
        { ...volumes, 'Pics/Chapter 1/1.jpg': await makePage(1), 'Pics/Chapter 1/2.jpg': await makePage(2) },
        { ...allowed, allowedFormats: ['cbz', 'cbr', 'folder'] },
      );
      const odd = Buffer.concat([
        Buffer.from(`${library.folder}/Saga/Caf`),
        Buffer.of(0xe9),
        Buffer.from('.cbz'),
      ]);
      writeFileSync(odd, await makeCbz({ mark: `odd ${server().kind}` }));
      await scan(server(), library.id);
      const books = await listBooks(server().admin, library.id);
      expect(books.length).toBe(3);
      for (const { id } of books) expect((await move(id, { folder: 'All' })).status).toBe(200);
      expect(readdirSync(library.folder)).toEqual(['All']);
      const archive = books.find(({ path }) => path.includes('Saga 01'));
      const first = (await open(archive?.id ?? '')).path.replace(`${library.folder}/All/`, '');
      const name = first.replace('Saga 01', 'Tale 7');
      expect((await move(archive?.id ?? '', { name })).status).toBe(200);
      expect(readdirSync(join(library.folder, 'All')).filter((one) => one.startsWith('Tale 7')).length).toBe(
        Object.keys(volumes).length,
      );
      const folder = books.find(({ fileFormat }) => fileFormat === 'folder')?.id ?? '';
      expect(await refusalOf(folder, { folder: 'All/Chapter 1' })).toEqual([409, 'move_into_itself']);
      expect(await refusalOf(archive?.id ?? '', { folder: 'All/Chapter 1' })).toEqual([
        409,
        'move_into_book',
      ]);
      await scan(server(), library.id);
      expect((await listBooks(server().admin, library.id)).map(({ id }) => id).toSorted()).toEqual(
        books.map(({ id }) => id).toSorted(),
      );
    });

    test.skipIf(!canMount)(
      'moves files completely between disks, or not at all without free space',
      async () => {
        const library = await aLibrary({ 'A/A 1.cbz': 'disk 1' });
        const disk = join(library.folder, 'Disk');
        expect(tryMount(disk, 4)).toBe(true);
        try {
          const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
          const bytes = readFileSync(join(library.folder, 'A/A 1.cbz'));
          expect((await move(id, { folder: 'Disk/A' })).status).toBe(200);
          expect(readdirSync(join(disk, 'A'))).toEqual(['A 1.cbz']);
          expect(readFileSync(join(disk, 'A/A 1.cbz')).equals(bytes)).toBe(true);
          expect((await move(id, { folder: 'A' })).status).toBe(200);
          expect(readdirSync(disk)).toEqual([]);
          expect(() => writeFileSync(join(disk, 'full'), Buffer.alloc(5 * 1024 * 1024))).toThrow('ENOSPC');
          const full = await move(id, { folder: 'Disk/A' });
          expect([full.status, full.body.reason]).toEqual([507, 'upload_no_room']);
          expect(readdirSync(disk)).toEqual(['full']);
          expect((await open(id)).path).toBe(join(library.folder, 'A/A 1.cbz'));
          await waitForScan(server().admin, library.id);
        } finally {
          unmount(disk);
        }
      },
    );

    test('scans complete an interrupted move, also between libraries', async () => {
      const library = await aLibrary({ 'Saga/Saga 1.cbz': 'i1', 'Saga/Saga 2.cbz': 'i2', 'B/B 1.cbz': 'i3' });
      const other = await aLibrary({ 'C/C 1.cbz': 'i4' });
      const { id, seriesId } = await getBook(server().admin, library.id, 'Saga 1.cbz');
      await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
      const before = (await listBooks(server().admin, library.id)).length;
      // Simulates a process that ended after the files were moved.
      mkdirSync(join(other.folder, 'Tales'));
      renameSync(join(library.folder, 'Saga'), join(other.folder, 'Tales/Saga'));
      await scan(server(), other.id);
      await scan(server(), library.id);
      expect(await open(id)).toMatchObject({ libraryId: other.id, seriesId, deleted: false });
      const read = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`);
      expect(read.body.book.readProgress?.currentPage).toBe(2);
      expect((await listBooks(server().admin, library.id)).length).toBe(before - 2);
      expect((await listBooks(server().admin, other.id)).length).toBe(3);
      expect([await countsOf(library), await countsOf(other)]).toEqual([
        [1, 1],
        [3, 2],
      ]);
    });

    test('creates no duplicates and loses no book while scans are running', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`Run/Run ${i + 1}.cbz`, `run ${i}`]),
      );
      const library = await aLibrary(files);
      const other = await aLibrary({ 'C/C 1.cbz': 'run c' });
      const books = await listBooks(server().admin, library.id);
      for (const [i, { id }] of books.entries()) {
        for (const one of [library, other])
          await server().admin.post(`/api/v1/libraries/${one.id}/scan`, { mode: 'deep' });
        const target = i % 2 === 0 ? { folder: `New ${i}` } : { libraryId: other.id, folder: 'Run' };
        expect((await move(id, target)).status).toBe(200);
      }
      for (const one of [library, other]) await waitForScan(server().admin, one.id);
      for (const one of [library, other]) await scan(server(), one.id);
      const all = [library, other].map(({ id }) => listBooks(server().admin, id));
      const found = (await Promise.all(all)).flat();
      expect(found.length).toBe(13);
      for (const { id } of books) expect((await open(id)).deleted).toBe(false);
    });
  },
  { withTasks: true },
);
