// Filter values: genres, tags, people, publishers, languages and age ratings, with the number of series that the caller
// can access.
import { z } from 'zod';
import { count64, id, idParams, int32, storable } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, type Routes, routes } from '../route.ts';
import { authorRoles } from '../values.ts';
import { nameKinds } from './name-kinds.ts';

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

const names = z.array(z.string());
const relatedSchema = z
  .object({
    kind: z.enum(nameKinds),
    name: z.string().meta({ description: 'The name in its stored spelling.' }),
    roles: z
      .array(z.enum(authorRoles))
      .meta({ description: 'Roles of a person, the most frequent first. Empty for other kinds.' }),
    related: z.object({ author: names, genre: names, tag: names, publisher: names, storyArc: names }).meta({
      description: 'Names that occur with this one, the most frequent first; at most eight of each kind.',
    }),
  })
  .meta({ id: 'RelatedNames' });
export type RelatedNames = z.infer<typeof relatedSchema>;

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
  storyArcs: {
    ...list('story-arcs'),
    summary: 'List story arcs',
    description: 'Returns the story arcs of all books that the caller can access, sorted by name.',
  },
  related: {
    method: 'GET',
    path: '/api/v1/related-names',
    summary: 'Get the names related to a name',
    description:
      'Returns the people, genres, tags, publishers and story arcs that occur with a name in the series and books that the caller can access. Considers the latest 300 series and books of the name. Returns 404 if the caller can access none.',
    access: 'series:read',
    query: z.object({
      kind: z.enum(nameKinds),
      name: storable(z.string().min(1).max(400)).meta({
        description: 'The name. Ignores case and accents.',
      }),
    }),
    answers: { 200: json(relatedSchema) },
    errors: ['not_found'],
  },
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
