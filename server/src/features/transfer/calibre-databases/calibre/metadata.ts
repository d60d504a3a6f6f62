// What calibre knows of its books. Its database is newer than metadata.opf beside the files, and than the files themselves.

import { parseLanguage } from '@lectern/formats/values/language';
import { toPlainText } from '@lectern/formats/values/plain-text';
import {
  defined,
  gather,
  groupBy,
  readTexts,
  toNumber,
  toText,
} from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { readCustomColumns } from './custom-columns.ts';
import { readOrdered, readValues } from './linked.ts';

interface Described {
  /** The id and the name of its series; undefined for a book without one. */
  series: [id: string, name: string] | undefined;
  /** Fields of our metadata. */
  fields: Record<string, unknown>;
}

interface AllDescribed {
  books: ReadonlyMap<string, Described>;
  tags: ReadonlyMap<string, readonly string[]>;
  ratings: ReadonlyMap<string, number>;
}

/** What a table says of books by way of another table, in the order of the links. */
function readLinked(
  database: GivenDatabase,
  { links, other, table, column }: { links: string; other: string; table: string; column: string },
): (book: string) => unknown[] {
  return readOrdered(database, { links, other }, readValues(database, { table, column }));
}

const linked = (database: GivenDatabase, table: string, other: string, column: string) =>
  readLinked(database, { links: `books_${table}_link`, other, table, column });

const toTexts = (values: readonly unknown[]): string[] => values.map(toText).filter((text) => text !== '');
/** Fields without a value say nothing: the file may know better. */
const orNothing = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const maxSummary = 50_000;

export function readDescribed(database: GivenDatabase): AllDescribed {
  const authors = linked(database, 'authors', 'author', 'name');
  const tagsOf = linked(database, 'tags', 'tag', 'name');
  const publishers = linked(database, 'publishers', 'publisher', 'name');
  const languages = linked(database, 'languages', 'lang_code', 'lang_code');
  const ratingsOf = linked(database, 'ratings', 'rating', 'rating');
  const seriesNames = readTexts(database, { table: 'series', key: 'id', value: 'name' });
  const seriesOf = readTexts(database, { table: 'books_series_link', key: 'book', value: 'series' });
  const summaries = new Map(
    gather(database, { table: 'comments', columns: ['book', 'text'] }, (row) => [
      [toText(row.book), toPlainText(toText(row.text), maxSummary)] as const,
    ]),
  );
  const identifiers = groupBy(database.read('identifiers', ['book', 'type', 'val']), 'book');
  const customOf = readCustomColumns(database);
  const books = new Map<string, Described>();
  const tags = new Map<string, readonly string[]>();
  const ratings = new Map<string, number>();
  const columns = ['id', 'title', 'sort', 'pubdate', 'series_index'];
  for (const row of database.each('books', columns)) {
    const id = toText(row.id);
    const series = seriesOf.get(id);
    const name = series === undefined ? '' : (seriesNames.get(series) ?? '');
    const [title, sort] = [toText(row.title), toText(row.sort)];
    const people = toTexts(authors(id))
      .filter((author) => author !== 'Unknown')
      .map((author) => ({ name: author.replaceAll('|', ','), role: 'author' }));
    const own = identifiers.get(id) ?? [];
    const day = toText(row.pubdate).slice(0, 10);
    const custom = customOf(id);
    tags.set(id, toTexts(tagsOf(id)));
    const rating = toNumber(ratingsOf(id)[0]) ?? 0;
    if (rating > 0) ratings.set(id, Math.min(10, rating));
    const isOf = (type: string) =>
      own.filter((one) => toText(one.type) === type).map((one) => toText(one.val));
    books.set(id, {
      series: series === undefined || name === '' ? undefined : [`series ${series}`, name],
      fields: defined({
        title: title || undefined,
        titleSort: sort === title ? undefined : sort || undefined,
        authors: orNothing(people),
        publisher: toTexts(publishers(id))[0],
        language: toTexts(languages(id)).flatMap((code) => parseLanguage(code) ?? [])[0],
        // The year 101 is none.
        releaseDate: day === '' || day.startsWith('0101') ? undefined : day,
        subjects: orNothing(tags.get(id) ?? []),
        summary: summaries.get(id),
        isbns: orNothing(isOf('isbn')),
        externalIds: orNothing(
          own
            .filter((one) => toText(one.type) !== 'isbn' && toText(one.val) !== '')
            .map((one) => ({ source: toText(one.type), externalId: toText(one.val) })),
        ),
        ...(name !== '' && { series: name, seriesPosition: toNumber(row.series_index) }),
        customMetadata: Object.keys(custom).length > 0 ? custom : undefined,
      }),
    });
  }
  return { books, tags, ratings };
}
