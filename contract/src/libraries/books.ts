// Books and reading shelves.
import { z } from 'zod';
import { listBooksBody, listBooksQuery, searched } from '../conditions/lists.ts';
import { count32, id, idParams, int32, int64, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { fileFormatSchema, readingDirectionSchema, readProgressSchema } from '../reading/reading.ts';
import { empty, json, routes } from '../route.ts';
import { bookFormatSchema } from './book-files.ts';
import { bookMetadataSchema } from './metadata.ts';

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
    numberText: z.string().nullable().meta({
      description: 'Number with its fraction and letters, such as `10.5`, `½` or `1A`.',
    }),
    volume: int32.nullable(),
    volumeText: z.string().nullable().meta({ description: 'Volume with its fraction, such as `4.5`.' }),
    chapter: z.number().nullable().meta({ format: 'float' }),
    placed: z.boolean().meta({ description: 'Whether a user has set the position in the series.' }),
    pageCount: count32.meta({
      description:
        'Pages of the book, or positions of a text. For text formats other than EPUB an estimate until the book is opened for the first time. The correction sends no event.',
    }),
    path: z
      .string()
      .meta({ description: 'Full path for callers with `books:write`, otherwise the file name.' }),
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
      description: 'Value of the parameter `v` in the thumbnail URL. Changes with the image.',
    }),
    thumbHash: z.string().nullable().meta({
      description: 'Base64 ThumbHash placeholder of the thumbnail. Null until the thumbnail is generated.',
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
      description: 'Files of the book, starting with the file of this entry.',
    }),
  })
  .meta({ id: 'BookDetail' });

export const updateBookSchema = z
  .object({
    title: z.string().trim().min(1).max(500).optional(),
    number: z.number().min(-2_147_483_648).max(2_147_483_647).nullable().optional().meta({
      description: 'Number in the series. May be fractional.',
    }),
    position: z.int().min(1).nullable().optional().meta({
      description:
        'One-based position in the series. A position after the last book is the end. Null restores the automatic position.',
    }),
  })
  .meta({ id: 'UpdateBook' });

/** Books with missing files are listed only on request. */
export const includeDeletedQuery = z.object({ includeDeleted: z.enum(['true', 'false']).default('false') });
const listQuery = listBooksQuery.extend(includeDeletedQuery.shape);

const page = { 200: json(paginated(bookSchema)) };
const searchedPage = { 200: json(searched(bookSchema)) };
const shelves = {
  'in-progress': ['books in progress', 'Most recently read first. Omits books that cannot be opened.'],
  'on-deck': [
    'books on deck',
    'Returns the first unread book of each series that has a finished book and no book in progress. The most recently read series comes first.',
  ],
  'recently-added': ['recently added books', 'Newest first. Omits books with missing files.'],
  'recently-read': ['recently read books', 'Most recently read first.'],
} as const;

const shelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/books/${name}`,
    summary: `List ${shelves[name][0]}`,
    description: shelves[name][1],
    access: 'books:read',
    query: pageQuery.extend({ libraryId: id.optional() }),
    answers: page,
  }) as const;

const libraryShelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/libraries/{id}/books/${name}`,
    summary: `List ${shelves[name][0]} of a library`,
    description: shelves[name][1],
    access: 'books:read',
    params: idParams,
    query: pageQuery,
    answers: page,
  }) as const;

export const books = routes('Books', 'Books and reading shelves.', {
  list: {
    method: 'GET',
    path: '/api/v1/books',
    summary: 'List books',
    description: 'Sorted by series and number by default.',
    access: 'books:read',
    query: listQuery.extend({ libraryId: id.optional(), seriesId: id.optional() }),
    answers: page,
  },
  listFiltered: {
    method: 'POST',
    path: '/api/v1/books/list',
    summary: 'Search books',
    description: 'Returns books that match a condition, a search text, or both.',
    access: 'books:read',
    query: listBooksQuery,
    body: listBooksBody,
    optionalBody: true,
    answers: searchedPage,
  },
  inProgress: shelf('in-progress'),
  onDeck: shelf('on-deck'),
  recentlyAdded: shelf('recently-added'),
  recentlyRead: shelf('recently-read'),
  listOfLibrary: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/books',
    summary: 'List the books of a library',
    description: 'Sorted by series and number by default.',
    access: 'books:read',
    params: idParams,
    query: listQuery,
    answers: page,
  },
  listFilteredOfLibrary: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/books/list',
    summary: 'Search the books of a library',
    description: 'Returns books that match a condition, a search text, or both.',
    access: 'books:read',
    params: idParams,
    query: listBooksQuery,
    body: listBooksBody,
    optionalBody: true,
    answers: searchedPage,
  },
  inProgressOfLibrary: libraryShelf('in-progress'),
  onDeckOfLibrary: libraryShelf('on-deck'),
  recentlyAddedOfLibrary: libraryShelf('recently-added'),
  recentlyReadOfLibrary: libraryShelf('recently-read'),
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}',
    summary: 'Get a book',
    description:
      'Returns the book with its metadata. Returns 404 if it does not exist or is hidden from the caller.',
    access: 'books:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(bookDetailSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/books/{id}',
    summary: 'Update the title or the place of a book',
    description:
      'The title and the number are locked, so that scans do not change them. The position is kept when other books of the series are added or removed.',
    access: 'books:write',
    params: idParams,
    body: updateBookSchema,
    answers: { 200: json(bookDetailSchema) },
  },
  adjacent: {
    method: 'GET',
    path: '/api/v1/books/{id}/adjacent',
    summary: 'Get the adjacent books',
    description: 'Returns the previous and next book of the series. Each is null at the end of the series.',
    access: 'books:read',
    params: idParams,
    answers: { 200: json(z.object({ prev: bookSchema.nullable(), next: bookSchema.nullable() })) },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/books/{id}/read',
    summary: 'Mark a book as read',
    description: 'Sets the progress of the caller to completed.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  markUnread: {
    method: 'POST',
    path: '/api/v1/books/{id}/unread',
    summary: 'Mark a book as unread',
    description: 'Deletes the progress of the caller.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
