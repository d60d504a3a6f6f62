// Converts sort parameters of clients to native orders. Accepts several `sort` parameters, several names in one, and an
// optional direction. Unknown names are ignored.
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';
import type { Term } from '#catalog/sorts.ts';
import type { Query } from './values.ts';

const seriesNames: Readonly<Record<string, SeriesSortField>> = {
  'metadata.titlesort': 'title',
  'metadata.title': 'title',
  titlesort: 'title',
  name: 'title',
  created: 'dateAdded',
  createddate: 'dateAdded',
  lastmodified: 'dateUpdated',
  lastmodifieddate: 'dateUpdated',
  filelastmodified: 'dateUpdated',
  'booksmetadata.releasedate': 'releaseDate',
  readdate: 'lastRead',
  bookscount: 'bookCount',
  random: 'random',
  relevance: 'relevance',
};

const bookNames: Readonly<Record<string, BookSortField>> = {
  series: 'series',
  name: 'fileName',
  url: 'fileName',
  created: 'dateAdded',
  createddate: 'dateAdded',
  lastmodified: 'dateUpdated',
  lastmodifieddate: 'dateUpdated',
  filelastmodified: 'dateUpdated',
  filesize: 'fileSize',
  size: 'fileSize',
  'media.pagescount': 'pageCount',
  'metadata.pagescount': 'pageCount',
  'metadata.title': 'title',
  'metadata.titlesort': 'title',
  'metadata.number': 'number',
  'metadata.numbersort': 'number',
  number: 'number',
  'metadata.releasedate': 'releaseDate',
  'readprogress.readdate': 'lastRead',
  'readprogress.lastmodified': 'lastRead',
  random: 'random',
  relevance: 'relevance',
};

export const readSeriesSort = (query: Query): Term<SeriesSortField>[] => readSort(query, seriesNames);
export const readBookSort = (query: Query): Term<BookSortField>[] => readSort(query, bookNames);

function readSort<F extends string>(query: Query, names: Readonly<Record<string, F>>): Term<F>[] {
  const terms: Term<F>[] = [];
  for (const text of [query.sort, query['sort[]']].flat()) {
    if (typeof text !== 'string') continue;
    const parts = text.split(',').map((part) => part.trim().toLowerCase());
    const last = parts.at(-1);
    const direction = last === 'asc' || last === 'desc' ? last : undefined;
    for (const name of direction ? parts.slice(0, -1) : parts) {
      const field = Object.hasOwn(names, name) ? names[name] : undefined;
      if (field !== undefined && !terms.some((term) => term.field === field))
        terms.push({ field, direction: direction ?? 'asc' });
    }
  }
  return terms.slice(0, 4);
}

/** Whether the client requested an order, known or not. */
export const isSortRequested = (query: Query): boolean => [query.sort, query['sort[]']].flat().some(Boolean);
