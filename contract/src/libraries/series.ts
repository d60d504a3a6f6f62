// Series: groups of related books.
import { z } from 'zod';
import { listSeriesBody, listSeriesQuery, searched } from '../conditions/lists.ts';
import { count64, decimal, id, idParams, int32, time } from '../fields.ts';
import { pageQuery, paginated, sortQuery } from '../pagination.ts';
import { readingDirectionSchema } from '../reading/reading.ts';
import { empty, json, routes } from '../route.ts';
import { bookOrders, bookSortFields, seriesStatuses, specialsPlaces } from '../values.ts';
import { bookSchema, includeDeletedQuery } from './books.ts';

const text = z.string().nullable();

export const seriesSchema = z
  .object({
    id,
    libraryId: id,
    libraryName: z.string(),
    title: z.string(),
    titleSort: text,
    summary: text,
    publisher: text,
    year: int32.nullable(),
    status: z.enum(seriesStatuses).nullable(),
    language: text,
    ageRating: int32.nullable(),
    readingDirection: readingDirectionSchema.nullable(),
    path: text.meta({
      description: 'Folder of the series. Only its name for callers without edit permission.',
    }),
    bookCount: int32,
    unreadCount: int32,
    inProgressCount: int32,
    coverVersion: z.string().meta({
      description: 'Value of the parameter `v` in the thumbnail URL. Changes with the image.',
    }),
    thumbHash: z.string().nullable().meta({
      description: 'Base64 ThumbHash placeholder of the thumbnail. Null until the thumbnail is generated.',
    }),
    hasCustomCover: z.boolean(),
    bookOrder: z.enum(bookOrders).meta({ description: 'Order of the books of the series.' }),
    specials: z.enum(specialsPlaces).meta({
      description:
        'Place of specials in the reading order: `after` the main run, `by_date` after the last older book, or `by_number` after the book of the same number.',
    }),
    wantToRead: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Series' });
export type Series = z.infer<typeof seriesSchema>;

const listQuery = listSeriesQuery.extend({ libraryId: id.optional() });
const inLibrary = listSeriesQuery;
const page = { 200: json(paginated(seriesSchema)) };
const searchedPage = { 200: json(searched(seriesSchema)) };
const shelves = {
  'recently-added': ['recently added series', 'Newest first.'],
  'recently-updated': ['recently updated series', 'Sorted by the latest change of their books.'],
  'in-progress': [
    'series in progress',
    'Returns series with a book that was started and not finished, most recently read first.',
  ],
} as const;

const shelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/series/${name}`,
    summary: `List ${shelves[name][0]}`,
    description: shelves[name][1],
    access: 'series:read',
    query: pageQuery.extend({ libraryId: id.optional() }),
    answers: page,
  }) as const;

const libraryShelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/libraries/{id}/series/${name}`,
    summary: `List ${shelves[name][0]} of a library`,
    description: shelves[name][1],
    access: 'series:read',
    params: idParams,
    query: pageQuery,
    answers: page,
  }) as const;

