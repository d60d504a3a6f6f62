import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { readSeries } from './store.ts';

withServer(
  'books of a tracked series',
  (server) => {
    test('have reading times unless they were only marked as read', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'times 1', pages: 9 }),
        'Saga/2.cbz': await makeCbz({ mark: 'times 2', pages: 9 }),
      });
      const [read, marked] = await listBooks(server().admin, library.id);
      if (!read || !marked) throw new Error('No books');
      const reader = await signIn(server());
      await reader.put(`/api/v1/books/${read.id}/progress`, { currentPage: 2 });
      await reader.put(`/api/v1/books/${read.id}/progress`, { currentPage: 9, completed: true });
      await reader.post(`/api/v1/books/${marked.id}/read`);

      const { db, close } = await openQuietDatabaseOf(server());
      const series = (await readSeries(db, reader.userId, [read.seriesId])).get(read.seriesId);
      await close();

      const times = { startedAt: expect.any(Number), updatedAt: expect.any(Number) };
      const noTimes = { startedAt: null, updatedAt: null, completedAt: null };
      expect(series?.books).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: read.id, completed: 1, ...times, completedAt: expect.any(Number) }),
          expect.objectContaining({ id: marked.id, completed: 1, ...noTimes }),
        ]),
      );
    });
  },
  { withTasks: true },
);
