// Series: books that belong together.
import { z } from 'zod';
import { bookSchema, includeDeletedQuery } from './books.ts';
import { id, idParams, int32, time } from './fields.ts';
import { listSeriesBody, listSeriesQuery } from './lists.ts';
import { pageQuery, paginated, sortQuery } from './pagination.ts';
import { readingDirectionSchema } from './reading.ts';
import { empty, json, routes } from './route.ts';
import { bookSortFields, seriesStatuses } from './values.ts';

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
    path: text.meta({ description: 'Folder of the series; to readers only its name.' }),
    bookCount: int32,
    unreadCount: int32,
    inProgressCount: int32,
    coverVersion: z.string().meta({
      description: 'The `v` of its thumbnail’s address: another one when another picture stands for it.',
    }),
    thumbHash: z.string().nullable().meta({
      description:
        'ThumbHash of its thumbnail, in base64, to draw until the picture is there; null until one was drawn.',
    }),
    hasCustomCover: z.boolean(),
    wantToRead: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Series' });
export type Series = z.infer<typeof seriesSchema>;

const listQuery = listSeriesQuery.extend({ libraryId: id.optional() });
const inLibrary = listSeriesQuery;
const page = { 200: json(paginated(seriesSchema)) };
const shelves = {
  'recently-added': 'Series newest first',
  'recently-updated': 'Series by the latest change to their books',
  'in-progress': 'Series with a book begun and not finished, latest read first',
} as const;

const shelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/series/${name}`,
    summary: shelves[name],
    access: 'series:read',
    query: pageQuery.extend({ libraryId: id.optional() }),
    answers: page,
  }) as const;

const libraryShelf = (name: keyof typeof shelves) =>
  ({
    method: 'GET',
    path: `/api/v1/libraries/{id}/series/${name}`,
    summary: `${shelves[name]}, in one library`,
    access: 'series:read',
    params: idParams,
    query: pageQuery,
    answers: page,
  }) as const;

export const series = routes('Series', 'Books that belong together.', {
  list: {
    method: 'GET',
    path: '/api/v1/series',
    summary: 'List series',
    access: 'series:read',
    query: listQuery,
    answers: page,
  },
  listFiltered: {
    method: 'POST',
    path: '/api/v1/series/list',
    summary: 'List series that meet a condition, a search text, or both',
    access: 'series:read',
    query: listSeriesQuery,
    body: listSeriesBody,
    optionalBody: true,
    answers: page,
  },
  letterGroups: {
    method: 'POST',
    path: '/api/v1/series/list/alphabetical-groups',
    summary: 'How many of these series begin with which letter',
    description: 'In the order of the list by title; `#` comes first and stands for all that is no letter.',
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
    summary: 'List series of a library',
    access: 'series:read',
    params: idParams,
    query: inLibrary,
    answers: page,
  },
  listFilteredOfLibrary: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/series/list',
    summary: 'List series of a library that meet a condition, a search text, or both',
    access: 'series:read',
    params: idParams,
    query: listSeriesQuery,
    body: listSeriesBody,
    optionalBody: true,
    answers: page,
  },
  recentlyAddedOfLibrary: libraryShelf('recently-added'),
  recentlyUpdatedOfLibrary: libraryShelf('recently-updated'),
  inProgressOfLibrary: libraryShelf('in-progress'),
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}',
    summary: 'One series',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(seriesSchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/series/{id}',
    summary: 'Rename a series',
    description: 'The name given stays: a scan does not change it back.',
    access: 'series:write',
    params: idParams,
    body: z.object({ title: z.string().trim().min(1).max(500).optional() }),
    answers: { 200: json(seriesSchema) },
  },
  books: {
    method: 'GET',
    path: '/api/v1/series/{id}/books',
    summary: 'Books of a series, by number',
    access: 'books:read',
    params: idParams,
    query: pageQuery.extend(sortQuery(bookSortFields).shape).extend(includeDeletedQuery.shape),
    answers: { 200: json(paginated(bookSchema)) },
  },
  adjacent: {
    method: 'GET',
    path: '/api/v1/series/{id}/adjacent',
    summary: 'The series before and after, by title, in the same library',
    access: 'series:read',
    params: idParams,
    answers: { 200: json(z.object({ prev: seriesSchema.nullable(), next: seriesSchema.nullable() })) },
  },
  markRead: {
    method: 'POST',
    path: '/api/v1/series/{id}/read',
    summary: 'Mark every book of a series read',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  markUnread: {
    method: 'POST',
    path: '/api/v1/series/{id}/unread',
    summary: 'Mark every book of a series unread',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