export const series = routes('Series', 'Series and series shelves.', {
  list: {
    method: 'GET',
    path: '/api/v1/series',
    summary: 'List series',
    description: 'Sorted by title by default.',
    access: 'series:read',
    query: listQuery,
    answers: page,
  },
  listFiltered: {
    method: 'POST',
    path: '/api/v1/series/list',
    summary: 'Search series',
    description: 'Returns series that match a condition, a search text, or both.',
    access: 'series:read',
    query: listSeriesQuery,
    body: listSeriesBody,
    optionalBody: true,
    answers: searchedPage,
  },
  letterGroups: {
    method: 'POST',
    path: '/api/v1/series/list/alphabetical-groups',
    summary: 'Count series by first letter',
    description:
      'Returns the number of matching series for each letter, in title order. `#` comes first and stands for all other characters.',
    access: 'series:read',
    body: listSeriesBody,
    optionalBody: true,
    answers: { 200: json(z.array(z.object({ group: z.string(), count: int32 }))) },
  },
  recentlyAdded: shelf('recently-added'),
  recentlyUpdated: shelf('recently-updated'),
  inProgress: shelf('in-progress'),
  listOfLibrary: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/series',
    summary: 'List the series of a library',
    description: 'Sorted by title by default.',
    access: 'series:read',
    params: idParams,
    query: inLibrary,
    answers: page,
  },
  listFilteredOfLibrary: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/series/list',
    summary: 'Search the series of a library',
    description: 'Returns series that match a condition, a search text, or both.',
    access: 'series:read',
    params: idParams,
    query: listSeriesQuery,
    body: listSeriesBody,
    optionalBody: true,
    answers: searchedPage,
  },
  recentlyAddedOfLibrary: libraryShelf('recently-added'),
  recentlyUpdatedOfLibrary: libraryShelf('recently-updated'),
  inProgressOfLibrary: libraryShelf('in-progress'),
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}',
    summary: 'Get a series',
    description: 'Returns 404 if it does not exist or is hidden from the caller.',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(seriesSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/series/{id}',
    summary: 'Update the title or the order of a series',
    description:
      'The title is locked, so that scans do not change it. The order applies to all users, lists, catalogs and apps.',
    access: 'series:write',
    params: idParams,
    body: z.object({
      title: z.string().trim().min(1).max(500).optional(),
      bookOrder: z.enum(bookOrders).optional(),
      specials: z.enum(specialsPlaces).optional(),
    }),
    answers: { 200: json(seriesSchema) },
  },
  books: {
    method: 'GET',
    path: '/api/v1/series/{id}/books',
    summary: 'List the books of a series',
    description: 'Sorted by number by default.',
    access: 'books:read',
    params: idParams,
    query: pageQuery.extend(sortQuery(bookSortFields).shape).extend(includeDeletedQuery.shape),
    answers: { 200: json(paginated(bookSchema)) },
  },
  adjacent: {
    method: 'GET',
    path: '/api/v1/series/{id}/adjacent',
    summary: 'Get the adjacent series',
    description:
      'Returns the previous and next series of the library by title. Each is null at the end of the library.',
    access: 'series:read',
    params: idParams,
    answers: { 200: json(z.object({ prev: seriesSchema.nullable(), next: seriesSchema.nullable() })) },
  },
  similar: {
    method: 'GET',
    path: '/api/v1/series/{id}/similar',
    summary: 'List similar series',
    description:
      'Returns series that share people, tags and genres, or many readers, with the series, most similar first. Readers count only as a group: at least five other users who read both series, and at most half of the other accounts.',
    access: 'series:read',
    params: idParams,
    query: z.object({ limit: decimal(z.int().min(1).max(50)).default(20) }),
    answers: {
      200: json(
        z.object({
          series: z.array(
            z.object({
              series: seriesSchema,
              shared: z
                .array(z.object({ kind: z.enum(['author', 'tag', 'genre']), name: z.string() }))
                .meta({ description: 'Shared people, tags and genres, the rarest first.' }),
            }),
          ),
        }),
      ),
    },
  },
  timeLeft: {
    method: 'GET',
    path: '/api/v1/series/{id}/time-left',
    summary: 'Estimate the remaining reading time of a series',
    description:
      "Returns the number of pages that the caller has not read, and an estimate of the time that they take at the caller's speed in this series, or in the last 30 days.",
    access: 'books:read',
    params: idParams,
    answers: {
      200: json(
        z.object({
          pages: count64,
          seconds: count64.nullable().meta({
            description: 'Estimated reading time. Null if too few pages were read for an estimate.',
          }),
        }),
      ),
    },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/series/{id}/read',
    summary: 'Mark a series as read',
    description: 'Sets the progress of the caller to completed for all books of the series.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  markUnread: {
    method: 'POST',
    path: '/api/v1/series/{id}/unread',
    summary: 'Mark a series as unread',
    description: 'Deletes the progress of the caller for all books of the series.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
