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
import type { TrashedFile } from '@lectern/contract/ingest/trash';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  listSeries,
  scan,
  waitForScan,
} from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { canMount, remount, tryMount, unmount } from '../../../../test/harness/run/mounts.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { listTrash, trashBook } from '../../../../test/harness/trash.ts';
import { makeCbz, makePage } from '../../../../test/makers/books.ts';
import { makeVolumes, nameVolumes } from '../../../../test/makers/rar.ts';

const allowed = { allowFileChanges: true };

interface Refusal {
  error: string;
  reason: string;
}

withServer(
  'the trash',
  (server) => {
    const manager = () => signIn(server(), { permissions: ['files:manage'] });
    const restore = (id: string) => server().admin.post<Refusal>(`/api/v1/trash/${id}/restore`);
    const trashOf = async (libraryId: string) =>
      (await listTrash(server().admin)).filter((file) => file.libraryId === libraryId);
    const aLibrary = async (files: Record<string, string>, settings: object = allowed) => {
      const made: Record<string, Uint8Array> = {};
      for (const [name, mark] of Object.entries(files)) made[name] = await makeCbz({ mark });
      return addScannedLibrary(server(), made, settings);
    };
    const open = async (id: string) =>
      (await server().admin.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book;

    test('requires the permission, and a library that allows file changes', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'off' }, {});
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      const off = await server().admin.delete<Refusal>(`/api/v1/books/${id}/file`);
      expect([off.status, off.body.reason]).toEqual([403, 'file_changes_off']);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, allowed);
      const maintainer = await signIn(server(), { role: 'maintainer' });
      for (const who of [server().reader, maintainer]) expect((await trashBook(who, id)).status).toBe(403);
      expect((await maintainer.get('/api/v1/trash')).status).toBe(403);
      expect(existsSync(join(library.folder, 'A/A 1.cbz'))).toBe(true);
    });

    test('keeps a file with the user data of its book, and restores both', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'kept', 'B/B 1.cbz': 'stays' });
      const { id, seriesId } = await getBook(server().admin, library.id, 'A 1.cbz');
      const path = join(library.folder, 'A/A 1.cbz');
      const bytes = readFileSync(path);
      await server().reader.put(`/api/v1/books/${id}/progress`, { currentPage: 2 });
      await server().admin.patch(`/api/v1/books/${id}`, { title: 'A title of mine' });
      const { body: list } = await server().admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Kept ${server().kind}`,
        ids: [id],
      });
      const me = await manager();
      const { status, body } = await trashBook(me, id);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        bookId: id,
        seriesId,
        libraryId: library.id,
        path: 'A/A 1.cbz',
        title: 'A title of mine',
        sizeBytes: bytes.length,
        deletedBy: me.username,
      });
      expect(Date.parse(body.expiresAt ?? '') - Date.parse(body.deletedAt)).toBe(30 * 86_400_000);
      expect(readdirSync(library.folder).toSorted()).toEqual(['.lectern-trash', 'B']);
      expect((await listBooks(server().admin, library.id)).map((book) => book.id)).not.toContain(id);
      expect((await listSeries(server().admin, library.id)).map((series) => series.id)).not.toContain(
        seriesId,
      );
      // The file cannot be read there, and a scan does not find it.
      expect((await server().admin.get(`/api/v1/books/${id}/file`)).status).toBeGreaterThanOrEqual(400);
      const state = await scan(server(), library.id);
      expect([state.status, state.filesTotal]).toEqual(['completed', 1]);

      expect((await restore(body.id)).status).toBe(204);
      expect(readFileSync(path).equals(bytes)).toBe(true);
      expect(readdirSync(library.folder).toSorted()).toEqual(['A', 'B']);
      await waitForScan(server().admin, library.id);
      const back = await open(id);
      expect([back.title, back.seriesId, back.deleted]).toEqual(['A title of mine', seriesId, false]);
      const read = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${id}`);
      expect(read.body.book.readProgress?.currentPage).toBe(2);
      const books = await server().admin.get<{ data: BookDto[] }>(`/api/v1/readlists/${list.id}/books`);
      expect(books.body.data.map((book) => book.id)).toEqual([id]);
      expect(await trashOf(library.id)).toEqual([]);
    });

    test('moves a whole series with companion files and restores it', async () => {
      const library = await aLibrary({
        'Saga/Saga 1.cbz': 's1',
        'Saga/Saga 2.cbz': 's2',
        'Other/O.cbz': 'o',
      });
      writeFileSync(join(library.folder, 'Saga/Saga 1.xml'), '<ComicInfo><Title>First</Title></ComicInfo>');
      writeFileSync(join(library.folder, 'Saga/Saga 1.cbxy'), 'panels');
      writeFileSync(join(library.folder, 'Saga/Saga 2.opf'), '<package/>');
      writeFileSync(join(library.folder, 'Saga/Saga 2.pdf.txt'), 'beside');
      await scan(server(), library.id);
      const { seriesId } = await getBook(server().admin, library.id, 'Saga 1.cbz');
      const { body } = await server().admin.delete<{ trashed: TrashedFile[]; refused: unknown[] }>(
        `/api/v1/series/${seriesId}/files`,
      );
      expect([body.trashed.length, body.refused]).toEqual([2, []]);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual(['Saga 2.pdf.txt']);
      const countScans = async () => {
        await waitForQuiet(server());
        const tasks = `/api/v1/tasks?libraryId=${library.id}&pageSize=100`;
        const found = await server().admin.get<{ data: { type: string }[] }>(tasks);
        return found.body.data.filter(({ type }) => type === 'scanning.scan').length;
      };
      const scansBefore = await countScans();
      const again = await server().admin.post<{ restored: number; refused: unknown[] }>(
        '/api/v1/trash/restore',
        { ids: body.trashed.map(({ id }) => id) },
      );
      expect(again.body).toEqual({ restored: 2, refused: [] });
      // A single scan for all files: one in between would miss files restored after its listing.
      expect(await countScans()).toBe(scansBefore + 1);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual([
        ...['Saga 1.cbxy', 'Saga 1.cbz', 'Saga 1.xml', 'Saga 2.cbz', 'Saga 2.opf', 'Saga 2.pdf.txt'],
      ]);
      await waitForScan(server().admin, library.id);
      expect((await listBooks(server().admin, library.id)).length).toBe(3);
    });

    test('does not overwrite files when restoring, ignoring case', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'first' });
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      const file = (await trashBook(server().admin, id)).body;
      for (const name of ['A 1.cbz', 'a 1.CBZ']) {
        mkdirSync(join(library.folder, 'A'), { recursive: true });
        writeFileSync(join(library.folder, 'A', name), 'another');
        const refused = await restore(file.id);
        expect([refused.status, refused.body.reason]).toEqual([409, 'trash_name_taken']);
        const many = await server().admin.post('/api/v1/trash/restore', { ids: [file.id] });
        expect(many.body).toMatchObject({ restored: 0, refused: [{ id: file.id }] });
        expect(readFileSync(join(library.folder, 'A', name), 'utf8')).toBe('another');
        rmSync(join(library.folder, 'A', name));
      }
      expect((await restore(file.id)).status).toBe(204);
      expect((await restore(file.id)).status).toBe(404);
    });

    test('prevents purging books whose files can be restored', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'purged', 'B/B 1.cbz': 'gone' });
      const one = await getBook(server().admin, library.id, 'A 1.cbz');
      const two = await getBook(server().admin, library.id, 'B 1.cbz');
      const file = (await trashBook(server().admin, one.id)).body;
      const purge = async () =>
        (await server().admin.delete<{ purged: number }>(`/api/v1/libraries/${library.id}/purge-deleted`))
          .body.purged;
      expect(await purge()).toBe(0);
      await trashBook(server().admin, two.id);
      for (const { id, bookId } of await trashOf(library.id))
        if (bookId === two.id) expect((await server().admin.delete(`/api/v1/trash/${id}`)).status).toBe(204);
      expect(await purge()).toBe(1);
      expect((await restore(file.id)).status).toBe(204);
      expect((await open(one.id)).deleted).toBe(false);
    });

    test('permanently deletes only visible files', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'e1', 'B/B 1.cbz': 'e2' });
      const other = await aLibrary({ 'C/C 1.cbz': 'e3' });
      for (const { id } of await listBooks(server().admin, library.id)) await trashBook(server().admin, id);
      const [hidden] = await listBooks(server().admin, other.id);
      const file = (await trashBook(server().admin, hidden?.id ?? '')).body;
      const limited = await manager();
      const limits = { sharedLibraryIds: [library.id] };
      await server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
      expect((await listTrash(limited)).map(({ libraryId }) => libraryId)).toEqual([library.id, library.id]);
      expect((await limited.delete(`/api/v1/trash/${file.id}`)).status).toBe(404);
      expect((await limited.post(`/api/v1/trash/${file.id}/restore`)).status).toBe(404);
      expect((await limited.delete<{ removed: number }>('/api/v1/trash')).body).toEqual({ removed: 2 });
      expect(readdirSync(library.folder)).toEqual([]);
      expect(readdirSync(join(other.folder, '.lectern-trash'))).toEqual([file.id]);
    });

    test('follows no links, neither of the file nor of the trash folder', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'link', 'B/B 1.cbz': 'link too' });
      const outside = join(server().folder, `outside ${library.id}`);
      mkdirSync(outside);
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      renameSync(join(library.folder, 'A'), join(outside, 'A'));
      symlinkSync(join(outside, 'A'), join(library.folder, 'A'));
      const led = await server().admin.delete<Refusal>(`/api/v1/books/${id}/file`);
      expect([led.status, led.body.reason]).toEqual([403, 'upload_outside']);
      expect(existsSync(join(outside, 'A/A 1.cbz'))).toBe(true);
      symlinkSync(outside, join(library.folder, '.lectern-trash'));
      const two = await getBook(server().admin, library.id, 'B 1.cbz');
      expect((await server().admin.delete<Refusal>(`/api/v1/books/${two.id}/file`)).status).toBe(403);
      expect(readdirSync(outside)).toEqual(['A']);
      expect(existsSync(join(library.folder, 'B/B 1.cbz'))).toBe(true);
    });

    test('reports a missing file and a missing folder, and keeps all items', async () => {
      const library = await aLibrary({ 'A/A 1.cbz': 'm1', 'B/B 1.cbz': 'm2' });
      const [one, two] = await listBooks(server().admin, library.id);
      rmSync(join(library.folder, 'A/A 1.cbz'));
      const lost = await server().admin.delete<Refusal>(`/api/v1/books/${one?.id}/file`);
      expect([lost.status, lost.body.reason]).toEqual([409, 'trash_file_missing']);
      const file = (await trashBook(server().admin, two?.id ?? '')).body;
      renameSync(library.folder, `${library.folder} away`);
      for (const refused of [
        await server().admin.delete<Refusal>(`/api/v1/books/${one?.id}/file`),
        await restore(file.id),
        await server().admin.delete<Refusal>(`/api/v1/trash/${file.id}`),
      ])
        expect([refused.status, refused.body.reason]).toEqual([409, 'folder_missing']);
      renameSync(`${library.folder} away`, library.folder);
      expect((await restore(file.id)).status).toBe(204);
    });

    test('moves and restores all volumes of an archive, or none', async () => {
      const entries = await Promise.all(
        [1, 2, 3, 4].map(async (n) => ({ name: `${n}.jpg`, content: await makePage(n, server().kind) })),
      );
      const contentBytes = Math.ceil((entries[0]?.content.length ?? 0) * 1.6);
      const volumes = nameVolumes('Saga/Saga 01', makeVolumes('rar5', entries, { contentBytes }));
      const names = Object.keys(volumes).map((path) => path.replace('Saga/', ''));
      expect(names.length).toBeGreaterThan(1);
      const library = await addScannedLibrary(
        server(),
        { ...volumes, 'Saga/Saga 01.xml': '<ComicInfo/>' },
        allowed,
      );
      const [book] = await listBooks(server().admin, library.id);
      const file = (await trashBook(server().admin, book?.id ?? '')).body;
      expect(readdirSync(library.folder)).toEqual(['.lectern-trash']);
      const last = join(library.folder, 'Saga', names.at(-1) ?? '');
      mkdirSync(join(library.folder, 'Saga'));
      writeFileSync(last, 'another');
      expect((await restore(file.id)).body.reason).toBe('trash_name_taken');
      expect([readFileSync(last, 'utf8'), (await open(book?.id ?? '')).deleted]).toEqual(['another', true]);
      rmSync(last);
      expect((await restore(file.id)).status).toBe(204);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual(
        [...names, 'Saga 01.xml'].toSorted(),
      );
      await waitForScan(server().admin, library.id);
      expect(await listBooks(server().admin, library.id)).toMatchObject([{ id: book?.id, deleted: false }]);
    });

    test.skipIf(!canMount)(
      'reports a read-only disk, and accepts files from disks mounted inside the folder',
      async () => {
        const library = await aLibrary({ 'A/A 1.cbz': 'ro' });
        const disk = join(library.folder, 'Disk');
        expect(tryMount(disk, 4)).toBe(true);
        try {
          const bytes = await makeCbz({ mark: `disk ${server().kind}` });
          mkdirSync(join(disk, 'B'));
          writeFileSync(join(disk, 'B/B 1.cbz'), bytes);
          await scan(server(), library.id);
          const { id } = await getBook(server().admin, library.id, 'B 1.cbz');
          remount(disk, 'ro');
          const refused = await server().admin.delete<Refusal>(`/api/v1/books/${id}/file`);
          expect([refused.status, refused.body.reason]).toEqual([409, 'upload_read_only']);
          expect(existsSync(join(disk, 'B/B 1.cbz'))).toBe(true);
          expect(await trashOf(library.id)).toEqual([]);
          remount(disk, 'rw');
          const file = (await trashBook(server().admin, id)).body;
          expect(readdirSync(disk)).toEqual([]);
          expect((await restore(file.id)).status).toBe(204);
          expect(readFileSync(join(disk, 'B/B 1.cbz')).equals(bytes)).toBe(true);
          expect(readdirSync(join(disk, 'B'))).toEqual(['B 1.cbz']);
          await waitForScan(server().admin, library.id);
        } finally {
          unmount(disk);
        }
      },
    );

    test('moves image folders, and names that are not UTF-8', async () => {
      const library = await addScannedLibrary(
        server(),
        { 'Saga/Chapter 1/1.jpg': await makePage(1), 'Saga/Chapter 1/2.jpg': await makePage(2) },
        { ...allowed, allowedFormats: ['cbz', 'folder'] },
      );
      const odd = Buffer.concat([
        Buffer.from(`${library.folder}/Saga/Caf`),
        Buffer.of(0xe9),
        Buffer.from('.cbz'),
      ]);
      writeFileSync(odd, await makeCbz({ mark: 'odd' }));
      await scan(server(), library.id);
      const books = await listBooks(server().admin, library.id);
      expect(books.length).toBe(2);
      for (const { id } of books) expect((await trashBook(server().admin, id)).status).toBe(200);
      expect(readdirSync(library.folder)).toEqual(['.lectern-trash']);
      for (const { id } of await trashOf(library.id)) expect((await restore(id)).status).toBe(204);
      expect(existsSync(odd)).toBe(true);
      expect(readdirSync(join(library.folder, 'Saga/Chapter 1'))).toEqual(['1.jpg', '2.jpg']);
    });
  },
  { withTasks: true },
);
