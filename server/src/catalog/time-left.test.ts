import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, listSeries } from '../../test/harness/library.ts';
import { onBothDatabases } from '../../test/harness/server.ts';
import { signIn } from '../../test/harness/sign-in.ts';
import { makeCbz } from '../../test/makers/books.ts';
import { newId } from '../infrastructure/ids.ts';

onBothDatabases(
  'the remaining reading time of a series',
  (server) => {
    test('counts unread pages, and estimates their time by the speed in the series', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'left 1', pages: 10 }),
        'Saga/2.cbz': await makeCbz({ mark: 'left 2', pages: 20 }),
        'Other/1.cbz': await makeCbz({ mark: 'left 3', pages: 5 }),
      });
      const reader = await signIn(server());
      const series = (await listSeries(reader, library.id)).find(({ title }) => title === 'Saga');
      const other = (await listSeries(reader, library.id)).find(({ title }) => title === 'Other');
      const books = (await listBooks(reader, library.id)).filter(({ seriesId }) => seriesId === series?.id);
      const [first, second] = books.sort((a, b) => a.pageCount - b.pageCount);
      const left = async (id = series?.id) => (await reader.get(`/api/v1/series/${id}/time-left`)).body;
      expect(await left()).toEqual({ pages: 30, seconds: null });
      await reader.put(`/api/v1/books/${first?.id}/progress`, { currentPage: 10, completed: true });
      await reader.put(`/api/v1/books/${second?.id}/progress`, { currentPage: 5 });
      const endedAt = Date.now() - 60_000;
      const toTime = (ms: number) => new Date(ms).toISOString();
      const session = {
        id: newId(endedAt),
        bookId: first?.id,
        startedAt: toTime(endedAt - 200_000),
        endedAt: toTime(endedAt),
        pagesRead: 10,
      };
      expect((await reader.post('/api/v1/reading-sessions', { sessions: [session] })).status).toBe(200);
      expect(await left()).toEqual({ pages: 15, seconds: 300 });
      // Nothing of this series was read, so the speed of the last days counts.
      expect(await left(other?.id)).toEqual({ pages: 5, seconds: 100 });
      const stranger = await signIn(server());
      expect((await stranger.get(`/api/v1/series/${series?.id}/time-left`)).body).toEqual({
        pages: 30,
        seconds: null,
      });
    });
  },
  { withTasks: true },
);
