import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Series } from '@lectern/contract/libraries/series';
import { expect, test } from 'vitest';
import { waitForWaiting } from '../../../../test/harness/database-server/waiting.ts';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { SeriesProgress } from './store.ts';

onBothDatabases(
  'series progress while a scan restores a book',
  (server) => {
    test.each([
      [
        'read to the last page',
        async (me, id) => me.put(`/api/v1/books/${id}/progress`, { currentPage: 10 }),
      ],
      ['marked individually', async (me, id) => me.post(`/api/v1/books/${id}/read`)],
      ['marked with its series', async (me, _, seriesId) => me.post(`/api/v1/series/${seriesId}/read`)],
    ] as [
      string,
      (me: Awaited<ReturnType<typeof signIn>>, ...ids: string[]) => Promise<{ status: number }>,
    ][])('counts the book when it is %s at that moment', async (name, read) => {
      const file = join('Saga', '1.cbz');
      const library = await addScannedLibrary(server(), {
        [file]: await makeCbz({ mark: name, pages: 10 }),
        'Bone/1.cbz': await makeCbz({ mark: `${name} 2`, pages: 10 }),
      });
      const book = await getBook(server().admin, library.id, file);
      renameSync(join(library.folder, file), `${library.folder}-away`);
      await scan(server(), library.id, 'confirmRemovals=true');
      const me = await signIn(server());
      const send = () => read(me, book.id, book.seriesId);
      const database = await openQuietDatabaseOf(server());
      try {
        const { sent } = await database.transaction(async (tx) => {
          await tx.updateTable('book').set({ deletedAt: null }).where('id', '=', book.id).execute();
          await tx.updateTable('series').set({ bookCount: 1 }).where('id', '=', book.seriesId).execute();
          await new SeriesProgress(database.dialect).recount(tx, [book.seriesId]);
          if (server().kind !== 'postgres') return {};
          const sent = send();
          await Promise.race([sent, waitForWaiting(database)]);
          return { sent };
        });
        expect((await (sent ?? send())).status).toBeLessThan(300);
        expect((await me.get<Series>(`/api/v1/series/${book.seriesId}`)).body).toMatchObject({
          bookCount: 1,
          unreadCount: 0,
        });
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
