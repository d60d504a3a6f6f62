// What is a user's own: wants, ratings, preferences.
import { z } from 'zod';
import { bookSchema } from './books.ts';
import { count64, id, idParams, jsonValue, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { because, reason } from './reasons.ts';
import { empty, json, routes } from './route.ts';
import { seriesSchema } from './series.ts';

const want = (noun: 'series' | 'books') =>
  ({
    method: 'POST',
    path: `/api/v1/want-to-read/${noun}/{id}`,
    summary: `Want to read one of the ${noun}`,
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;
const unwant = (noun: 'series' | 'books') =>
  ({
    method: 'DELETE',
    path: `/api/v1/want-to-read/${noun}/{id}`,
    summary: `Not want to read one of the ${noun} any more`,
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;

export const wantToRead = routes('Want to read', 'What the caller wants to read.', {
  listSeries: {
    method: 'GET',
    path: '/api/v1/want-to-read/series',
    summary: 'Series that the caller wants to read, the last one first',
    access: 'series:read',
    query: pageQuery,
    answers: { 200: json(paginated(seriesSchema)) },
  },
  listBooks: {
    method: 'GET',
    path: '/api/v1/want-to-read/books',
    summary: 'Books that the caller wants to read, the last one first',
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

export const ratings = routes('Ratings', 'What the caller thinks of series.', {
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}/rating',
    summary: "The caller's rating of a series",
    description: '404 while there is none.',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(ratingSchema) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/series/{id}/rating',
    summary: 'Rate a series',
    access: 'progress:write',
    params: idParams,
    body: z.object({ rating: z.int().min(1).max(100), notes: notes.nullish() }).meta({ id: 'RateSeries' }),
    answers: { 200: json(ratingSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/rating',
    summary: 'Take a rating back',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  list: {
    method: 'GET',
    path: '/api/v1/user/ratings',
    summary: "The caller's ratings, the last one first",
    access: 'series:read',
    query: pageQuery,
    answers: { 200: json(paginated(ratingSchema)) },
  },
  average: {
    method: 'GET',
    path: '/api/v1/series/{id}/ratings/average',
    summary: 'The mean of all ratings of a series',
    access: 'series:read',
    params: idParams,
    answers: { 200: json(z.object({ average: z.number().nullable(), count: count64 })) },
  },
});

/** `__proto__` is refused as in every body: no program should have to read it. */
const key = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/)
  .refine((value) => value !== '__proto__', because(reason('name_not_allowed')))
  .meta({ not: { const: '__proto__' } });
export const maxPreferenceBytes = 65_536;
export const maxPreferences = 500;

export const preferences = routes('Preferences', 'Settings of clients, kept for the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/preferences',
    summary: 'Every preference by its key',
    access: 'user',
    conditional: true,
    answers: { 200: json(z.record(z.string(), jsonValue)) },
  },
  merge: {
    method: 'PUT',
    path: '/api/v1/user/preferences',
    summary: 'Set several preferences; others stay',
    access: 'progress:write',
    body: z.record(key, jsonValue),
    answers: { 200: json(z.record(z.string(), jsonValue)) },
    errors: ['conflict'],
  },
  clear: {
    method: 'DELETE',
    path: '/api/v1/user/preferences',
    summary: 'Forget every preference',
    access: 'progress:write',
    answers: { 204: empty() },
  },
  get: {
    method: 'GET',
    path: '/api/v1/user/preferences/{key}',
    summary: 'One preference',
    access: 'user',
    params: z.object({ key }),
    conditional: true,
    answers: { 200: json(jsonValue) },
  },
  set: {
    method: 'PUT',
    path: '/api/v1/user/preferences/{key}',
    summary: 'Set a preference to any JSON value of up to 64 KiB',
    access: 'progress:write',
    params: z.object({ key }),
    body: jsonValue,
    answers: { 200: json(jsonValue) },
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/preferences/{key}',
    summary: 'Forget a preference',
    access: 'progress:write',
    params: z.object({ key }),
    answers: { 204: empty() },
  },
});
