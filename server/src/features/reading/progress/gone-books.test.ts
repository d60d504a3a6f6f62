import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, getBook, scan, type TestLibrary } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

onBothDatabases(
  'books whose files are missing or being renamed',
  (server) => {
    let library: TestLibrary;
    let book: BookDto;

    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'gone 1', pages: 9 }),
        'Saga/2.cbz': await makeCbz({ mark: 'gone 2', pages: 9 }),
      });
      book = await getBook(server().admin, library.id, '1.cbz');
    });

    /** Runs `work` while the file is missing, then restores it. */
    async function whileGone<T>(work: () => Promise<T>): Promise<T> {
      const here = join(library.folder, 'Saga', '1.cbz');
      const away = `${library.folder}-away`;
      renameSync(here, away);
      await scan(server(), library.id, 'confirmRemovals=true');
      try {
        return await work();
      } finally {
        renameSync(away, here);
        await scan(server(), library.id);
      }
    }

    async function aReader() {
      const { get, ...me } = await signIn(server());
      return {
        ...me,
        async position() {
          const { status, body } = await get<ReadProgress>(`/api/v1/books/${book.id}/progress`);
          return status === 200 ? { page: body.currentPage, completed: body.completed } : undefined;
        },
        unread: async () => (await get<Series>(`/api/v1/series/${book.seriesId}`)).body.unreadCount,
      };
    }

    test.each([
      ['one by one', () => `/api/v1/books/${book.id}`, () => ({})],
      ['in bulk', () => '/api/v1/books/bulk', () => ({ ids: [book.id] })],
    ])('can be marked read and unread %s', async (_, toPath, toBody) => {
      const { put, post, position, unread } = await aReader();
      await put(`/api/v1/books/${book.id}/progress`, { currentPage: 5 });
      await whileGone(async () => {
        expect((await post(`${toPath()}/read`, toBody())).status).toBeLessThan(300);
        expect(await position()).toEqual({ page: 9, completed: true });
      });
      expect([await position(), await unread()]).toEqual([{ page: 9, completed: true }, 1]);
      await whileGone(async () => {
        expect((await post(`${toPath()}/unread`, toBody())).status).toBeLessThan(300);
        expect(await position()).toBeUndefined();
      });
      expect([await position(), await unread()]).toEqual([undefined, 2]);
    });

    test('are not marked with their series, which does not list them', async () => {
      const { put, post, position } = await aReader();
      await put(`/api/v1/books/${book.id}/progress`, { currentPage: 5 });
      await whileGone(async () => {
        expect((await post(`/api/v1/series/${book.seriesId}/read`)).status).toBe(204);
      });
      expect(await position()).toEqual({ page: 5, completed: false });
    });
  },
  { withTasks: true },
);
