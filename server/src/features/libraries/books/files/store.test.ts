import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../../test/harness/server.ts';
import { makeCbz } from '../../../../../test/makers/books.ts';
import { createBookFiles, type ToRead } from './store.ts';

onBothDatabases(
  'known files',
  (server) => {
    test('returns the same books for every batch size', async () => {
      const names = ['A/1.cbz', 'A/2.cbz', 'A/10.cbz', 'B/1.cbz', 'C/1.cbz', 'ä/1.cbz', 'a/1.cbz', '1.cbz'];
      const files = await Promise.all(
        names.map(async (name) => [name, await makeCbz({ mark: name })] as const),
      );
      const { id: libraryId } = await addScannedLibrary(server(), Object.fromEntries(files));
      const database = await openQuietDatabaseOf(server());
      try {
        const { rootId } = await database.db.selectFrom('book').select('rootId').executeTakeFirstOrThrow();
        const folders = ['', 'A', 'B', 'C', 'a', 'ä'];
        for (const atOnce of [1, 2, 3, 5, 6, 8, 1_000]) {
          const store = createBookFiles(database, atOnce);
          expect((await store.listFolders(rootId)).toSorted()).toEqual(folders.toSorted());
          const inFolder = await store.listFolder(rootId, 'A');
          expect(inFolder.map(({ fileName }) => fileName).toSorted()).toEqual(['1.cbz', '10.cbz', '2.cbz']);
          const wanted: ToRead = { column: 'libraryId', id: libraryId, all: true };
          const paths: string[] = [];
          for await (const part of store.listToRead(wanted)) {
            expect(part.length).toBeLessThanOrEqual(atOnce);
            paths.push(...part.map(({ folder, fileName }) => join(folder, fileName)));
          }
          expect(paths.toSorted()).toEqual(names.toSorted());
          expect(await store.countToRead(wanted)).toBe(names.length);
          expect(await store.countToRead({ ...wanted, all: false })).toBe(0);
        }
      } finally {
        await database.close();
      }
    });

    test('frees only the paths of books that were not moved', async () => {
      const file = await makeCbz({ mark: 'vacated' });
      const { id: libraryId } = await addScannedLibrary(server(), { 'Vacate/1.cbz': file });
      const database = await openQuietDatabaseOf(server());
      try {
        const store = createBookFiles(database);
        const { id } = await database.db
          .selectFrom('book')
          .select('id')
          .where('libraryId', '=', libraryId)
          .executeTakeFirstOrThrow();
        const [row] = await store.findByIds([id]);
        if (!row) throw new Error('no book');
        const vacate = (folder: string) =>
          database.transaction((tx) => store.vacate(tx, [{ ...row, folder }]));
        await vacate('Elsewhere');
        expect((await store.findByIds([id]))[0]?.fileName).toBe('1.cbz');
        await vacate(row.folder);
        expect((await store.findByIds([id]))[0]?.fileName).not.toBe('1.cbz');
      } finally {
        await database.close();
      }
    });

    test('updates the title key of all books of a series with more books than one batch', async () => {
      const names = Array.from({ length: 1_100 }, (_, n) => `Many/Many ${n}.cbz`);
      await addScannedLibrary(server(), Object.fromEntries(names.map((name) => [name, name])));
      // A separate connection: two transactions of one process would block each other.
      const database = await openQuietDatabaseOf(server());
      try {
        const { id } = await database.db
          .selectFrom('series')
          .select('id')
          .where('title', '=', 'Many')
          .executeTakeFirstOrThrow();
        const store = createBookFiles(database);
        await database.transaction((tx) => store.followSeries(tx, id, 'other key'));
        const { count } = await database.db
          .selectFrom('book')
          .select((eb) => eb.fn.countAll().as('count'))
          .where('seriesId', '=', id)
          .where('seriesTitleKey', '=', 'other key')
          .executeTakeFirstOrThrow();
        expect(Number(count)).toBe(names.length);
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
