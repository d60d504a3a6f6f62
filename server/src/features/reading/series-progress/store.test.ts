import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { SeriesProgress } from './store.ts';

onBothDatabases(
  'series progress',
  (server) => {
    test('has the same counts for every batch size', async () => {
      const names = ['Long/1', 'Long/2', 'Long/3', 'Long/4', 'Long/5', 'Short/1', 'Short/2', 'Other/1'];
      const files = await Promise.all(
        names.map(async (name) => [`${name}.cbz`, await makeCbz({ mark: name, pages: 10 })] as const),
      );
      const library = await addScannedLibrary(server(), Object.fromEntries(files));
      const books = await listBooks(server().admin, library.id);
      const readers = [await signIn(server()), await signIn(server()), server().admin];
      for (const [n, { put }] of readers.entries()) {
        for (const [i, { id }] of books.entries()) {
          if ((i + n) % 3 === 0) continue;
          const { status } = await put(`/api/v1/books/${id}/progress`, { currentPage: i % 2 === 0 ? 10 : 4 });
          expect(status).toBe(200);
        }
      }
      const database = await openQuietDatabaseOf(server());
      try {
        const read = () =>
          database.db
            .selectFrom('seriesProgress')
            .selectAll()
            .orderBy('userId')
            .orderBy('seriesId')
            .execute();
        const right = await read();
        expect(right.length).toBeGreaterThan(6);
        const seriesIds = [...new Set(books.map(({ seriesId }) => seriesId))];
        const spoil = () =>
          database.db.updateTable('seriesProgress').set({ readCount: 77, lastReadAt: 1 }).execute();
        for (const atOnce of [1, 2, 3, 4, 5, 1_000]) {
          await spoil();
          await database.transaction((tx) =>
            new SeriesProgress({ ...database.dialect, atOnce }).recount(tx, seriesIds),
          );
          expect(await read()).toEqual(right);
        }
        const { userId } = right[0] ?? { userId: '' };
        await spoil();
        await database.transaction((tx) =>
          new SeriesProgress({ ...database.dialect, atOnce: 2 }).recount(tx, seriesIds, userId),
        );
        expect(await read()).toEqual(
          right.map((row) => (row.userId === userId ? row : { ...row, readCount: 77, lastReadAt: 1 })),
        );
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
