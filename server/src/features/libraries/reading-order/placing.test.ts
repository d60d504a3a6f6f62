import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import {
  addScannedLibrary,
  getBook,
  listBooks,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { onBothDatabases, startSecondServer } from '../../../../test/harness/server.ts';
import { writeFiles } from '../../../../test/makers/books.ts';

interface Detail {
  book: BookDto;
}

onBothDatabases(
  'placing books by hand',
  (server) => {
    let made = 0;
    const toFiles = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [`Tale/Tale ${name}.cbz`, `${name} ${++made}`]));
    const nameOf = ({ path }: BookDto) => path.replace(/^.*Tale (.*)\.cbz$/, '$1');
    const list = async ({ id }: TestLibrary) => (await listBooks(server().admin, id)).map(nameOf);
    const patch = async (id: string, body: object) => {
      const answer = await server().admin.patch<Detail>(`/api/v1/books/${id}`, body);
      expect(answer.status).toBe(200);
      return answer.body.book;
    };

    test('moves a book to a position, where it stays when other books arrive', async () => {
      const library = await addScannedLibrary(server(), toFiles('001', '002', '003', 'Annual 001'));
      const annual = await getBook(server().admin, library.id, 'Annual 001.cbz');
      expect(await patch(annual.id, { position: 2 })).toMatchObject({ placed: true });
      expect(await list(library)).toEqual(['001', 'Annual 001', '002', '003']);
      writeFiles(library.folder, toFiles('000', '001.5', '004'));
      await scan(server(), library.id);
      expect(await list(library)).toEqual(['000', '001', 'Annual 001', '001.5', '002', '003', '004']);
      await scan(server(), library.id, 'mode=deep');
      await patch(annual.id, { position: 1 });
      expect((await list(library))[0]).toBe('Annual 001');
      await patch(annual.id, { position: 99 });
      expect((await list(library)).at(-1)).toBe('Annual 001');
      await patch(annual.id, { position: 4 });
      expect(await list(library)).toEqual(['000', '001', '001.5', 'Annual 001', '002', '003', '004']);
      expect(await patch(annual.id, { position: null })).toMatchObject({ placed: false });
      expect((await list(library)).at(-1)).toBe('Annual 001');
      expect((await server().reader.patch(`/api/v1/books/${annual.id}`, { position: 1 })).status).toBe(403);
    });

    test('accepts a number with a fraction, which orders the book', async () => {
      const library = await addScannedLibrary(server(), toFiles('001', '002', '007'));
      const book = await getBook(server().admin, library.id, '007.cbz');
      expect(await patch(book.id, { number: 1.5 })).toMatchObject({ number: 1, numberText: '1.5' });
      expect(await list(library)).toEqual(['001', '007', '002']);
      await patch(book.id, { number: null });
      expect(await list(library)).toEqual(['001', '002', '007']);
    });

    test('orders a series by its settings', async () => {
      const library = await addScannedLibrary(server(), toFiles('001', '002', 'Annual 001'));
      const { seriesId } = await getBook(server().admin, library.id, '001.cbz');
      const path = `/api/v1/series/${seriesId}`;
      const { body } = await server().admin.patch(path, { specials: 'by_number' });
      expect(body).toMatchObject({ bookOrder: 'reading_order', specials: 'by_number' });
      expect(await list(library)).toEqual(['001', 'Annual 001', '002']);
      await server().admin.patch(path, { specials: 'after' });
      expect(await list(library)).toEqual(['001', '002', 'Annual 001']);
      const book = await getBook(server().admin, library.id, '002.cbz');
      await patch(book.id, { title: 'A first title' });
      await server().admin.patch(path, { bookOrder: 'title' });
      expect(await list(library)).toEqual(['002', '001', 'Annual 001']);
      expect((await server().reader.patch(path, { specials: 'after' })).status).toBe(403);
    });

    test('a new version places the books of existing libraries again, with their edits', async () => {
      const library = await addScannedLibrary(
        server(),
        toFiles('v01 c001', 'v01 c002', 'v02 c001', 'Annual 1'),
      );
      const annual = await getBook(server().admin, library.id, 'Annual 1.cbz');
      await patch(annual.id, { position: 1 });
      await server().reader.post(`/api/v1/books/${annual.id}/read`);
      const before = await list(library);
      const database = await openQuietDatabaseOf(server());
      try {
        const former = { orderFacts: '{}', orderKey: 'former' };
        await database.db.updateTable('book').set(former).where('id', '<>', annual.id).execute();
        await database.db.updateTable('book').set({ orderKey: 'z' }).where('id', '=', annual.id).execute();
        await database.db.updateTable('library').set({ orderedBy: 'former rules' }).execute();
        expect(await list(library)).not.toEqual(before);
        const second = await startSecondServer(server(), { withTasks: true });
        try {
          await expect.poll(() => list(library), { timeout: 20_000 }).toEqual(before);
        } finally {
          await second.stop();
        }
      } finally {
        await database.close();
      }
      const { body } = await server().reader.get<Detail>(`/api/v1/books/${annual.id}`);
      expect(body.book.readProgress).toMatchObject({ completed: true });
    });
  },
  { withTasks: true },
);
