// A clock that was two years ahead and was set back: timestamps from that period must not block anything.
import type { BookDto } from '@lectern/contract/libraries/books';
import { afterEach, expect, test } from 'vitest';
import { makeKey } from '../harness/api-key.ts';
import { type Client, createClient } from '../harness/client.ts';
import { addScannedLibrary, listBooks, scan } from '../harness/library.ts';
import { openQuietDatabaseOf } from '../harness/open-database.ts';
import { withServer } from '../harness/server.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import { makeCbz } from '../makers/books.ts';

const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000;
let aheadMs = 0;
afterEach(() => {
  aheadMs = 0;
});

/** Returns a client whose credentials do not expire when the clock jumps. */
async function withKey(who: SignedIn): Promise<Client> {
  const { key } = await makeKey(who);
  return createClient(who.url, { 'x-api-key': key });
}

withServer(
  'a clock that was ahead',
  (server) => {
    async function aLibrary(mark: string) {
      const files = Object.fromEntries(
        await Promise.all(
          [1, 2].map(async (n) => [`Saga/Saga ${n}.cbz`, await makeCbz({ pages: 9, mark: `${mark} ${n}` })]),
        ),
      );
      const library = await addScannedLibrary(server(), files);
      const [book] = await listBooks(server().admin, library.id);
      if (!book) throw new Error('No book found');
      return { library, book };
    }
    const placeOf = async (client: Client, { id }: BookDto) =>
      (await client.get<{ book: BookDto }>(`/api/v1/books/${id}`)).body.book.readProgress;

    test.each([
      ['without a date', () => ({})],
      [
        'with the time of the device',
        () => ({ readAt: new Date(Date.now() - 2_000).toISOString(), sentAt: new Date().toISOString() }),
      ],
    ])('does not block later progress %s', async (_, dates) => {
      const { book } = await aLibrary(`progress ${_}`);
      const reader = await withKey(server().reader);
      const write = async (currentPage: number, more: object) =>
        (await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage, ...more })).status;
      aheadMs = twoYearsMs;
      expect(await write(7, {})).toBe(200);
      aheadMs = 0;
      expect(await write(3, dates())).toBe(200);
      const place = await placeOf(reader, book);
      expect(place).toMatchObject({ currentPage: 3, completed: false });
      for (const time of [place?.startedAt, place?.updatedAt])
        expect(Date.parse(String(time))).toBeLessThanOrEqual(Date.now());
      const { db, close } = await openQuietDatabaseOf(server());
      const counted = await db
        .selectFrom('seriesProgress')
        .select('lastReadAt')
        .where('seriesId', '=', book.seriesId)
        .executeTakeFirstOrThrow();
      await close();
      expect(counted.lastReadAt).toBeLessThanOrEqual(Date.now());
    });

    test('does not keep a book unread that was reset during that period', async () => {
      const { book } = await aLibrary('given up');
      const reader = await withKey(server().reader);
      aheadMs = twoYearsMs;
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 7 });
      expect((await reader.delete(`/api/v1/books/${book.id}/progress`)).status).toBeLessThan(300);
      aheadMs = 0;
      await reader.put(`/api/v1/books/${book.id}/progress`, { currentPage: 2 });
      expect(await placeOf(reader, book)).toMatchObject({ currentPage: 2 });
    });

    test('does not prevent scans', async () => {
      const { library } = await aLibrary('scans');
      const admin = await withKey(server().admin);
      aheadMs = twoYearsMs;
      expect(await scan({ admin }, library.id)).toMatchObject({ status: 'completed' });
      aheadMs = 0;
      expect(await scan({ admin }, library.id)).toMatchObject({ status: 'completed', booksFound: 2 });
    });
  },
  {
    withTasks: true,
    clock: () => Date.now() + aheadMs,
    environment: { LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440' },
  },
);
