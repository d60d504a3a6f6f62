// Libraries with several roots: their order, their book counts, and roots that move between libraries.
import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody, Issue } from '@lectern/contract/errors';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library, LibraryRoot } from '@lectern/contract/libraries/libraries';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import {
  addLibrary,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

const path = '/api/v1/libraries';

withServer(
  'folders of libraries',
  (server) => {
    const aFolder = (files: Record<string, Uint8Array> = {}) => {
      const folder = mkdtempSync(join(server().folder, 'folder-'));
      writeFiles(folder, files);
      return folder;
    };
    const patch = (id: string, body: object) =>
      server().admin.patch<Library & ErrorBody>(`${path}/${id}`, body);
    const foldersOf = async (client: Client, id: string) =>
      (await client.get<{ roots: LibraryRoot[] }>(`${path}/${id}/roots`)).body.roots;
    const idsByPath = (books: readonly BookDto[]) =>
      Object.fromEntries(books.map((book) => [book.path, book.id]));

    /** A library with two roots. The second contains books with progress and edits. */
    async function aShelf(mark: string) {
      const copy = await makeCbz({ mark: `${mark} copy` });
      const library = await addLibrary(server(), {
        'Stays/Stays 1.cbz': await makeCbz({ mark: `${mark} s` }),
      });
      const folder = aFolder({
        'Saga/Saga 1.cbz': await makeCbz({ mark: `${mark} 1`, pages: 5 }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: `${mark} 2` }),
        'Twins/One/Same.cbz': copy,
        'Twins/Two/Same.cbz': copy,
        'Broken/Broken 1.cbz': Buffer.from('no archive'),
      });
      await patch(library.id, { paths: [library.folder, folder] });
      expect(await scan(server(), library.id)).toMatchObject({ status: 'completed' });
      const books = (await listBooks(server().admin, library.id)).filter((book) =>
        book.path.startsWith(folder),
      );
      expect(books).toHaveLength(5);
      const [read] = books.filter((book) => book.path.endsWith('Saga 1.cbz'));
      if (!read) throw new Error('There is no book');
      const { admin } = server();
      await admin.put(`/api/v1/books/${read.id}/progress`, { currentPage: 3 });
      await admin.patch(`/api/v1/books/${read.id}/metadata`, { title: 'By hand' });
      await admin.patch(`/api/v1/series/${read.seriesId}/metadata`, { title: 'Saga by hand' });
      return { library, folder, books, read };
    }
    const look = async ({ id }: BookDto) => {
      const { book } = (await server().admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body;
      const series = (await server().admin.get<{ title: string }>(`/api/v1/series/${book.seriesId}`)).body;
      return {
        title: book.title,
        page: book.readProgress?.currentPage,
        seriesId: book.seriesId,
        series: series.title,
        libraryId: book.libraryId,
      };
    };
    const keptIn = ({ id }: Pick<TestLibrary, 'id'>, { read }: Awaited<ReturnType<typeof aShelf>>) => ({
      title: 'By hand',
      page: 3,
      seriesId: read.seriesId,
      series: 'Saga by hand',
      libraryId: id,
    });

    test('keeps the given order, and reordering moves no book', async () => {
      const one = aFolder();
      const two = aFolder({ 'A/A 1.cbz': await makeCbz({ mark: 'a' }) });
      const three = aFolder();
      const { body } = await server().admin.post<Library>(path, { name: 'Order', paths: [one, two, three] });
      await scan(server(), body.id);
      const before = idsByPath(await listBooks(server().admin, body.id));
      const moved = await patch(body.id, { paths: [three, two, one] });
      expect([moved.body.path, moved.body.paths]).toEqual([three, [three, two, one]]);
      expect((await foldersOf(server().admin, body.id)).map((folder) => folder.path)).toEqual([
        ...[three, two, one],
      ]);
      expect(await scan(server(), body.id)).toMatchObject({ status: 'completed', errors: [] });
      expect(idsByPath(await listBooks(server().admin, body.id))).toEqual(before);
      const target = await server().admin.get<{ path: string }[]>(`${path}/${body.id}`);
      expect(target.body).toMatchObject({ path: three });
    });

    test('counts the books in each folder that the caller can see', async () => {
      const shelf = await aShelf('counts');
      const { library, folder, read } = shelf;
      expect(await foldersOf(server().admin, library.id)).toEqual([
        { path: library.folder, bookCount: 1 },
        { path: folder, bookCount: 5 },
      ]);
      const tag = (
        await server().admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: server().kind })
      ).body;
      await server().admin.put(`/api/v1/series/${read.seriesId}/sharing-tags`, { tagIds: [tag.id] });
      const maintainer = await signIn(server(), { role: 'maintainer' });
      await server().admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, {
        sharedLibraryIds: [],
        sharingTags: [{ tagId: tag.id, access: 'deny' }],
      });
      expect((await foldersOf(maintainer, library.id)).map((one) => one.bookCount)).toEqual([1, 3]);
      const elsewhere = await addLibrary(server(), {});
      await server().admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, {
        sharedLibraryIds: [elsewhere.id],
      });
      expect((await maintainer.get(`${path}/${library.id}/roots`)).status).toBe(404);
      expect((await server().reader.get(`${path}/${library.id}/roots`)).status).toBe(403);
    });

    test('moves a folder to another library and keeps ids, edits and progress, also of identical copies', async () => {
      const shelf = await aShelf('moves');
      const { library, folder, books, read } = shelf;
      const other = await addLibrary(server(), { 'Here/Here 1.cbz': await makeCbz({ mark: 'moves here' }) });
      const taken = await patch(other.id, { paths: [other.folder, folder] });
      expect([taken.status, taken.body.message]).toEqual([400, expect.stringContaining(library.name)]);
      await patch(library.id, { paths: [library.folder] });
      await patch(other.id, { paths: [other.folder, folder] });
      expect(await scan(server(), other.id)).toMatchObject({ status: 'completed' });
      const there = (await listBooks(server().admin, other.id)).filter((book) =>
        book.path.startsWith(folder),
      );
      expect(idsByPath(there)).toEqual(idsByPath(books));
      expect(await look(read)).toEqual(keptIn(other, shelf));
      await expect.poll(async () => (await listBooks(server().admin, library.id)).length).toBe(1);
      expect((await listSeries(server().admin, library.id)).map(({ title }) => title)).toEqual(['Stays']);
    });

    test('restores the books of a returned folder, including files that changed meanwhile', async () => {
      const shelf = await aShelf('returns');
      const { library, folder, books, read } = shelf;
      await patch(library.id, { paths: [library.folder] });
      await expect.poll(async () => (await listBooks(server().admin, library.id)).length).toBe(1);
      renameSync(join(folder, 'Saga/Saga 2.cbz'), join(folder, 'Saga/Saga 3.cbz'));
      writeFiles(folder, {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'returns, tagged', pages: 5 }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: 'returns, new' }),
      });
      await patch(library.id, { paths: [library.folder, folder] });
      expect(await scan(server(), library.id)).toMatchObject({ status: 'completed' });
      const now = idsByPath(await listBooks(server().admin, library.id));
      const before = idsByPath(books);
      const at = (name: string) => join(folder, name);
      expect(now[at('Saga/Saga 1.cbz')]).toBe(read.id);
      expect(now[at('Saga/Saga 3.cbz')]).toBe(before[at('Saga/Saga 2.cbz')]);
      expect(Object.values(before)).not.toContain(now[at('Saga/Saga 2.cbz')]);
      expect(now[at('Twins/Two/Same.cbz')]).toBe(before[at('Twins/Two/Same.cbz')]);
      expect(await look(read)).toEqual(keptIn(library, shelf));
    });

    test('keeps books, edits and progress when a folder of a removed library is added to another one', async () => {
      const shelf = await aShelf('removed');
      const { library, folder, books, read } = shelf;
      await server().admin.delete(`${path}/${library.id}`);
      const other = (
        await server().admin.post<Library>(path, { name: `Heir of ${library.name}`, paths: [folder] })
      ).body;
      expect(await scan(server(), other.id)).toMatchObject({ status: 'completed' });
      expect(idsByPath(await listBooks(server().admin, other.id))).toEqual(idsByPath(books));
      expect(await look(read)).toEqual(keptIn(other, shelf));
    });

    test('reports each unusable folder with its path in the request body', async () => {
      const { library, folder } = await aShelf('faults');
      const other = await addLibrary(server(), {});
      const fresh = aFolder();
      mkdirSync(join(fresh, 'deep'));
      const wrong = [
        other.folder,
        join(folder, 'Saga'),
        join(fresh, 'none'),
        fresh,
        join(fresh, 'deep'),
        fresh,
      ];
      const { status, body } = await patch(other.id, { paths: wrong });
      const { issues } = body.details as { issues: Issue[] };
      expect([status, issues.map((issue) => [issue.path, issue.code])]).toEqual([
        400,
        [
          ['body.paths.2', 'folder_missing'],
          ['body.paths.4', 'folder_inside'],
          ['body.paths.5', 'folder_listed'],
        ],
      ]);
      const overlapping = await patch(other.id, { paths: [other.folder, join(folder, 'Saga')] });
      expect((overlapping.body.details as { issues: Issue[] }).issues).toMatchObject([
        { path: 'body.paths.1', code: 'folder_inside_of_library', params: { library: library.name } },
      ]);
    });
  },
  { withTasks: true },
);
