// Creates terms and search documents from books and series. Reads rows within the transaction.
import { bookMetadataFields, seriesMetadataFields } from '@lectern/contract/libraries/metadata-fields';
import { toStem } from '@lectern/contract/values';
import { listCorrections, type SearchTexts, toSearchDocument } from '#catalog/search-words.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { DatabaseDialect, Tx } from '#infrastructure/database/dialect.ts';
import type { BookTexts, SeriesTexts } from './store.ts';
import * as store from './store.ts';
import { type ListsOfMetadata, toSearchedTexts, toTerms } from './terms.ts';

const chunkSize = 500;

export class Indexing {
  readonly #dialect: DatabaseDialect;

  constructor(dialect: DatabaseDialect) {
    this.#dialect = dialect;
  }

  /** Updates terms and search documents of these books. */
  indexBooks(tx: Tx, bookIds: readonly string[]): Promise<void> {
    return this.#indexBooks(tx, bookIds, true);
  }

  /** Updates terms and search documents of these series. */
  async indexSeries(tx: Tx, seriesIds: readonly string[]): Promise<void> {
    for (const ids of chunks(seriesIds, chunkSize)) {
      const texts = (await store.listSeries(tx, ids)).map((row) => ({ ...row, found: parse(row.lists) }));
      const terms = texts.map(({ id, found, ...row }) => ({
        ownerId: id,
        terms: toTerms(seriesMetadataFields, { ...row, ...found }),
      }));
      await store.replaceTerms(this.#dialect, tx, 'series', terms);
      await this.#save(tx, 'series', texts.map(toSeriesText));
    }
  }

  /** Updates search documents without terms. */
  rewriteBooks(tx: Tx, bookIds: readonly string[]): Promise<void> {
    return this.#indexBooks(tx, bookIds, false);
  }

  /** Updates search documents of the books of these series, because they contain its title. */
  async followSeries(tx: Tx, seriesIds: readonly string[]): Promise<void> {
    for (const ids of chunks(seriesIds, chunkSize))
      await this.#indexBooks(tx, await store.listBookIds(tx, ids), false);
  }

  /** Deletes unused terms of a kind. Returns their number. */
  removeUnused(tx: Tx, kind: string): Promise<number> {
    return store.removeUnused(tx, kind);
  }

  /** Deletes unused terms of every kind. */
  removeAllUnused(tx: Tx): Promise<number> {
    return store.removeAllUnused(tx);
  }

  async #indexBooks(tx: Tx, bookIds: readonly string[], withTerms: boolean): Promise<void> {
    for (const ids of chunks(bookIds, chunkSize)) {
      const texts = (await store.listBooks(tx, ids)).map((row) => ({ ...row, found: parse(row.lists) }));
      if (withTerms) {
        const terms = texts.map(({ id, found, ...row }) => ({
          ownerId: id,
          terms: toTerms(bookMetadataFields, { ...row, ...found }),
        }));
        await store.replaceTerms(this.#dialect, tx, 'book', terms);
      }
      await this.#save(tx, 'book', texts.map(toBookText));
    }
  }

  async #save(tx: Tx, searched: 'book' | 'series', texts: readonly SearchTexts[]): Promise<void> {
    await store.addWords(tx, new Set(texts.flatMap(listCorrections)));
    await this.#dialect.textSearch.save(tx, searched, texts.map(toSearchDocument));
  }
}

type WithLists<T> = T & { found: ListsOfMetadata };

const parse = (lists: string | null): ListsOfMetadata => (lists === null ? {} : JSON.parse(lists));

function toBookText({ found, ...book }: WithLists<BookTexts>): SearchTexts {
  const number = book.number === null ? '' : ` ${book.number}`;
  return {
    entityId: book.id,
    isGone: book.deletedAt !== null,
    titles: [book.title, `${book.seriesTitle}${number}`, book.originalTitle],
    names: [
      book.subtitle,
      book.titleSort,
      ...(found.alternateTitles ?? []).map(({ title }) => title),
      ...alternateTitlesOf(book.seriesLists),
      ...(found.authors ?? []).map(({ name }) => name),
      book.publisher,
      book.imprint,
      ...(found.genres ?? []),
      ...(found.tags ?? []),
      ...(found.subjects ?? []),
    ],
    rest: [
      ...(found.isbns ?? []),
      ...toSearchedTexts(found),
      toStem(book.fileName, book.fileFormat),
      book.summary,
    ],
  };
}

const alternateTitlesOf = (lists: string | null): string[] =>
  (parse(lists).alternateTitles ?? []).map(({ title }) => title);

const toSeriesText = ({ found, ...series }: WithLists<SeriesTexts>): SearchTexts => ({
  entityId: series.id,
  isGone: series.bookCount === 0,
  titles: [series.title, ...(found.alternateTitles ?? []).map(({ title }) => title)],
  names: [
    series.titleSort,
    ...(found.authors ?? []).map(({ name }) => name),
    series.publisher,
    series.imprint,
    ...(found.genres ?? []),
    ...(found.tags ?? []),
  ],
  rest: [series.path, series.summary],
});
