// Book metadata of calibre's database, which is more recent than metadata.opf and the metadata in the files.

import { parseLanguage } from '@lectern/formats/values/language';
import { toPlainText } from '@lectern/formats/values/plain-text';
import {
  defined,
  readTexts,
  type TheirDescription,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { readCustomColumns } from './custom-columns.ts';
import { readLinked, toTexts } from './linked.ts';

/** Empty fields are omitted, because the file may have a value. */
const orNothing = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const maxSummary = 50_000;

/** Returns the series id and name of a book, or undefined without a series. */
export function readSeriesOf(
  database: GivenDatabase,
): (book: string) => { id: string; name: string } | undefined {
  const names = readTexts(database, { table: 'series', key: 'id', value: 'name' });
  const find = database.lookUp('books_series_link', ['series'], 'book');
  return (book) => {
    // A calibre book has at most one series.
    const [link] = find(book);
    const series = toText(link?.series);
    const name = names.get(series) ?? '';
    return name === '' ? undefined : { id: `series ${series}`, name };
  };
}

/** Yields one book at a time to limit memory use. `filesOf` returns the file ids of a book. */
export function* describeBooks(
  database: GivenDatabase,
  filesOf: (book: string) => readonly string[],
): Generator<TheirDescription> {
  const describe = createDescriber(database);
  for (const row of database.each('books', ['id', 'title', 'sort', 'pubdate', 'series_index'])) {
    const bookIds = filesOf(toText(row.id));
    if (bookIds.length > 0) yield { bookIds, fields: describe(row) };
  }
}

function createDescriber(database: GivenDatabase): (row: GivenRow) => Record<string, unknown> {
  const authors = readLinked(database, 'authors', 'author', 'name');
  const tags = readLinked(database, 'tags', 'tag', 'name');
  const publishers = readLinked(database, 'publishers', 'publisher', 'name');
  const languages = readLinked(database, 'languages', 'lang_code', 'lang_code');
  const comments = database.lookUp('comments', ['text'], 'book');
  const identifiers = database.lookUp('identifiers', ['type', 'val'], 'book');
  const seriesOf = readSeriesOf(database);
  const customOf = readCustomColumns(database);
  return (row) => {
    const id = toText(row.id);
    const series = seriesOf(id);
    const title = toText(row.title);
    const sort = toText(row.sort);
    const people = toTexts(authors(id))
      .filter((author) => author !== 'Unknown')
      .map((author) => ({ name: author.replaceAll('|', ','), role: 'author' }));
    const own = identifiers(id).map((one) => ({ source: toText(one.type), externalId: toText(one.val) }));
    const day = toText(row.pubdate).slice(0, 10);
    const custom = customOf(id);
    const [comment] = comments(id);
    return defined({
      title: title || undefined,
      titleSort: sort === title ? undefined : sort || undefined,
      authors: orNothing(people),
      publisher: toTexts(publishers(id))[0],
      language: toTexts(languages(id)).flatMap((code) => parseLanguage(code) ?? [])[0],
      // calibre uses the year 101 for unknown dates.
      releaseDate: day === '' || day.startsWith('0101') ? undefined : day,
      subjects: orNothing(toTexts(tags(id))),
      summary: comment && toPlainText(toText(comment.text), maxSummary),
      isbns: orNothing(own.filter(({ source }) => source === 'isbn').map(({ externalId }) => externalId)),
      externalIds: orNothing(own.filter(({ source, externalId }) => source !== 'isbn' && externalId !== '')),
      ...(series && { series: series.name, seriesPosition: toNumber(row.series_index) }),
      customMetadata: Object.keys(custom).length > 0 ? custom : undefined,
    });
  };
}
