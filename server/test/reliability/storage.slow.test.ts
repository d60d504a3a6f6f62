// Storage that fails, disappears, is slow or was exchanged: the state of the library, and no data loss. More tests are
// in features/ingest/scanning/storage.test.ts and running.test.ts.

import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { makeKey } from '../harness/api-key.ts';
import { type Client, createClient } from '../harness/client.ts';
import { bearer, openEvents } from '../harness/clients/event-stream.ts';
import { setFileFaults } from '../harness/faulty-files.ts';
import {
  addLibrary,
  addScannedLibrary,
  getBook,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
  waitForScan,
} from '../harness/library.ts';
import { openQuietDatabaseOf } from '../harness/open-database.ts';
import { waitForQuiet } from '../harness/quiet.ts';
import { canMount, tryMount, unmount } from '../harness/run/mounts.ts';
import { withServer } from '../harness/server.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import { until } from '../harness/until.ts';
import { makeCbz, writeFiles } from '../makers/books.ts';

async function makeComics(count: number, mark: string, series = 'Saga'): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let i = 1; i <= count; i++)
    files[`${series}/${series} ${i}.cbz`] = await makeCbz({ pages: 1, mark: `${mark} ${series} ${i}` });
  return files;
}

/** Returns a client whose credentials do not expire when the clock jumps. */
async function withKey(who: SignedIn): Promise<Client> {
  const { key } = await makeKey(who);
  return createClient(who.url, { 'x-api-key': key });
}

const dayMs = 24 * 60 * 60 * 1000;
let aheadMs = 0;

afterEach(() => {
  setFileFaults();
  aheadMs = 0;
});

