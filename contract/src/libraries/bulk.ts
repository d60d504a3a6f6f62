// Bulk changes of books and series: one transaction and one response. Ids that the caller cannot access are ignored.
import { z } from 'zod';
import { count64, id } from '../fields.ts';
import { json, routes } from '../route.ts';
import type { Permission } from '../values.ts';
import { bookLocksSchema, bookMetadataSchema, metadataInput, patchBookMetadataSchema } from './metadata.ts';
import { patchSeriesMetadataSchema, seriesLocksSchema, seriesMetadataSchema } from './series-metadata.ts';

const ids = z.array(id).min(1).max(1_000);
const idsBody = z.object({ ids });
const analyzeBody = z.object({ ids, force: z.boolean().default(false) });
const wordsBody = z
  .object({ ids, add: metadataInput.words.default([]), remove: metadataInput.words.default([]) })
  .meta({ id: 'BulkWords', description: 'Values to add and to remove. Ignores case and accents.' });

export const updatedSchema = z.object({ updatedCount: count64 }).meta({ id: 'Updated' });
const answers = { 200: json(updatedSchema) };

const ignoresUnknown = 'Ids that the caller cannot access are ignored.';

type Noun = 'books' | 'series';

const post = <
  const N extends Noun,
  const S extends string,
  const B extends z.ZodType,
  const A extends Permission,
>(
  noun: N,
  what: S,
  { body, summary, description, access }: { body: B; summary: string; description: string; access: A },
) =>
  ({
    method: 'POST',
    path: `/api/v1/${noun}/bulk/${what}`,
    summary,
    description: `${description} ${ignoresUnknown}`,
    access,
    body,
    answers,
  }) as const;

const table = <
  const N extends Noun,
  P extends z.ZodType,
  L extends z.ZodType,
  S extends z.ZodType,
  R extends Permission,
  W extends Permission,
>(
  noun: N,
  { patch, locks, shape, read, write }: { patch: P; locks: L; shape: S; read: R; write: W },
) =>
  ({
    read: post(noun, 'read', {
      body: idsBody,
      summary: `Mark ${noun} as read`,
      description: 'Sets the progress of the caller to completed.',
      access: 'progress:write',
    }),
    unread: post(noun, 'unread', {
      body: idsBody,
      summary: `Mark ${noun} as unread`,
      description: 'Deletes the progress of the caller.',
      access: 'progress:write',
    }),
    analyze: {
      method: 'POST',
      path: `/api/v1/${noun}/bulk/analyze`,
      summary: `Analyze ${noun}`,
      description: `Starts background tasks for books that were never analyzed or that failed. With \`force\`, analyzes all books. ${ignoresUnknown}`,
      access: 'books:write',
      body: analyzeBody,
      answers: { 202: json(updatedSchema) },
    },
    tags: post(noun, 'tags', {
      body: wordsBody,
      summary: `Add and remove tags of ${noun}`,
      description: 'Locks the changed field, so that scans do not change it.',
      access: write,
    }),
    genres: post(noun, 'genres', {
      body: wordsBody,
      summary: `Add and remove genres of ${noun}`,
      description: 'Locks the changed field, so that scans do not change it.',
      access: write,
    }),
    metadata: {
      method: 'PATCH',
      path: `/api/v1/${noun}/bulk/metadata`,
      summary: `Update metadata of ${noun}`,
      description: `Sets and locks the given fields. ${ignoresUnknown}`,
      access: write,
      body: z.object({ ids, metadata: patch }),
      answers,
    },
    list: {
      method: 'POST',
      path: `/api/v1/${noun}/bulk/metadata/list`,
      summary: `Get metadata of several ${noun}`,
      description: `Returns the metadata in the order of the ids. ${ignoresUnknown}`,
      access: read,
      body: idsBody,
      answers: { 200: json(z.object({ data: z.array(shape) })) },
    },
    each: {
      method: 'PATCH',
      path: `/api/v1/${noun}/bulk/metadata/each`,
      summary: `Update metadata of each of several ${noun}`,
      description: `Sets and locks the given fields of each item. If an id is repeated, its last item counts. ${ignoresUnknown}`,
      access: write,
      body: z.object({
        items: z
          .array(z.object({ id, metadata: patch }))
          .min(1)
          .max(1_000),
      }),
      answers,
    },
    locks: {
      method: 'PUT',
      path: `/api/v1/${noun}/bulk/metadata/locks`,
      summary: `Lock or unlock fields of ${noun}`,
      description: `Scans and providers do not change locked fields. ${ignoresUnknown}`,
      access: write,
      body: z.object({ ids, locks }),
      answers,
    },
  }) as const;

export const booksBulk = routes(
  'Books in bulk',
  'Changes of many books in one request.',
  table('books', {
    patch: patchBookMetadataSchema,
    locks: bookLocksSchema,
    shape: bookMetadataSchema,
    read: 'books:read',
    write: 'books:write',
  }),
);
export const seriesBulk = routes(
  'Series in bulk',
  'Changes of many series in one request.',
  table('series', {
    patch: patchSeriesMetadataSchema,
    locks: seriesLocksSchema,
    shape: seriesMetadataSchema,
    read: 'series:read',
    write: 'series:write',
  }),
);
