import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, listSeries, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { makeCbr, makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';

onBothDatabases(
  'a scan',
  (server) => {
    test('finds books of every format and names series after their folders', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }),
        'Saga/Saga 002.cbr': await makeCbr({ mark: 'b', pages: 5 }),
        'Novels/A Book.epub': makeEpub(),
        'Papers/Paper.pdf': makePdf(),
      });
      const { admin } = server();
      expect((await listSeries(admin, library.id)).map(({ title, bookCount }) => [title, bookCount])).toEqual(
        [
          ['Novels', 1],
          ['Papers', 1],
          ['Saga', 2],
        ],
      );
      const books = await listBooks(admin, library.id);
      expect(books.map(({ fileFormat, pageCount, analyzed }) => [fileFormat, pageCount, analyzed])).toEqual([
        ['epub', 2, true],
        ['pdf', 1, true],
        ['cbz', 3, true],
        ['cbr', 5, true],
      ]);
    });

    test('without file changes changes nothing', async () => {
      const library = await addScannedLibrary(server(), { 'Saga/Saga 001.cbz': await makeCbz() });
      // Drawing thumbnails also sets ThumbHashes.
      await waitForQuiet(server());
      const before = await listBooks(server().admin, library.id);
      expect(await scan(server(), library.id)).toMatchObject({
        status: 'completed',
        booksFound: 1,
        errors: [],
      });
      expect(await listBooks(server().admin, library.id)).toEqual(before);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