withServer(
  'storage',
  (server) => {
    const statusOfPage = async (book: BookDto) =>
      (await server().reader.get(`/api/v1/books/${book.id}/pages/1`)).status;
    const idsOf = async (library: TestLibrary) =>
      (await listBooks(server().admin, library.id)).map(({ id }) => id).toSorted();

    test('a missing root is sent as an event, retention deletes nothing, and other books are served', async () => {
      const settings = { scanning: { purgeDeletedAfterDays: 1 } };
      const library = await addScannedLibrary(server(), await makeComics(3, 'told'), settings);
      const other = await addScannedLibrary(server(), await makeComics(1, 'other'));
      const [here] = await listBooks(server().admin, other.id);
      const before = await idsOf(library);
      const stream = await openEvents(server().url, { headers: bearer(server().admin) });
      onTestFinished(() => stream.close());
      const isOf = (status: string) => (event: { type: string; data: Record<string, unknown> }) =>
        event.type === 'scan_progress' && event.data.libraryId === library.id && event.data.status === status;
      for (const leave of [() => {}, () => mkdirSync(library.folder)]) {
        renameSync(library.folder, `${library.folder}-away`);
        leave();
        expect((await scan(server(), library.id)).status).toBe('failed');
        await stream.waitFor(isOf('failed'));
        const notice = await stream.waitFor(
          ({ type, data }) =>
            type === 'task_progress' &&
            /disk is connected/.test(String((data.task as { lastError: string }).lastError)),
        );
        expect(notice.data).toMatchObject({ task: { libraryId: library.id, status: 'failed' } });
        expect(here && (await statusOfPage(here))).toBe(200);
        rmSync(library.folder, { recursive: true, force: true });
        renameSync(`${library.folder}-away`, library.folder);
      }
      const admin = await withKey(server().admin);
      aheadMs = 3 * dayMs;
      expect(await scan({ admin }, library.id)).toMatchObject({ status: 'completed', booksFound: 3 });
      aheadMs = 0;
      expect(await idsOf(library)).toEqual(before);
    });

    test.each(['EIO', 'ESTALE', 'EACCES'])(
      '%s during a folder walk protects the books below, is reported, and is cleared by the next scan',
      async (code) => {
        const library = await addScannedLibrary(server(), {
          ...(await makeComics(30, `walk ${code}`, 'Near')),
          ...(await makeComics(30, `walk ${code}`, 'Far')),
          ...(await makeComics(2, `walk ${code}`, 'Deep')),
        });
        const before = await idsOf(library);
        // An unreadable folder, an unreadable file, and real changes next to them.
        setFileFaults(
          { below: join(library.folder, 'Far'), calls: ['readdir'], code },
          { below: join(library.folder, 'Near/Near 7.cbz'), calls: ['lstat'], code },
        );
        writeFiles(library.folder, await makeComics(1, `walk ${code}`, 'New'));
        rmSync(join(library.folder, 'Deep/Deep 2.cbz'));
        const partial = await scan(server(), library.id);
        expect(partial).toMatchObject({ status: 'completed', booksFound: 62 });
        expect(partial.errors.join()).toContain(
          `Far cannot be read (${code}). Its books were kept unchanged.`,
        );
        expect(partial.errors.join()).toContain(`Near cannot be read (${code})`);
        const far = await getBook(server().admin, library.id, 'Far 3.cbz');
        expect(await statusOfPage(far)).toBe(200);
        setFileFaults();
        expect(await scan(server(), library.id)).toMatchObject({ errors: [], booksFound: 62 });
        const after = await idsOf(library);
        expect(before.filter((id) => !after.includes(id))).toHaveLength(1);
      },
    );

    test.each([
      ['open', 'ESTALE'],
      ['open', 'EACCES'],
      ['read', 'EIO'],
    ])('books whose files fail with %s: %s are kept and read again', async (call, code) => {
      const files: Record<string, Buffer> = {};
      for (let i = 1; i <= 3; i++)
        files[`Plain/Plain ${i}.cbz`] = await makeCbz({
          mark: `${call} ${code} ${i}`,
          comicInfo: `<Series>Told ${code}</Series><Genre>Noir</Genre><Summary>Sum ${i}</Summary>`,
        });
      const library = await addScannedLibrary(server(), files);
      const facts = async () =>
        (await listBooks(server().admin, library.id)).map(
          ({ id, seriesId, title, pageCount, fileHash, analyzed }) => ({
            id,
            seriesId,
            title,
            pageCount,
            fileHash,
            analyzed,
          }),
        );
      const seriesFacts = async () =>
        (await listSeries(server().admin, library.id)).map(({ id, title, bookCount }) => ({
          id,
          title,
          bookCount,
        }));
      const before = await facts();
      const seriesBefore = await seriesFacts();
      setFileFaults({ below: join(library.folder, 'Plain'), calls: [call], code });
      expect(await scan(server(), library.id, 'mode=deep')).toMatchObject({
        status: 'completed',
        booksFound: 3,
      });
      expect(await facts()).toEqual(before);
      expect(await seriesFacts()).toEqual(seriesBefore);
      const errors = () =>
        server().admin.get<{ totalBooksWithErrors: number }>(`/api/v1/books/errors?libraryId=${library.id}`);
      expect((await errors()).body.totalBooksWithErrors).toBe(3);
      setFileFaults();
      // A normal scan reads them again although no file has changed.
      await scan(server(), library.id);
      expect(await facts()).toEqual(before);
      expect((await errors()).body.totalBooksWithErrors).toBe(0);
    });

    test.each([
      ['open', 'EIO'],
      ['open', 'ESTALE'],
      ['read', 'EIO'],
    ])(
      'a page whose file fails with %s: %s returns 503 and is served again afterwards',
      async (call, code) => {
        const library = await addScannedLibrary(server(), await makeComics(2, `page ${call} ${code}`));
        const [book, other] = await listBooks(server().admin, library.id);
        if (!book || !other) throw new Error('No book found');
        setFileFaults({ below: book.path, calls: [call, 'stat'], code });
        const failed = await server().reader.get(`/api/v1/books/${book.id}/pages/1`);
        expect([failed.status, failed.body.error, failed.headers.get('retry-after')]).toEqual([
          503,
          'unavailable',
          '30',
        ]);
        expect((await server().reader.get(`/api/v1/books/${book.id}/file`)).status).toBe(503);
        expect(await statusOfPage(other)).toBe(200);
        setFileFaults();
        expect(await statusOfPage(book)).toBe(200);
      },
    );

    test('another disk at the same path requires confirmation', async () => {
      const library = await addLibrary(server(), {});
      const isReal = canMount && tryMount(library.folder, 8);
      onTestFinished(() => {
        if (isReal) unmount(library.folder);
      });
      writeFiles(library.folder, await makeComics(6, 'first disk'));
      await scan(server(), library.id);
      const before = await idsOf(library);
      if (isReal) tryMount(library.folder, 8);
      else {
        for (let i = 1; i <= 6; i++) rmSync(join(library.folder, `Saga/Saga ${i}.cbz`));
        const { db, close } = await openQuietDatabaseOf(server());
        await db
          .updateTable('libraryRoot')
          .set({ device: 'another' })
          .where('libraryId', '=', library.id)
          .execute();
        await close();
      }
      writeFiles(library.folder, await makeComics(3, 'second disk', 'Other'));
      const held = await scan(server(), library.id);
      expect(held).toMatchObject({ status: 'completed', booksFound: 9 });
      expect(held.errors.join()).toContain('6 of 9 books are missing. They were kept');
      expect(await idsOf(library)).toEqual(expect.arrayContaining(before));
      // The first disk is back: its books are restored, and those of the second disk are gone.
      if (isReal) unmount(library.folder);
      else writeFiles(library.folder, await makeComics(6, 'first disk'));
      rmSync(join(library.folder, 'Other'), { recursive: true, force: true });
      expect(await scan(server(), library.id, 'confirmRemovals=true')).toMatchObject({
        errors: [],
        booksFound: 6,
      });
      expect(await idsOf(library)).toEqual(before);
    });

    test('files that return after three days, renamed and in another library, keep their progress and metadata', async () => {
      const library = await addScannedLibrary(server(), await makeComics(3, 'return'));
      const other = await addScannedLibrary(server(), await makeComics(2, 'stays', 'Other'));
      const book = await getBook(server().admin, library.id, 'Saga 2.cbz');
      const reader = await withKey(server().reader);
      const admin = await withKey(server().admin);
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 1, completed: true });
      const list = await admin.post<{ id: string }>('/api/v1/readlists', {
        name: `Kept ${server().kind}`,
        ids: [book.id],
      });
      expect(list.status).toBe(201);
      rmSync(join(library.folder, 'Saga'), { recursive: true });
      expect((await scan({ admin }, library.id, 'confirmRemovals=true')).booksFound).toBe(0);
      aheadMs = 3 * dayMs;
      const files = await makeComics(3, 'return');
      writeFiles(other.folder, {
        'Elsewhere/Two.cbz': files['Saga/Saga 2.cbz'] ?? '',
        'Elsewhere/Three.cbz': files['Saga/Saga 3.cbz'] ?? '',
      });
      writeFiles(library.folder, { 'Attic/One.cbz': files['Saga/Saga 1.cbz'] ?? '' });
      expect(await scan({ admin }, other.id)).toMatchObject({ errors: [], booksFound: 4 });
      expect(await scan({ admin }, library.id)).toMatchObject({ errors: [], booksFound: 1 });
      const back = await getBook(admin, other.id, 'Two.cbz');
      expect(back).toMatchObject({ id: book.id, libraryId: other.id });
      const seen = await reader.get<{ book: BookDto }>(`/api/v1/books/${book.id}`);
      expect(seen.body.book.readProgress).toMatchObject({ completed: true });
      const members = await admin.get<{ data: BookDto[] }>(`/api/v1/readlists/${list.body.id}/books`);
      expect(members.body.data.map(({ id }) => id)).toEqual([book.id]);
    });

    test('deleting a library during its scan deletes all of its books', async () => {
      const library = await addLibrary(server(), await makeComics(400, `deleted`));
      const { admin } = server();
      await admin.post(`/api/v1/libraries/${library.id}/scan`);
      await until(async () => (await listBooks(admin, library.id)).length > 0);
      expect((await admin.delete(`/api/v1/libraries/${library.id}`)).status).toBe(204);
      const { db, close } = await openQuietDatabaseOf(server());
      onTestFinished(close);
      // A scan that has just ended may remove its books shortly after the response.
      const listLeft = async () => {
        const active = await db
          .selectFrom('task')
          .select(['id', 'status'])
          .where('status', 'in', ['pending', 'running'])
          .where('type', 'in', ['scanning.scan', 'scanning.put_away'])
          .execute();
        const live = await db
          .selectFrom('book')
          .select('id')
          .where('libraryId', '=', library.id)
          .where('deletedAt', 'is', null)
          .execute();
        return [...active, ...live];
      };
      await expect.poll(listLeft).toEqual([]);
      expect((await admin.get(`/api/v1/libraries/${library.id}`)).status).toBe(404);
      const failed = await db
        .selectFrom('task')
        .select('lastError')
        .where('libraryId', '=', library.id)
        .where('status', '=', 'failed')
        .execute();
      expect(failed.filter(({ lastError }) => !lastError?.includes('"library_removed"'))).toEqual([]);
    });

    test('a disk with 50 ms latency per call is scanned and served, only slowly', async () => {
      const library = await addLibrary(server(), await makeComics(12, 'slow'));
      setFileFaults({ below: library.folder, delayMs: 50 });
      expect(await scan(server(), library.id)).toMatchObject({
        status: 'completed',
        booksFound: 12,
        errors: [],
      });
      const [book] = await listBooks(server().admin, library.id);
      expect(book && (await statusOfPage(book))).toBe(200);
      expect(await scan(server(), library.id)).toMatchObject({
        status: 'completed',
        booksFound: 12,
        errors: [],
      });
    });

    test('changes are detected despite future times, times before 1970, and a clock that is set back', async () => {
      const library = await addLibrary(server(), await makeComics(3, 'times'));
      const admin = await withKey(server().admin);
      const at = (name: string) => join(library.folder, 'Saga', name);
      const odd = [new Date('2099-01-01T00:00:00Z'), new Date(0), new Date('1969-06-01T00:00:00Z')];
      odd.forEach((time, i) => {
        utimesSync(at(`Saga ${i + 1}.cbz`), time, time);
      });
      aheadMs = 300 * dayMs;
      expect(await scan({ admin }, library.id)).toMatchObject({ booksFound: 3, errors: [] });
      // Thumbnail creation adds the ThumbHash.
      await waitForQuiet({ admin });
      const before = await listBooks(admin, library.id);
      aheadMs = -300 * dayMs;
      expect(await scan({ admin }, library.id)).toMatchObject({ booksFound: 3, errors: [] });
      expect(await listBooks(admin, library.id)).toEqual(before);
      // Different content with the same unusual time, and a new file while the clock is behind.
      const other = await makeCbz({ mark: 'other content', pages: 4, comicInfo: '<Series>Renamed</Series>' });
      for (const [i, time] of odd.entries()) {
        writeFileSync(at(`Saga ${i + 1}.cbz`), Buffer.concat([other, Buffer.alloc(i)]));
        utimesSync(at(`Saga ${i + 1}.cbz`), time, time);
      }
      writeFiles(library.folder, {
        'Late/Late 1.cbz': await makeCbz({ mark: 'late', comicInfo: '<Series>Later</Series>' }),
      });
      expect(await scan({ admin }, library.id)).toMatchObject({ booksFound: 4, errors: [] });
      const books = await listBooks(admin, library.id);
      expect(books.filter(({ path }) => path.includes('Saga')).map(({ pageCount }) => pageCount)).toEqual([
        4, 4, 4,
      ]);
      expect((await listSeries(admin, library.id)).map(({ title }) => title).toSorted()).toEqual([
        'Later',
        'Renamed',
      ]);
    });

    test('a different letter case or Unicode form of folder and file is the same book', async () => {
      const folder = 'Pokémon Élan'.normalize('NFC');
      const library = await addScannedLibrary(server(), {
        [`${folder}/Pikachu 1.cbz`]: await makeCbz({ mark: 'case' }),
      });
      const [book] = await listBooks(server().admin, library.id);
      const inRoot = (name: string) => join(library.folder, name);
      renameSync(inRoot(folder), inRoot(folder.normalize('NFD')));
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
      renameSync(inRoot(folder.normalize('NFD')), inRoot('POKÉMON ÉLAN'));
      renameSync(inRoot('POKÉMON ÉLAN/Pikachu 1.cbz'), inRoot('POKÉMON ÉLAN/PIKACHU 1.CBZ'));
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
      expect((await listBooks(server().admin, library.id)).map(({ id }) => id)).toEqual([book?.id]);
    });

    test('scans thousands of files in one folder with progress while serving other requests', async () => {
      const count = 3_000;
      const library = await addLibrary(server(), {});
      mkdirSync(join(library.folder, 'Full'));
      // Invalid files take no time to read, so the test measures the folder.
      for (let i = 0; i < count; i++)
        writeFileSync(join(library.folder, `Full/File ${i}.cbz`), `no book ${i}`);
      const stream = await openEvents(server().url, { headers: bearer(server().admin) });
      onTestFinished(() => stream.close());
      const { admin } = server();
      const response = await admin.post<ScanStatus>(`/api/v1/libraries/${library.id}/scan`);
      expect(response.status).toBe(202);
      const libraries = await admin.get<{ data: Library[] }>('/api/v1/libraries');
      expect(libraries.status).toBe(200);
      expect(await waitForScan(admin, library.id)).toMatchObject({ booksFound: count, filesTotal: count });
      const seen = await stream.waitFor(
        ({ type, data }) =>
          type === 'scan_progress' && data.libraryId === library.id && Number(data.filesTotal) > 0,
      );
      expect(seen.data.filesTotal).toBe(count);
    });
  },
  {
    withTasks: true,
    backgroundProcesses: 2,
    workerEntry: new URL('../fixtures/faulty-worker.ts', import.meta.url),
    clock: () => Date.now() + aheadMs,
    environment: { LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' },
  },
);
