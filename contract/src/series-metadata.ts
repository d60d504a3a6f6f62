// What is known of a series: reading, editing, locking.
import { z } from 'zod';
import { id, idParams, jsonValue, time } from './fields.ts';
import {
  authorListSchema,
  authorSchema,
  describeLocks,
  externalIdListSchema,
  externalIdSchema,
  externalLinkListSchema,
  externalLinkSchema,
  metadataInput,
  toLocksSchema,
} from './metadata.ts';
import { readingDirectionSchema } from './reading.ts';
import { json, routes } from './route.ts';
import { seriesStatuses } from './values.ts';

const { text, line, word, year, age, count, words } = metadataInput;

export const alternateTitleSchema = z
  .object({ id: z.string(), label: z.string(), title: z.string() })
  .meta({ id: 'AlternateTitle' });

/** The fields that people can set; each can be locked. */
export const seriesFields = {
  title: line.min(1),
  titleSort: line.nullable(),
  alternateTitles: z
    .array(z.object({ id: z.string().max(64).optional(), label: word.default(''), title: line.min(1) }))
    .max(50),
  summary: text.nullable(),
  publisher: word.nullable(),
  imprint: word.nullable(),
  status: z.enum(seriesStatuses).nullable(),
  ageRating: age.nullable(),
  language: word.nullable(),
  readingDirection: readingDirectionSchema.nullable(),
  year: year.nullable(),
  totalVolumeCount: count.nullable(),
  totalChapterCount: count.nullable(),
  authors: authorListSchema,
  genres: words,
  tags: words,
  externalLinks: externalLinkListSchema,
  externalIds: externalIdListSchema,
  customMetadata: jsonValue.nullable(),
} as const;
export type SeriesField = keyof typeof seriesFields;
export const seriesFieldNames = Object.keys(seriesFields) as SeriesField[];

const int = z.int().nullable();
const plain = z.string().nullable();

export const seriesMetadataSchema = z
  .object({
    seriesId: id,
    title: z.string(),
    titleSort: plain,
    alternateTitles: z.array(alternateTitleSchema),
    summary: plain,
    publisher: plain,
    imprint: plain,
    status: z.enum(seriesStatuses).nullable(),
    ageRating: int,
    language: plain,
    readingDirection: readingDirectionSchema.nullable(),
    year: int,
    totalVolumeCount: int,
    totalChapterCount: int,
    authors: z.array(authorSchema),
    genres: z.array(z.string()),
    tags: z.array(z.string()),
    externalLinks: z.array(externalLinkSchema),
    externalIds: z.array(externalIdSchema),
    customMetadata: jsonValue.nullable(),
    locks: z.record(z.string(), z.boolean()),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SeriesMetadata' });
export type SeriesMetadata = z.infer<typeof seriesMetadataSchema>;

/** PATCH: what is absent stays, null clears. PUT: what is absent is cleared, except the title. */
export const patchSeriesMetadataSchema = z.object(seriesFields).partial().meta({ id: 'PatchSeriesMetadata' });
export type PatchSeriesMetadata = z.infer<typeof patchSeriesMetadataSchema>;

export const seriesLocksSchema = toLocksSchema(seriesFieldNames as [SeriesField, ...SeriesField[]]).meta({
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
    summary: 'Back to what the files say',
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
      'A locked field keeps its value. An unlocked one goes back to what the files say; where they say nothing, it stays.',
    access: 'series:write',
    params: idParams,
    body: seriesLocksSchema,
    answers: { 200: json(locksAnswer) },
  },
});
