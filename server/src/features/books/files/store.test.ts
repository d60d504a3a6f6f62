import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { createBookFilesStore } from './store.ts';

onBothDatabases(
  'known files',
  (server) => {
    test('are the same, however many of them are read in one go', async () => {
      const names = ['A/1.cbz', 'A/2.cbz', 'A/10.cbz', 'B/1.cbz', 'C/1.cbz', 'ä/1.cbz', 'a/1.cbz', '1.cbz'];
      const files = await Promise.all(
        names.map(async (name) => [name, await makeCbz({ mark: name })] as const),
      );
      await addScannedLibrary(server(), Object.fromEntries(files));
      const database = await openDatabaseOf(server());
      try {
        const { rootId } = await database.db.selectFrom('book').select('rootId').executeTakeFirstOrThrow();
        const folders = ['', 'A', 'B', 'C', 'a', 'ä'];
        for (const atOnce of [1, 2, 3, 5, 6, 1_000]) {
          const store = createBookFilesStore(database.db, atOnce);
          expect((await store.listFolders(rootId)).toSorted()).toEqual(folders.toSorted());
          const inFolder = await store.listFolder(rootId, 'A');
          expect(inFolder.map(({ fileName }) => fileName).toSorted()).toEqual(['1.cbz', '10.cbz', '2.cbz']);
        }
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
