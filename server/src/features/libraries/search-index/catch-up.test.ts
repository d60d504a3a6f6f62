import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { deleteWords, openDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases, startSecondServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

onBothDatabases(
  'rows of an older version',
  (server) => {
    test('finds them by search and conditions after the server has started', async () => {
      const comicInfo =
        '<Series>Été</Series><Title>Ein Titel</Title><Genre>Drama</Genre><Year>1999</Year><Summary>Ein Ende</Summary>';
      await addScannedLibrary(server(), { 'Été/1.cbz': await makeCbz({ comicInfo }) });
      const database = await openDatabaseOf(server());
      const { db, close } = database;
      for (const table of ['bookTerm', 'seriesTerm', 'term'] as const) await db.deleteFrom(table).execute();
      await deleteWords(database);
      const undone = { titleSortFolded: null, pathFolded: null, releasedAt: null, listVersion: 0 };
      await db
        .updateTable('book')
        .set({ ...undone, year: null })
        .execute();
      await db
        .updateTable('series')
        .set({ ...undone, summaryFolded: null })
        .execute();
      await db.updateTable('bookMetadata').set({ summaryFolded: null }).execute();
      await close();
      const count = async (target: string, body: object) =>
        (await server().admin.post<{ total: number }>(`/api/v1/${target}/list`, body)).body.total;
      expect(await count('books', { fullTextSearch: 'titel' })).toBe(0);
      const again = await startSecondServer(server(), { withTasks: true });
      const ofGenre = { genre: { operator: 'is', value: 'drama' } };
      const inYear = { year: { operator: 'eq', value: 1999 } };
      const found = async () => [
        await count('books', { fullTextSearch: 'titel' }),
        await count('series', { fullTextSearch: 'ete' }),
        await count('series', { condition: ofGenre }),
        await count('books', { condition: inYear }),
        await count('books', { condition: { allOf: [ofGenre, inYear] } }),
        await count('books', { condition: { path: { operator: 'contains', value: 'ete/1.cbz' } } }),
        await count('books', { condition: { summary: { operator: 'contains', value: 'ende' } } }),
        await count('books', { condition: { releaseDate: { operator: 'before', value: '2000-01-01' } } }),
      ];
      await expect.poll(found).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
      await again.stop();
    });
  },
  { withTasks: true },
);
