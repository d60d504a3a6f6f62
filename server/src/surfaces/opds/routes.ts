// The addresses of the feeds, the same below both versions' paths, and what each version has by itself.
import { idParams } from '@lectern/contract/fields';
import { bytes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { z } from 'zod';
import { tokenAnswers } from './access/token.ts';
import { mediaTypes } from './addresses.ts';
import { feedQuery } from './feeds/call.ts';

const { json: feed, publication, searchDescription } = mediaTypes;
/** Feeds and entries, whatever their parameters say. */
const atom = 'application/atom+xml';
const answers = { 200: bytes([atom, feed]) };

type Right = Permission | 'user' | readonly Permission[];

const list = (path: string, summary: string, access: Right) =>
  ({ method: 'GET', path, summary, access, query: feedQuery, answers }) as const;
const one = (path: string, summary: string, access: Right) =>
  ({ ...list(path, summary, access), params: idParams }) as const;

/** `base` is the version's own path. */
const feedRoutes = (base: string) => ({
  root: list(base, 'The catalogue, for those who leave out the rest of its address', 'user'),
  start: list(`${base}/catalog`, 'The catalogue', 'user'),
  libraries: list(`${base}/libraries`, 'Libraries', 'libraries:read'),
  library: one(`${base}/libraries/{id}`, 'What there is of a library', 'libraries:read'),
  series: list(`${base}/series`, 'All series', 'series:read'),
  newSeries: list(`${base}/series/new`, 'Series newest first', 'series:read'),
  updatedSeries: list(`${base}/series/updated`, 'Series by their latest books', 'series:read'),
  seriesBooks: one(`${base}/series/{id}`, 'The books of a series', 'books:read'),
  books: list(`${base}/books`, 'All books', 'books:read'),
  newBooks: list(`${base}/books/new`, 'Books newest first', 'books:read'),
  onDeck: list(`${base}/on-deck`, 'Next books of series', 'books:read'),
  keepReading: list(`${base}/keep-reading`, 'Books in progress', 'books:read'),
  collections: list(`${base}/collections`, 'Collections', 'collections:read'),
  collection: one(`${base}/collections/{id}`, 'The series of a collection', 'collections:read'),
  readLists: list(`${base}/readlists`, 'Read lists', 'readlists:read'),
  readList: one(`${base}/readlists/{id}`, 'The books of a read list, in order', 'readlists:read'),
  wanted: list(`${base}/want-to-read`, 'What the caller wants to read', 'user'),
  wantedSeries: list(`${base}/want-to-read/series`, 'Series to read', 'series:read'),
  wantedBooks: list(`${base}/want-to-read/books`, 'Books to read', 'books:read'),
  presets: list(`${base}/presets`, 'Pinned filters', 'user'),
  preset: one(`${base}/presets/{id}`, 'What a filter finds', 'user'),
  genres: list(`${base}/genres`, 'Genres', 'series:read'),
  publishers: list(`${base}/publishers`, 'Publishers', 'series:read'),
  search: list(`${base}/search`, 'Search series and books', ['series:read', 'books:read']),
  searchSeries: list(`${base}/search/series`, 'Search series', 'series:read'),
  searchBooks: list(`${base}/search/books`, 'Search books', 'books:read'),
});

export const atomRoutes = (base: string) => ({
  ...feedRoutes(base),
  bare: list('/opds', 'The catalogue in the version that the client prefers', 'user'),
  olderRoot: list('/opds/v1.2', 'The catalogue', 'user'),
  olderStart: list('/opds/v1.2/catalog', 'The catalogue, where other servers have it', 'user'),
  searchDescription: {
    method: 'GET',
    path: `${base}/search.xml`,
    summary: 'How to search',
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
    summary: 'How to sign in',
    access: 'anyone',
    answers: { 200: bytes([mediaTypes.authentication]) },
  } as const,
  token: {
    method: 'POST',
    path: `${base}/token`,
    summary: 'Sign in by OAuth with a password, or with a refresh token',
    access: 'anyone',
    body: z.unknown(),
    optionalBody: true,
    answers: tokenAnswers,
  } as const,
});
