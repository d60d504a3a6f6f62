// What is known of a series: reading, editing, locking.

import { z } from 'zod';
import { id, idParams, time } from './fields.ts';
import {
  answered,
  describeLocks,
  given,
  metadataInput,
  originsSchema,
  toLocksSchema,
  toShape,
} from './metadata.ts';
import { seriesFieldNames, seriesMetadataFields } from './metadata-fields.ts';
import { json, routes } from './route.ts';
import { seriesStatuses } from './values.ts';

export const alternateTitleSchema = z
  .object({ id: z.string(), label: z.string(), title: z.string() })
  .meta({ id: 'AlternateTitle' });

const { line, word } = metadataInput;
const int = z.int().nullable();
const status = z.enum(seriesStatuses).nullable();

export const seriesMetadataSchema = z
  .object({
    seriesId: id,
    ...toShape(seriesMetadataFields, {
      ...answered,
      name: z.string(),
      titles: z.array(alternateTitleSchema),
      status,
      language: z.string().nullable(),
      age: int,
      year: int,
      count: int,
    }),
    locks: z.record(z.string(), z.boolean()),
    origins: originsSchema,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SeriesMetadata' });
export type SeriesMetadata = z.infer<typeof seriesMetadataSchema>;

/** PATCH: what is absent stays, null clears. PUT: what is absent is cleared, except the title. */
export const patchSeriesMetadataSchema = z
  .object(
    toShape(seriesMetadataFields, {
      ...given,
      name: line.min(1),
      status,
      titles: z
        .array(z.object({ id: z.string().max(64).optional(), label: word.default(''), title: line.min(1) }))
        .max(50),
    }),
  )
  .partial()
  .meta({ id: 'PatchSeriesMetadata' });
export type PatchSeriesMetadata = z.infer<typeof patchSeriesMetadataSchema>;

export const seriesLocksSchema = toLocksSchema(seriesFieldNames).meta({
  id: 'SeriesLocks',
  ...describeLocks(seriesFieldNames),
});
const locksAnswer = z.object({ locks: z.record(z.string(), z.boolean()) });

const metadataAnswer = { 200: json(seriesMetadataSchema) };

export const seriesMetadata = routes('Series metadata', 'What is known of a series, and what people set.', {
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Metadata of a series',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: metadataAnswer,
  },
  replace: {
    method: 'PUT',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Set every field',
    description: 'Fields that are absent are cleared (the title stays). Every field is locked then.',
    access: 'series:write',
    params: idParams,
    body: patchSeriesMetadataSchema,
    answers: metadataAnswer,
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Set some fields',
    description: 'What is set is locked: scans leave it alone. null clears a field, an absent one stays.',
    access: 'series:write',
    params: idParams,
    body: patchSeriesMetadataSchema,
    answers: metadataAnswer,
  },
  reset: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Back to what providers and the files say',
    description: 'Forgets what people set, and its locks.',
    access: 'series:write',
    params: idParams,
    answers: metadataAnswer,
  },
  getLocks: {
    method: 'GET',
    path: '/api/v1/series/{id}/metadata/locks',
    summary: 'Which fields are locked',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(locksAnswer) },
  },
  setLocks: {
    method: 'PUT',
    path: '/api/v1/series/{id}/metadata/locks',
    summary: 'Lock and unlock fields',
    description:
      'A locked field keeps its value. An unlocked one goes back to what providers or the files say; where they say nothing, it stays.',
    access: 'series:write',
    params: idParams,
    body: seriesLocksSchema,
    answers: { 200: json(locksAnswer) },
  },
});
