import { expect, test } from 'vitest';
import { findWriterFaults } from './writers.ts';

const schema = '  book: BookTable;\n  series: SeriesTable;\n';
const description = (book: string) =>
  `/** One row a file. ${book} */\nexport interface BookTable {}\n/** Written by features/libraries/series. */\nexport interface SeriesTable {}`;
const write = (path: string, code: string) => ({ path: `server/src/${path}`, code });
const books = write('features/libraries/books/store.ts', "db.insertInto('book')");
const series = write('features/libraries/series/store.ts', 'update "series" set title = 1');

const find = (sources: (typeof books)[], book = 'Written by features/libraries/books.') =>
  findWriterFaults(sources, { schema, descriptions: [description(book)] });

test('accepts a table that its declared writer writes', () => {
  expect(find([books, series])).toEqual([]);
});

test('finds a second writer, a different writer and a missing declaration', () => {
  const other = write('features/ingest/import/save.ts', "db.deleteFrom('book')");
  expect(find([books, series, other])).toEqual([expect.stringContaining('table book is written by')]);
  expect(find([other, series])).toEqual([expect.stringContaining('but features/ingest/import writes it')]);
  expect(find([books, series], '')).toEqual([expect.stringContaining('table book does not name its writer')]);
});
