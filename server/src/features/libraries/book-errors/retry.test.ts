import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface ErrorList {
  totalBooksWithErrors: number;
  errorCounts: Record<string, number>;
  groups: {
    errorType: string;
    label: string;
    count: number;
    books: { book: BookDto; errors: { errorType: string; occurredAt: string }[] }[];
  }[];
  totalPages: number;
}

withServer(
  'books with errors',
  (server) => {
    const list = async (query: string) =>
      (await server().admin.get<ErrorList>(`/api/v1/books/errors?${query}`)).body;

    test('retries all of them, clears fixed errors and updates the remaining ones', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Good.cbz': await makeCbz({ mark: 'good' }),
        'A/Bad.cbz': 'no comic',
        'B/Worse.cbz': 'no comic either',
        'B/Empty.cbz': await makeCbz({ pages: 0, mark: 'empty' }),
      });
      const before = await list(`libraryId=${library.id}`);
      expect(before.totalBooksWithErrors).toBe(3);
      const bad = await getBook(server().admin, library.id, 'Bad.cbz');
      const path = join(library.folder, 'A/Bad.cbz');
      writeFileSync(path, await makeCbz({ mark: 'mended' }));
      utimesSync(path, new Date(), new Date(Date.now() - 60_000));
      const one = await server().admin.post<{ tasksEnqueued: number; message: string }>(
        `/api/v1/books/${bad.id}/retry`,
      );
      expect([one.status, one.body.tasksEnqueued]).toEqual([202, 1]);
      await expect.poll(async () => (await list(`libraryId=${library.id}`)).totalBooksWithErrors).toBe(2);
      const other = await server().admin.post<{ tasksEnqueued: number }>(`/api/v1/books/${bad.id}/retry`, {});
      expect(other.body.tasksEnqueued).toBe(0);
      const timesOf = async () =>
        (await list(`libraryId=${library.id}`)).groups.flatMap(({ books }) =>
          books.flatMap(({ errors }) => errors.map(({ occurredAt }) => occurredAt)),
        );
      const earlier = await timesOf();
      const all = await server().admin.post<{ tasksEnqueued: number }>('/api/v1/books/retry-all-errors', {
        libraryId: library.id,
      });
      expect([all.status, all.body.tasksEnqueued]).toEqual([202, 2]);
      await expect
        .poll(async () => (await timesOf()).every((time) => time > (earlier.toSorted().at(-1) ?? '')))
        .toBe(true);
      expect((await list(`libraryId=${library.id}`)).totalBooksWithErrors).toBe(2);
      expect((await server().reader.post(`/api/v1/books/${bad.id}/retry`)).status).toBe(403);
    });

    test('groups them by type with a label, filters them, and pages within each group', async () => {
      const files: Record<string, Buffer | string> = {};
      for (let n = 0; n < 5; n++) files[`C${n % 2}/Bad ${n}.cbz`] = `nothing ${n}`;
      files['D/Empty.cbz'] = await makeCbz({ pages: 0, mark: 'e2' });
      const library = await addScannedLibrary(server(), files);
      const whole = await list(`libraryId=${library.id}`);
      const [largest] = whole.groups.toSorted((a, b) => b.count - a.count);
      expect(largest).toMatchObject({ count: 5, label: expect.any(String) });
      const type = largest?.errorType ?? '';
      const second = await list(`libraryId=${library.id}&errorType=${type}&page=2&pageSize=2`);
      expect(second.groups).toHaveLength(1);
      expect(second.groups[0]?.books).toHaveLength(2);
      expect(second.totalPages).toBe(3);
      const book = (await listBooks(server().admin, library.id))[0];
      const ofSeries = await list(`seriesId=${book?.seriesId}`);
      expect(ofSeries.totalBooksWithErrors).toBeLessThan(6);
      expect(ofSeries.totalBooksWithErrors).toBeGreaterThan(0);
      expect((await server().admin.get('/api/v1/books/errors?errorType=none')).status).toBe(400);
    });

    test('counts tasks by status and type, and purges finished tasks', async () => {
      const { admin, reader } = server();
      const stats = async () =>
        (
          await admin.get<{ total: number; byStatus: Record<string, number>; byType: { type: string }[] }>(
            '/api/v1/tasks/stats',
          )
        ).body;
      const before = await stats();
      expect(before.byStatus.completed).toBeGreaterThan(0);
      expect(before.byType.map(({ type }) => type)).toContain('scanning.scan');
      expect(Object.values(before.byStatus).reduce((sum, count) => sum + count, 0)).toBe(before.total);
      expect(
        (await admin.delete<{ purged: number }>('/api/v1/tasks/purge?olderThanDays=1')).body.purged,
      ).toBe(0);
      const purged = await admin.delete<{ purged: number }>('/api/v1/tasks/purge?status=completed');
      expect(purged.body.purged).toBeGreaterThan(0);
      expect((await stats()).byStatus.completed).toBeLessThan(before.byStatus.completed ?? 0);
      expect((await admin.delete('/api/v1/tasks/purge?status=running')).status).toBe(400);
      expect((await reader.get('/api/v1/tasks/stats')).status).toBe(403);
    });

    test('shows a user without libraries no tasks and no book errors', async () => {
      const library = await addScannedLibrary(server(), { 'Gone/1.cbz': await makeCbz({ mark: 'limits' }) });
      const limited = await signIn(server(), { role: 'maintainer' });
      const limits = { sharedLibraryIds: [library.id] };
      await server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
      const types = async () =>
        (await limited.get<{ byType: { type: string }[] }>('/api/v1/tasks/stats')).body.byType.map(
          ({ type }) => type,
        );
      expect(await types()).toContain('scanning.scan');
      await server().admin.delete(`/api/v1/libraries/${library.id}`);
      await expect.poll(types).not.toContain('scanning.scan');
      expect((await limited.get('/api/v1/tasks')).status).toBe(200);
      expect((await limited.delete('/api/v1/tasks/purge?olderThanDays=1')).status).toBe(200);
      expect((await limited.get<{ total: number }>('/api/v1/duplicates')).body.total).toBe(0);
      expect(
        (await limited.get<{ totalBooksWithErrors: number }>('/api/v1/books/errors')).body
          .totalBooksWithErrors,
      ).toBe(0);
    });

    test('finds files with the same content anywhere, and series with the same title', async () => {
      const same = await makeCbz({ mark: 'twin', pages: 2 });
      const one = await addScannedLibrary(server(), {
        'Twin/One.cbz': same,
        'Twin/Else.cbz': await makeCbz({ mark: 'x' }),
      });
      const two = await addScannedLibrary(server(), { 'twin/Copy.cbz': same });
      const { admin } = server();
      interface Groups {
        total: number;
        data: {
          count: number;
          fileSize: number;
          wastedBytes: number;
          books: BookDto[];
          series: { title: string }[];
          key: string;
        }[];
      }
      const { body } = await admin.get<Groups>('/api/v1/duplicates');
      const group = body.data.find(({ books }) => books.some(({ libraryId }) => libraryId === two.id));
      expect(group).toMatchObject({ count: 2, wastedBytes: group?.fileSize });
      expect(group?.books.map(({ libraryId }) => libraryId)).toEqual([one.id, two.id]);
      expect((await admin.get<Groups>(`/api/v1/duplicates?libraryId=${two.id}`)).body.total).toBe(0);
      const series = await admin.get<Groups>('/api/v1/duplicates/series');
      expect(series.body.data.find(({ key }) => key === 'twin')?.series).toHaveLength(2);
    });
  },
  { withTasks: true },
);
