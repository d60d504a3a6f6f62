// Filter values: genres, tags, people, publishers, languages and age ratings, with the number of series that the caller
// can access.
import { z } from 'zod';
import { count64, id, idParams, int32 } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, type Routes, routes } from '../route.ts';
import { authorRoles } from '../values.ts';

const facetQuery = pageQuery.extend({
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Text to find anywhere in the name. Ignores case and accents.' }),
  libraryId: id.optional(),
});

export const facetSchema = z.object({ id, name: z.string(), seriesCount: count64 }).meta({ id: 'Facet' });
export type Facet = z.infer<typeof facetSchema>;

const facets = { 200: json(paginated(facetSchema)) };
const cleaned = { 200: json(z.object({ deletedCount: count64 })) };

const list = <const N extends string>(noun: N) =>
  ({
    method: 'GET',
    path: `/api/v1/${noun}`,
    summary: `List ${noun}`,
    description: `Returns the ${noun} of all series that the caller can access, sorted by name.`,
    access: 'series:read',
    query: facetQuery,
    answers: facets,
  }) as const;

const remove = <const N extends string>(noun: N) =>
  ({
    method: 'DELETE',
    path: `/api/v1/${noun}/{id}`,
    summary: `Remove one of the ${noun}`,
    description:
      'Removes the value from the series and books that the caller can access. Locks the field of each changed series and book, so that scans do not restore the value. Returns 404 if the caller can access none.',
    access: 'series:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;

const cleanup = <const N extends string>(noun: N) =>
  ({
    method: 'POST',
    path: `/api/v1/${noun}/cleanup`,
    summary: `Delete unused ${noun}`,
    description: `Deletes ${noun} without series and books, and returns their number.`,
    access: 'series:write',
    answers: cleaned,
  }) as const;

const words = <const N extends string>(noun: N) => ({
  list: list(noun),
  remove: remove(noun),
  cleanup: cleanup(noun),
});
/** Operations that genres and tags share. */
export type WordRoutes = Routes<ReturnType<typeof words<string>>>;

export const genres = routes('Genres', 'Genres of series.', words('genres'));

export const tags = routes('Tags', 'Tags of series.', words('tags'));

export const people = routes('Facets', 'Values for filters.', {
  authors: {
    ...list('authors'),
    query: facetQuery.extend({ role: z.enum(authorRoles).optional() }),
  },
  publishers: list('publishers'),
  languages: list('languages'),
  ageRatings: {
    method: 'GET',
    path: '/api/v1/age-ratings',
    summary: 'List age ratings',
    description:
      'Returns age ratings in years in ascending order. Null stands for series without an age rating.',
    access: 'series:read',
    query: z.object({ libraryId: id.optional() }),
    answers: {
      200: json(
        z.object({ ageRatings: z.array(z.object({ ageRating: int32.nullable(), seriesCount: count64 })) }),
      ),
    },
  },
});
