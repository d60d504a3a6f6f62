// Books and the shelves that readers look at.
import { z } from 'zod';
import { bookFormatSchema } from './book-files.ts';
import { count32, id, idParams, int32, int64, time } from './fields.ts';
import { listBooksBody, listBooksQuery } from './lists.ts';
import { bookMetadataSchema } from './metadata.ts';
import { pageQuery, paginated } from './pagination.ts';
import { fileFormatSchema, readingDirectionSchema, readProgressSchema } from './reading.ts';
import { empty, json, routes } from './route.ts';

export const bookSchema = z
  .object({
    id,
    libraryId: id,
    libraryName: z.string(),
    seriesId: id,
    seriesName: z.string(),
    title: z.string(),
    titleSort: z.string().nullable(),
    number: int32.nullable(),
    volume: int32.nullable(),
    chapter: z.number().nullable().meta({ format: 'float' }),
    pageCount: count32,
    path: z.string().meta({ description: 'Full path for callers with `books:write`, else the file name.' }),
    fileFormat: fileFormatSchema,
    fileSize: int64,
    fileHash: z.string(),
    readerHash: z.string().nullable(),
    analyzed: z.boolean(),
    analysisError: z.string().nullable(),
    deleted: z.boolean(),
    readingDirection: readingDirectionSchema.nullable(),
    readProgress: readProgressSchema.nullable().optional(),
    coverVersion: z.string().meta({
      description: 'The `v` of its thumbnail’s address: another one when another picture stands for it.',
    }),
    thumbHash: z.string().nullable().meta({
      description:
        'ThumbHash of its thumbnail, in base64, to draw until the picture is there; null until one was drawn.',
    }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'BookDto' });
export type BookDto = z.infer<typeof bookSchema>;

export const bookDetailSchema = z
  .object({
    book: bookSchema,
    metadata: bookMetadataSchema.nullable(),
    formats: z.array(bookFormatSchema).meta({
      description: 'The files of the book, that of the entry first; of a book with one file that one.',
    }),
  })
  .meta({ id: 'BookDetail' });

export const updateBookSchema = z
  .object({
    title: z.string().trim().min(1).max(500).optional(),
    number: int32.nullable().optional(),
  })
  .meta({ id: 'UpdateBook' });

/** Books whose files are gone are listed only when asked for. */
export const includeDeletedQuery = z.object({ includeDeleted: z.enum(['true', 'false']).default('false') });
const listQuery = listBooksQuery.extend(includeDeletedQuery.shape);

const page = { 200: json(paginated(bookSchema)) };
const shelves = {
  'in-progress': 'Books begun and not finished, latest read first',
  'on-deck':
    'The first unread book that can be read of each series that has a finished book and none in progress, latest read series first',
  'recently-added': 'Books that can be read, newest first',
  'recently-read': 'Books by the latest reading',
} as const;

const shelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/books/${name}`,
    summary: shelves[name],
    access: 'books:read',
    query: pageQuery.extend({ libraryId: id.optional() }),
    answers: page,
  }) as const;

const libraryShelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/libraries/{id}/books/${name}`,
    summary: `${shelves[name]}, in one library`,
    access: 'books:read',
    params: idParams,
    query: pageQuery,
    answers: page,
  }) as const;

export const books = routes('Books', 'Single books and the shelves of a reader.', {
  list: {
    method: 'GET',
    path: '/api/v1/books',
    summary: 'List books, by series and number unless sorted otherwise',
    access: 'books:read',
    query: listQuery.extend({ libraryId: id.optional(), seriesId: id.optional() }),
    answers: page,
  },
  listFiltered: {
    method: 'POST',
    path: '/api/v1/books/list',
    summary: 'List books that meet a condition, a search text, or both',
    access: 'books:read',
    query: listBooksQuery,
    body: listBooksBody,
    optionalBody: true,
    answers: page,
  },
  inProgress: shelf('in-progress'),
  onDeck: shelf('on-deck'),
  recentlyAdded: shelf('recently-added'),
  recentlyRead: shelf('recently-read'),
  listOfLibrary: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/books',
    summary: 'List books of a library',
    access: 'books:read',
    params: idParams,
    query: listQuery,
    answers: page,
  },
  listFilteredOfLibrary: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/books/list',
    summary: 'List books of a library that meet a condition, a search text, or both',
    access: 'books:read',
    params: idParams,
    query: listBooksQuery,
    body: listBooksBody,
    optionalBody: true,
    answers: page,
  },
  inProgressOfLibrary: libraryShelf('in-progress'),
  onDeckOfLibrary: libraryShelf('on-deck'),
  recentlyAddedOfLibrary: libraryShelf('recently-added'),
  recentlyReadOfLibrary: libraryShelf('recently-read'),
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}',
    summary: 'One book with its metadata',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(bookDetailSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/books/{id}',
    summary: 'Change title or number of a book',
    description: 'What is given stays: a scan does not change it back.',
    access: 'books:write',
    params: idParams,
    body: updateBookSchema,
    answers: { 200: json(bookDetailSchema) },
  },
  adjacent: {
    method: 'GET',
    path: '/api/v1/books/{id}/adjacent',
    summary: 'The books before and after in the series',
    access: 'books:read',
    params: idParams,
    answers: { 200: json(z.object({ prev: bookSchema.nullable(), next: bookSchema.nullable() })) },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/books/{id}/read',
    summary: 'Mark a book read',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  markUnread: {
    method: 'POST',
    path: '/api/v1/books/{id}/unread',
    summary: 'Mark a book unread',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
