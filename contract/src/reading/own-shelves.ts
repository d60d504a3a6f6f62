// Want-to-read list, ratings and preferences of a user.
import { z } from 'zod';
import { count64, id, idParams, jsonValue, storable, time } from '../fields.ts';
import { bookSchema } from '../libraries/books.ts';
import { seriesSchema } from '../libraries/series.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { because, reason } from '../reasons.ts';
import { empty, json, routes } from '../route.ts';

const want = (noun: 'series' | 'books') =>
  ({
    method: 'POST',
    path: `/api/v1/want-to-read/${noun}/{id}`,
    summary: `Add one of the ${noun} to Want to Read`,
    description: 'Has no effect if it is in the list.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;
const unwant = (noun: 'series' | 'books') =>
  ({
    method: 'DELETE',
    path: `/api/v1/want-to-read/${noun}/{id}`,
    summary: `Remove one of the ${noun} from Want to Read`,
    description: 'Has no effect if it is not in the list.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;

export const wantToRead = routes('Want to read', 'Want-to-read list of the caller.', {
  listSeries: {
    method: 'GET',
    path: '/api/v1/want-to-read/series',
    summary: 'List series in Want to Read',
    description: 'Returns the last added series first.',
    access: 'series:read',
    query: pageQuery,
    answers: { 200: json(paginated(seriesSchema)) },
  },
  listBooks: {
    method: 'GET',
    path: '/api/v1/want-to-read/books',
    summary: 'List books in Want to Read',
    description: 'Returns the last added books first.',
    access: 'books:read',
    query: pageQuery,
    answers: { 200: json(paginated(bookSchema)) },
  },
  addSeries: want('series'),
  addBook: want('books'),
  removeSeries: unwant('series'),
  removeBook: unwant('books'),
});

export const ratingSchema = z
  .object({
    seriesId: id,
    rating: z.int().min(1).max(100),
    notes: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SeriesRating' });
export type Rating = z.infer<typeof ratingSchema>;

const notes = storable(z.string().max(5_000));

export const ratings = routes('Ratings', 'Ratings of series.', {
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}/rating',
    summary: 'Get your rating of a series',
    description: 'Returns 404 if the caller has not rated the series.',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(ratingSchema) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/series/{id}/rating',
    summary: 'Rate a series',
    description: 'Creates or replaces the rating of the caller.',
    access: 'progress:write',
    params: idParams,
    body: z.object({ rating: z.int().min(1).max(100), notes: notes.nullish() }).meta({ id: 'RateSeries' }),
    answers: { 200: json(ratingSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/rating',
    summary: 'Delete your rating of a series',
    description: 'Has no effect if there is none.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  list: {
    method: 'GET',
    path: '/api/v1/user/ratings',
    summary: 'List your ratings',
    description: 'Returns the newest ratings first.',
    access: 'series:read',
    query: pageQuery,
    answers: { 200: json(paginated(ratingSchema)) },
  },
  average: {
    method: 'GET',
    path: '/api/v1/series/{id}/ratings/average',
    summary: 'Get the average rating of a series',
    description: 'Returns the mean and number of ratings by all users. The mean is null if there are none.',
    access: 'series:read',
    params: idParams,
    answers: { 200: json(z.object({ average: z.number().nullable(), count: count64 })) },
  },
});

/** `__proto__` is rejected in all bodies, so that clients never receive it. */
const key = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/)
  .refine((value) => value !== '__proto__', because(reason('name_not_allowed')))
  .meta({ not: { const: '__proto__' } });
export const maxPreferenceBytes = 65_536;
export const maxPreferences = 500;

export const preferences = routes('Preferences', 'Client settings of the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/preferences',
    summary: 'List your preferences',
    description: 'Returns all preferences by key.',
    access: 'user',
    conditional: true,
    answers: { 200: json(z.record(z.string(), jsonValue)) },
  },
  merge: {
    method: 'PUT',
    path: '/api/v1/user/preferences',
    summary: 'Update several preferences',
    description:
      'Preferences that are not listed are left unchanged. Returns 409 if the limit of preferences is reached.',
    access: 'progress:write',
    body: z.record(key, jsonValue),
    answers: { 200: json(z.record(z.string(), jsonValue)) },
    errors: ['conflict'],
  },
  clear: {
    method: 'DELETE',
    path: '/api/v1/user/preferences',
    summary: 'Delete all your preferences',
    description: 'Clients return to their defaults. Reading progress is kept.',
    access: 'progress:write',
    answers: { 204: empty() },
  },
  get: {
    method: 'GET',
    path: '/api/v1/user/preferences/{key}',
    summary: 'Get a preference',
    description: 'Returns the JSON value. Returns 404 if it is not set.',
    access: 'user',
    params: z.object({ key }),
    conditional: true,
    answers: { 200: json(jsonValue) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/user/preferences/{key}',
    summary: 'Set a preference',
    description:
      'Accepts any JSON value of up to 64 KiB. Returns 409 if the limit of preferences is reached.',
    access: 'progress:write',
    params: z.object({ key }),
    body: jsonValue,
    answers: { 200: json(jsonValue) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/preferences/{key}',
    summary: 'Delete a preference',
    description: 'Has no effect if it is not set.',
    access: 'progress:write',
    params: z.object({ key }),
    answers: { 204: empty() },
  },
});
