import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { Catalog } from '#catalog/catalog.ts';
import { createBookFiles } from '#features/libraries/books/index.ts';
import { LibraryScan } from '#features/libraries/libraries/index.ts';
import { Indexing } from '#features/libraries/search-index/index.ts';
import { SeriesScan } from '#features/libraries/series/index.ts';
import { SeriesProgress } from '#features/reading/series-progress/index.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { silentLog } from '#infrastructure/log.ts';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases, type TestServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { createRetention } from './index.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Runs the nightly task on the server's database with the clock this number of days ahead. */
async function purgeExpired(
  server: TestServer,
  days: number,
): Promise<{ purged: number; forgotten: string[] }> {
  const database = await openQuietDatabaseOf(server);
  const clock = () => Date.now() + days * dayMs;
  const books = createBookFiles(database);
  const forgotten: string[] = [];
  const { service } = createRetention({
    database,
    catalog: new Catalog({
      own: new OwnFolders([]),
      database,
      events: new LocalBus(silentLog),
      clock,
    }),
    books,
    series: new SeriesScan(database.dialect, books, new Indexing(database.dialect)),
    seriesProgress: new SeriesProgress(database.dialect),
    libraries: new LibraryScan(database),
    clock,
    forget: async (ids) => void forgotten.push(...ids),
  });
  const { purged } = await service.purgeExpired(new AbortController().signal);
  await database.close();
  return { purged, forgotten };
}

onBothDatabases(
  'deleted books',
  (server) => {
    async function aLoss(
      settings: object,
    ): Promise<{ library: TestLibrary; lost: string; seriesId: string }> {
      const mark = JSON.stringify(settings) + Math.random();
      const library = await addScannedLibrary(
        server(),
        {
          'A/A 1.cbz': await makeCbz({ mark: `${mark} stays` }),
          'B/B 1.cbz': await makeCbz({ mark: `${mark} goes` }),
        },
        settings,
      );
      const { id, seriesId } = await getBook(server().admin, library.id, 'B 1.cbz');
      rmSync(join(library.folder, 'B/B 1.cbz'));
      await scan(server(), library.id);
      return { library, lost: id, seriesId };
    }
    const allOf = async ({ id }: TestLibrary) =>
      (await listBooks(server().admin, id, 'includeDeleted=true')).map((book) => book.id);

    test('are purged after the retention days of their library', async () => {
      const { library, lost, seriesId } = await aLoss({ scanning: { purgeDeletedAfterDays: 30 } });
      expect(await purgeExpired(server(), 29)).toEqual({ purged: 0, forgotten: [] });
      expect(await allOf(library)).toContain(lost);
      expect(await purgeExpired(server(), 31)).toEqual({ purged: 1, forgotten: [lost] });
      expect(await allOf(library)).not.toContain(lost);
      expect((await server().admin.get(`/api/v1/series/${seriesId}`)).status).toBe(404);
    });

    test('are kept indefinitely by default', async () => {
      const { library, lost } = await aLoss({});
      await purgeExpired(server(), 10_000);
      expect(await allOf(library)).toContain(lost);
    });

    test('are purged on request for a series or a library, without affecting others', async () => {
      const one = await aLoss({});
      const two = await aLoss({});
      const purge = async (path: string) =>
        (await server().admin.delete<{ purged: number }>(`/api/v1/${path}/purge-deleted`)).body.purged;
      expect(await purge(`series/${one.seriesId}`)).toBe(1);
      expect([(await allOf(one.library)).length, (await allOf(two.library)).length]).toEqual([1, 2]);
      expect(await purge(`libraries/${two.library.id}`)).toBe(1);
      expect(await purge(`libraries/${two.library.id}`)).toBe(0);
      expect((await server().reader.delete(`/api/v1/libraries/${two.library.id}/purge-deleted`)).status).toBe(
        403,
      );
    });

    test('cannot be purged from a library by a maintainer who sees only a part of it', async () => {
      const { library, lost, seriesId } = await aLoss({});
      const limited = await signIn(server(), {
        permissions: ['series:read', 'libraries:read', 'libraries:write'],
      });
      await server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, {
        sharedLibraryIds: [],
        allowUnrated: false,
      });
      const { status, body } = await limited.delete<{ reason: string }>(
        `/api/v1/libraries/${library.id}/purge-deleted`,
      );
      expect([status, body.reason]).toEqual([403, 'library_limited']);
      expect((await limited.delete(`/api/v1/series/${seriesId}/purge-deleted`)).status).toBe(404);
      expect(await allOf(library)).toContain(lost);
    });

    test('are not marked as deleted if a scan has moved them meanwhile', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Moved.cbz': await makeCbz({ mark: 'meanwhile' }),
      });
      const other = await addScannedLibrary(server(), { 'B/Else.cbz': await makeCbz({ mark: 'else' }) });
      const [book] = await listBooks(server().admin, library.id);
      const database = await openQuietDatabaseOf(server());
      const books = createBookFiles(database);
      const mark = (libraryId: string, orphansOnly: boolean) =>
        database.transaction((tx) =>
          books.markDeleted(tx, [book?.id ?? ''], { libraryId, orphansOnly, nowMs: Date.now() }),
        );
      // Listed when the book was in another library, or its library seemed to be removed.
      expect(await mark(other.id, false)).toEqual([]);
      expect(await mark(library.id, true)).toEqual([]);
      expect(await mark(library.id, false)).toHaveLength(1);
      await database.close();
    });

    test('are not updated by a writer that knows a former location', async () => {
      const library = await addScannedLibrary(server(), { 'A/Was.cbz': await makeCbz({ mark: 'was here' }) });
      const other = await addScannedLibrary(server(), { 'B/Is.cbz': await makeCbz({ mark: 'is there' }) });
      const [book] = await listBooks(server().admin, library.id);
      const database = await openQuietDatabaseOf(server());
      const books = createBookFiles(database);
      const [found] = await books.findByIds([book?.id ?? '']);
      if (!found) throw new Error('No book');
      const write = (title: string, change: object = {}) =>
        database.transaction((tx) => books.update(tx, found, { title, ...change }));
      expect(await write('Still here')).toBe(true);
      expect(await write('Taken up', { libraryId: other.id })).toBe(true);
      expect(await write('Stolen back')).toBe(false);
      expect((await server().admin.get<{ book: BookDto }>(`/api/v1/books/${book?.id}`)).body.book.title).toBe(
        'Taken up',
      );
      await database.close();
    });
  },
  { withTasks: true },
);
