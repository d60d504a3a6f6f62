// The same change to many books or series at once: one transaction, one answer. Ids that the
// caller does not see are passed over.
import { z } from 'zod';
import { count64, id } from './fields.ts';
import { bookLocksSchema, metadataInput, patchBookMetadataSchema } from './metadata.ts';
import { json, routes } from './route.ts';
import { patchSeriesMetadataSchema, seriesLocksSchema } from './series-metadata.ts';
import type { Permission } from './values.ts';

const ids = z.array(id).min(1).max(1_000);
const idsBody = z.object({ ids });
const analyzeBody = z.object({ ids, force: z.boolean().default(false) });
const wordsBody = z
  .object({ ids, add: metadataInput.words.default([]), remove: metadataInput.words.default([]) })
  .meta({ id: 'BulkWords', description: 'What is to be added and what taken away; case and accents apart.' });

export const updatedSchema = z.object({ updatedCount: count64 }).meta({ id: 'Updated' });
const answers = { 200: json(updatedSchema) };

const post = <B extends z.ZodType, A extends Permission>(
  noun: 'books' | 'series',
  what: string,
  { body, summary, access }: { body: B; summary: string; access: A },
) =>
  ({
    method: 'POST',
    path: `/api/v1/${noun}/bulk/${what}`,
    summary,
    access,
    body,
    answers,
  }) as const;

const table = <P extends z.ZodType, L extends z.ZodType, W extends Permission>(
  noun: 'books' | 'series',
  { patch, locks, write }: { patch: P; locks: L; write: W },
) =>
  ({
    read: post(noun, 'read', { body: idsBody, summary: `Mark ${noun} read`, access: 'progress:write' }),
    unread: post(noun, 'unread', { body: idsBody, summary: `Mark ${noun} unread`, access: 'progress:write' }),
    analyze: {
      method: 'POST',
      path: `/api/v1/${noun}/bulk/analyze`,
      summary: `Read the files of ${noun} again`,
      access: 'books:write',
      body: analyzeBody,
      answers: { 202: json(updatedSchema) },
    },
    tags: post(noun, 'tags', { body: wordsBody, summary: `Add and remove tags of ${noun}`, access: write }),
    genres: post(noun, 'genres', {
      body: wordsBody,
      summary: `Add and remove genres of ${noun}`,
      access: write,
    }),
    metadata: {
      method: 'PATCH',
      path: `/api/v1/${noun}/bulk/metadata`,
      summary: `Set fields of ${noun}`,
      access: write,
      body: z.object({ ids, metadata: patch }),
      answers,
    },
    locks: {
      method: 'PUT',
      path: `/api/v1/${noun}/bulk/metadata/locks`,
      summary: `Lock and unlock fields of ${noun}`,
      access: write,
      body: z.object({ ids, locks }),
      answers,
    },
  }) as const;

export const booksBulk = routes(
  'Books in bulk',
  'One change to many books.',
  table('books', { patch: patchBookMetadataSchema, locks: bookLocksSchema, write: 'books:write' }),
);
export const seriesBulk = routes(
  'Series in bulk',
  'One change to many series.',
  table('series', { patch: patchSeriesMetadataSchema, locks: seriesLocksSchema, write: 'series:write' }),
);
