import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBookFiles } from '#features/libraries/books/index.ts';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeTextComic } from '../../../../test/makers/comics.ts';
import { findLeftBehind, listStillLeft } from './index.ts';

onBothDatabases(
  'copies of which one returns',
  (server) => {
    test('keep their data if another scan restores them at the same time', async () => {
      const copy = makeTextComic({ mark: `left behind ${server().kind}` });
      const names = ['Saga/Saga 001.cbz', 'Moved/Saga 001.cbz'];
      const library = await addScannedLibrary(server(), {
        ...Object.fromEntries(names.map((name) => [name, copy])),
        'Stay/Stay 001.cbz': makeTextComic({ mark: `stay ${server().kind}` }),
      });
      const ids: string[] = [];
      for (const name of names) ids.push((await getBook(server().admin, library.id, name)).id);
      for (const name of names) renameSync(join(library.folder, name), join(library.folder, `${name}.aside`));
      await scan(server(), library.id, 'confirmRemovals=true');
      const database = await openQuietDatabaseOf(server());
      try {
        const books = createBookFiles(database);
        const returning = await books.findByIds(ids.slice(0, 1));
        const leftBehind = await findLeftBehind({ database, books }, returning);
        const restore = (some: readonly string[]) =>
          database.transaction(async (tx) => {
            await books.markReturned(tx, some, { libraryId: library.id, nowMs: 1 });
            const left = await listStillLeft({ database, books }, tx, leftBehind, new Set(ids.slice(0, 1)));
            return left.map(({ gone, rest }) => [gone.id, rest.id, rest.deletedAt]);
          });
        expect(await restore(ids.slice(0, 1))).toEqual([[ids[1], ids[0], null]]);
        expect(await restore(ids)).toEqual([]);
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
