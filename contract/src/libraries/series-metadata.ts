// Metadata of series: read, edit and lock.

import { z } from 'zod';
import { id, idParams, time } from '../fields.ts';
import { json, routes } from '../route.ts';
import { seriesStatuses } from '../values.ts';
import {
  answered,
  describeLocks,
  externalIdsAnswer,
  given,
  linksAnswer,
  metadataInput,
  originsSchema,
  toListRoute,
  toLocksSchema,
  toShape,
} from './metadata.ts';
import { seriesFieldNames, seriesMetadataFields } from './metadata-fields.ts';

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

/** PATCH keeps omitted fields and clears null; PUT clears omitted fields except the title. */
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

export const seriesMetadata = routes('Series metadata', 'Metadata of series, and changes by users.', {
  get: {
    method: 'GET',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Get the metadata of a series',
    description: 'Returns all fields with their sources and locks.',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: metadataAnswer,
  },
  replace: {
    method: 'PUT',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Replace the metadata of a series',
    description: 'Sets all fields and locks them. Omitted fields are cleared, except the title.',
    access: 'series:write',
    params: idParams,
    body: patchSeriesMetadataSchema,
    answers: metadataAnswer,
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Update the metadata of a series',
    description:
      'Sets the given fields and locks them, so that scans do not change them. Null clears a field. Omitted fields are left unchanged.',
    access: 'series:write',
    params: idParams,
    body: patchSeriesMetadataSchema,
    answers: metadataAnswer,
  },
  reset: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/metadata',
    summary: 'Reset the metadata of a series',
    description: 'Removes changes and locks of users, and returns to the values of providers and files.',
    access: 'series:write',
    params: idParams,
    answers: metadataAnswer,
  },
  getLocks: {
    method: 'GET',
    path: '/api/v1/series/{id}/metadata/locks',
    summary: 'Get the locks of a series',
    description: 'Returns the lock state of each field.',
    access: 'series:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(locksAnswer) },
  },
  setLocks: {
    method: 'PUT',
    path: '/api/v1/series/{id}/metadata/locks',
    summary: 'Set the locks of a series',
    description:
      'A locked field keeps its value. An unlocked field returns to the value of the providers or files; without such a value, it is left unchanged.',
    access: 'series:write',
    params: idParams,
    body: seriesLocksSchema,
    answers: { 200: json(locksAnswer) },
  },
  listLinks: toListRoute('/api/v1/series/{id}/external-links', 'external links of a series', {
    access: 'series:read',
    schema: linksAnswer,
  }),
  listIds: toListRoute('/api/v1/series/{id}/external-ids', 'external ids of a series', {
    access: 'series:read',
    schema: externalIdsAnswer,
  }),
  listTitles: toListRoute('/api/v1/series/{id}/alternate-titles', 'alternate titles of a series', {
    access: 'series:read',
    schema: z.object({ titles: z.array(alternateTitleSchema) }),
  }),
});
