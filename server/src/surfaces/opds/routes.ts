// Routes of the feeds, identical in both versions, and the additional routes of each version.
import { idParams } from '@lectern/contract/fields';
import { bytes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import { tokenAnswers } from './access/token.ts';
import { mediaTypes } from './addresses.ts';
import { feedQuery } from './feeds/call.ts';

const { json: feed, publication, searchDescription } = mediaTypes;
/** Feeds and entries, with any media type parameters. */
const atom = 'application/atom+xml';
const answers = { 200: bytes([atom, feed]) };

type Right = Permission | 'user' | readonly Permission[];

const list = (path: string, summary: string, access: Right) =>
  ({ method: 'GET', path, summary, access, query: feedQuery, answers }) as const;
const one = (path: string, summary: string, access: Right) =>
  ({ ...list(path, summary, access), params: idParams }) as const;

/** `base` is the base path of the version. */
const feedRoutes = (base: string) => ({
  root: list(base, 'Get the catalog, for URLs without the rest of the path', 'user'),
  start: list(`${base}/catalog`, 'The catalogue', 'user'),
  libraries: list(`${base}/libraries`, 'Libraries', 'libraries:read'),
  library: one(`${base}/libraries/{id}`, 'List the feeds of a library', 'libraries:read'),
  series: list(`${base}/series`, 'All series', 'series:read'),
  newSeries: list(`${base}/series/new`, 'List series, newest first', 'series:read'),
  updatedSeries: list(`${base}/series/updated`, 'List series by their latest books', 'series:read'),
  seriesBooks: one(`${base}/series/{id}`, 'List the books of a series', 'books:read'),
  books: list(`${base}/books`, 'All books', 'books:read'),
  newBooks: list(`${base}/books/new`, 'List books, newest first', 'books:read'),
  onDeck: list(`${base}/on-deck`, 'List the next books of started series', 'books:read'),
  keepReading: list(`${base}/keep-reading`, 'List books in progress', 'books:read'),
  collections: list(`${base}/collections`, 'Collections', 'collections:read'),
  collection: one(`${base}/collections/{id}`, 'List the series of a collection', 'collections:read'),
  readLists: list(`${base}/readlists`, 'Read lists', 'readlists:read'),
  readList: one(`${base}/readlists/{id}`, 'List the books of a read list in order', 'readlists:read'),
  wanted: list(`${base}/want-to-read`, 'Get the want-to-read catalog', 'user'),
  wantedSeries: list(`${base}/want-to-read/series`, 'List series to read', 'series:read'),
  wantedBooks: list(`${base}/want-to-read/books`, 'List books to read', 'books:read'),
  presets: list(`${base}/presets`, 'Pinned filters', 'user'),
  preset: one(`${base}/presets/{id}`, 'List the results of a filter', 'user'),
  genres: list(`${base}/genres`, 'Genres', 'series:read'),
  publishers: list(`${base}/publishers`, 'Publishers', 'series:read'),
  search: list(`${base}/search`, 'Search series and books', ['series:read', 'books:read']),
  searchSeries: list(`${base}/search/series`, 'Search series', 'series:read'),
  searchBooks: list(`${base}/search/books`, 'Search books', 'books:read'),
});

export const atomRoutes = (base: string) => ({
  ...feedRoutes(base),
  bare: list('/opds', 'Get the catalog in the version that the client prefers', 'user'),
  olderRoot: list('/opds/v1.2', 'The catalogue', 'user'),
  olderStart: list('/opds/v1.2/catalog', 'Get the catalog at the path of other servers', 'user'),
  searchDescription: {
    method: 'GET',
    path: `${base}/search.xml`,
    summary: 'Get the search description',
    access: 'user',
    answers: { 200: bytes([searchDescription]) },
  } as const,
  book: { ...one(`${base}/books/{id}`, 'One book', 'books:read'), answers: { 200: bytes([atom]) } } as const,
});

export const jsonRoutes = (base: string) => ({
  ...feedRoutes(base),
  book: {
    ...one(`${base}/books/{id}`, 'One book', 'books:read'),
    answers: { 200: bytes([publication]) },
  } as const,
  authentication: {
    method: 'GET',
    path: `${base}/auth`,
    summary: 'Get the authentication document',
    access: 'anyone',
    answers: { 200: bytes([mediaTypes.authentication]) },
  } as const,
  token: {
    method: 'POST',
    path: `${base}/token`,
    summary: 'Get a token for a password or a refresh token',
    access: 'anyone',
    body: z.unknown(),
    optionalBody: true,
    answers: tokenAnswers,
  } as const,
});
