import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { newId } from '#infrastructure/ids.ts';
import { openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { refuseRows } from '../../../../test/harness/database-server/refused-rows.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const many = 2_000;

/** Inserts rows of one series like a scan of as many files. */
async function multiply({ db }: OpenedDatabase, { id, seriesId }: BookDto): Promise<string[]> {
  const known = await db.selectFrom('book').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  // Each row has a unique number.
  const book = 'rowNumber' in known ? { ...known, rowNumber: null } : known;
  const copies = Array.from({ length: many - 1 }, (_, i) => ({
    ...book,
    id: newId(),
    fileName: `${i + 2}.cbz`,
    orderKey: String(i + 2).padStart(5, '0'),
    number: i + 2,
  }));
  for (let i = 0; i < copies.length; i += 500)
    await db
      .insertInto('book')
      .values(copies.slice(i, i + 500))
      .execute();
  await db.updateTable('series').set({ bookCount: many }).where('id', '=', seriesId).execute();
  return [id, ...copies.map((copy) => copy.id)];
}

onBothDatabases(
  'marking a series of 2,000 books',
  (server) => {
    let database: OpenedDatabase;
    let ids: string[];
    let seriesId: string;
    let single: BookDto | undefined;

    beforeAll(async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/1.cbz': await makeCbz({ mark: 'm1', pages: 10 }),
        'Bone/1.cbz': await makeCbz({ mark: 'm2', pages: 10 }),
      });
      const books = await listBooks(server().admin, library.id);
      const first = books.find(({ seriesName }) => seriesName === 'Saga');
      single = books.find(({ seriesName }) => seriesName === 'Bone');
      if (!first) throw new Error('No book');
      seriesId = first.seriesId;
      database = await openQuietDatabaseOf(server());
      ids = await multiply(database, first);
    });
    afterAll(() => database.close());

    /** Makes the database reject history entries of the last book. */
    const refuse = () =>
      refuseRows(database, { table: 'readHistory', column: 'bookId', value: ids.at(-1) ?? '' });

    async function aReader() {
      const me = await signIn(server());
      const headers = { authorization: `Bearer ${me.session.accessToken}` };
      const stream = await openEvents(server().url, { headers });
      return {
        ...me,
        stream,
        state: async () => {
          const { body } = await me.get<Series>(`/api/v1/series/${seriesId}`);
          const finished = await me.get<{ total: number }>('/api/v1/progress?completed=true');
          const history = await database.db
            .selectFrom('readHistory')
            .select((eb) => eb.fn.countAll().as('count'))
            .where('userId', '=', me.userId)
            .executeTakeFirstOrThrow();
          return [body.unreadCount, finished.body.total, Number(history.count)];
        },
        /** Waits for the event that asks clients to reload everything. */
        waitForResync: () => stream.waitFor(({ type }) => type === 'resync'),
        /** Returns the number of events and of distinct books, after the event of a final write has arrived. */
        countEvents: async (type: string) => {
          await me.put(`/api/v1/books/${single?.id}/progress`, {
            currentPage: 1 + (stream.events.length % 8),
          });
          await stream.waitFor(
            (event) => event.type === 'progress_updated' && event.data.bookId === single?.id,
          );
          const events = stream.events.filter(
            (event) => event.type === type && event.data.bookId !== single?.id,
          );
          return [events.length, new Set(events.map(({ data }) => data.bookId)).size];
        },
      };
    }

    test('marks every book read and unread, and sends clients a single resync event', async () => {
      const { post, state, countEvents, waitForResync, stream } = await aReader();
      expect((await post(`/api/v1/series/${seriesId}/read`)).status).toBe(204);
      expect(await state()).toEqual([0, many, many]);
      expect((await post(`/api/v1/series/${seriesId}/read`)).status).toBe(204);
      expect(await state()).toEqual([0, many, many]);
      await waitForResync();
      expect(await countEvents('progress_updated')).toEqual([0, 0]);
      expect((await post(`/api/v1/series/${seriesId}/unread`)).status).toBe(204);
      expect(await state()).toEqual([many, 0, many * 2 + 1]);
      const asked = () => stream.events.filter(({ type }) => type === 'resync').length;
      await expect.poll(asked, { timeout: 15_000 }).toBe(2);
      stream.close();
    });

    test.each([
      ['the series', () => [`/api/v1/series/${seriesId}/read`, {}] as const],
      ['series in bulk', () => ['/api/v1/series/bulk/read', { ids: [seriesId] }] as const],
      ['books in bulk', () => ['/api/v1/books/bulk/read', { ids: ids.slice(-1_000) }] as const],
    ])('when one book cannot be marked, none of %s is marked, and no event is sent', async (_, toCall) => {
      const { post, state, countEvents, stream } = await aReader();
      const [path, body] = toCall();
      const accept = await refuse();
      const { status } = await post(path, body);
      await accept();
      expect(status).toBe(500);
      expect(await state()).toEqual([many, 0, 0]);
      expect(await countEvents('progress_updated')).toEqual([0, 0]);
      stream.close();
    });

    test('when one book cannot be marked unread, all books stay read', async () => {
      const { post, state, countEvents, waitForResync, stream } = await aReader();
      await post(`/api/v1/series/${seriesId}/read`);
      await waitForResync();
      const accept = await refuse();
      const { status } = await post(`/api/v1/series/${seriesId}/unread`);
      await accept();
      expect(status).toBe(500);
      expect(await state()).toEqual([0, many, many]);
      expect(await countEvents('progress_deleted')).toEqual([0, 0]);
      stream.close();
    });
  },
  { withTasks: true, environment: { LECTERN_LOG_LEVEL: 'silent' } },
);
