// What filters offer: genres, tags, people, publishers, languages, ages, each with how many series have it, as far as
// the caller sees them.
import { z } from 'zod';
import { count64, id, idParams, int32 } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, type Routes, routes } from './route.ts';
import { authorRoles } from './values.ts';

const facetQuery = pageQuery.extend({
  search: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Anywhere in the name; case and accents apart.' }),
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
    summary: `The ${noun} of the series that the caller sees, by name`,
    access: 'series:read',
    query: facetQuery,
    answers: facets,
  }) as const;

const remove = <const N extends string>(noun: N) =>
  ({
    method: 'DELETE',
    path: `/api/v1/${noun}/{id}`,
    summary: `Take one of the ${noun} off every series and book`,
    description: 'Wherever it stood the field is locked then, so that a scan does not bring it back.',
    access: 'series:write',
    params: idParams,
    answers: { 204: empty() },
  }) as const;

const cleanup = <const N extends string>(noun: N) =>
  ({
    method: 'POST',
    path: `/api/v1/${noun}/cleanup`,
    summary: `Forget the ${noun} that nothing has any more`,
    access: 'series:write',
    answers: cleaned,
  }) as const;

const words = <const N extends string>(noun: N) => ({
  list: list(noun),
  remove: remove(noun),
  cleanup: cleanup(noun),
});
/** What genres and tags have in common. */
export type WordRoutes = Routes<ReturnType<typeof words<string>>>;

export const genres = routes('Genres', 'Genres of series.', words('genres'));

export const tags = routes('Tags', 'Tags of series.', words('tags'));

export const people = routes('Facets', 'What filters offer.', {
  authors: {
    ...list('authors'),
    query: facetQuery.extend({ role: z.enum(authorRoles).optional() }),
  },
  publishers: list('publishers'),
  languages: list('languages'),
  ageRatings: {
    method: 'GET',
    path: '/api/v1/age-ratings',
    summary: 'Age ratings in years, the lowest first; null for series without one',
    access: 'series:read',
    query: z.object({ libraryId: id.optional() }),
    answers: {
      200: json(
        z.object({ ageRatings: z.array(z.object({ ageRating: int32.nullable(), seriesCount: count64 })) }),
      ),
    },
  },
});
