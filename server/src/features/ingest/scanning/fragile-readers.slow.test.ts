import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookErrorType } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface Errors {
  groups: {
    errorType: BookErrorType;
    books: { book: BookDto; errors: { message: string; details: unknown }[] }[];
  }[];
}

withServer(
  'books that crash their worker process',
  (server) => {
    test('get an error with the cause, and all other books are read', { timeout: 60_000 }, async () => {
      const files: Record<string, Buffer> = {};
      for (let i = 1; i <= 20; i++)
        files[`Good/Good ${i}.cbz`] = await makeCbz({ pages: 1, mark: `good ${i}` });
      for (const name of ['crash', 'exit', 'hang', 'eat']) {
        files[`Bad/will ${name}.cbz`] = await makeCbz({ mark: name });
      }
      const library = await addScannedLibrary(server(), files);
      // Drawing thumbnails also sets ThumbHashes.
      await waitForQuiet(server());
      const books = await listBooks(server().admin, library.id);
      expect(books).toHaveLength(24);
      expect(books.filter(({ analyzed }) => analyzed)).toHaveLength(20);
      const { body } = await server().admin.get<Errors>(`/api/v1/books/errors?libraryId=${library.id}`);
      const told = body.groups.flatMap(({ errorType, books }) =>
        books.map(({ book, errors }) => [book.path.split('/').at(-1), errorType, errors[0]?.details]),
      );
      expect(told.toSorted()).toEqual([
        ['will crash.cbz', 'parser', { reason: 'crashed' }],
        ['will eat.cbz', 'parser', { reason: 'memory' }],
        ['will exit.cbz', 'parser', { reason: 'crashed' }],
        ['will hang.cbz', 'parser', { reason: 'timeout' }],
      ]);
      // The next scan does not read them again.
      expect(await scan(server(), library.id)).toMatchObject({ status: 'completed', booksFound: 24 });
      expect(await listBooks(server().admin, library.id)).toEqual(books);
    });
  },
  {
    withTasks: true,
    backgroundProcesses: 2,
    workerEntry: new URL('../../../../test/fixtures/fragile-worker.ts', import.meta.url),
    // On a busy machine, a process needs seconds to reach its memory limit.
    environment: { LECTERN_SCANNER_BOOK_TIMEOUT_SECONDS: '6', LECTERN_SCANNER_WORKER_MEMORY_MB: '400' },
  },
);
