// Libraries: folders, and how books are found and grouped in them.
import { z } from 'zod';
import { count64, id, idParams, jsonValue, storable, time } from '../fields.ts';
import { metadataWriting } from '../ingest/metadata-writing.ts';
import { defaultNamingPattern, findPatternFault, maxNamingPattern } from '../ingest/naming-pattern.ts';
import {
  bookStrategySchema,
  numberStrategySchema,
  seriesStrategySchema,
} from '../ingest/scanning-strategies.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { coverPolicies } from '../plugins/provider-values.ts';
import { fileFormatSchema, readingDirectionSchema } from '../reading/reading.ts';
import { because, reason } from '../reasons.ts';
import { empty, json, routes } from '../route.ts';
import { fileFormats, hashings } from '../values.ts';
import { libraryKinds } from './library-kinds.ts';

const scanningSchema = z.object({
  cronSchedule: z.string().nullable().meta({
    description:
      'Cron expression with five fields, or six including seconds. Null if scans are not scheduled.',
  }),
  cronTimezone: z
    .string()
    .nullable()
    .meta({ description: 'IANA time zone. Null for the time zone of the server.' }),
  scanOnStart: z.boolean(),
  watch: z
    .boolean()
    .meta({ description: 'Whether changes in the folders start a scan, on systems that report changes.' }),
  purgeDeletedAfterDays: z.int().min(1).max(36_500).nullable(),
});

/** Plugin packages and `files`. */
const providerOrder = z.array(z.string().min(1).max(300)).max(50);
export const metadataProvidersSchema = z
  .object({
    order: providerOrder.default([]).meta({
      description:
        'Plugin packages in order of preference. The first source with a value for a field is used. Packages that are not listed follow in the order in which they were requested. `files` stands for metadata from files: providers after it only fill missing fields. If `files` is not listed, all providers have precedence over files.',
    }),
    fields: z
      .record(z.string().min(1).max(100), providerOrder)
      .refine((fields) => Object.keys(fields).length <= 100)
      .default({})
      .meta({ description: 'Order of preference for single fields, by field name.' }),
    acceptFrom: z.number().min(0.5).max(1).nullable().default(null).meta({
      description:
        'Minimum score, from 0 to 1, for accepting matches automatically. Null to never accept automatically.',
    }),
    covers: z.enum(coverPolicies).default('missing').meta({
      description:
        'Use of provider covers if no cover was selected: `never`; `missing`, if neither the series nor its books have a cover; `preferred`, always.',
    }),
  })
  .meta({ id: 'MetadataProviders' });
export type MetadataProviders = z.infer<typeof metadataProvidersSchema>;

const path = z.string().min(1).max(4096);
const config = z.record(z.string(), jsonValue).nullable();
const strategies = {
  seriesStrategy: seriesStrategySchema,
  seriesConfig: config,
  bookStrategy: bookStrategySchema,
  bookConfig: config,
  numberStrategy: numberStrategySchema,
  numberConfig: config,
  defaultReadingDirection: readingDirectionSchema,
};
export const libraryKindSchema = z.enum(libraryKinds).meta({
  id: 'LibraryKind',
  description: 'Main content of the library. Clients choose icons and words by it.',
});
const globs = z.array(z.string().min(1).max(500)).max(100);

export const librarySchema = z
  .object({
    id,
    name: z.string(),
    path: z.string().meta({ description: 'First folder of `paths`.' }),
    paths: z.array(z.string()).meta({
      description:
        'Folders in the configured order. `root` of uploads and moves is an index into this list; the first folder is the default. Callers without `libraries:write` see only folder names.',
    }),
    description: z.string().nullable(),
    isActive: z.boolean(),
    kind: libraryKindSchema,
    ...strategies,
    allowedFormats: z.array(fileFormatSchema),
    excludedPatterns: z.array(z.string()),
    scanning: scanningSchema,
    hashing: z.enum(hashings),
    metadataProviders: metadataProvidersSchema,
    allowFileChanges: z.boolean().meta({
      description: 'Whether users with `files:manage` can move, rename and delete files.',
    }),
    groupFormats: z.boolean().meta({
      description:
        'Whether files with the same name and folder but different formats form one entry. Applied at the next scan. The default is false.',
    }),
    writeMetadata: z.enum(metadataWriting).meta({
      description:
        'Target of metadata writing by users with `files:manage`: `off`, `sidecars` (separate files), or `files` (CBZ and EPUB files; sidecars for other formats).',
    }),
    namingPattern: z
      .string()
      .nullable()
      .meta({
        description: `Naming pattern for files from the drop folder, such as \`${defaultNamingPattern}\`. Null for this default.`,
      }),
    comparePages: z.boolean().meta({
      description: 'Whether pages of comics are compared, to find similar comics and repeated pages.',
    }),
    bookCount: count64,
    seriesCount: count64,
    lastScannedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Library' });
export type Library = z.infer<typeof librarySchema>;

export const libraryRootSchema = z
  .object({
    path: z.string(),
    bookCount: count64.meta({ description: 'Number of available books that the caller can access.' }),
  })
  .meta({ id: 'LibraryRoot' });
export type LibraryRoot = z.infer<typeof libraryRootSchema>;

const namingPattern = storable(z.string().min(1).max(maxNamingPattern)).superRefine((pattern, context) => {
  const fault = findPatternFault(pattern);
  if (fault)
    context.addIssue({
      code: 'custom',
      input: pattern,
      ...because(fault.key === 'naming_field' ? reason(fault.key, fault.params) : reason(fault.key)),
    });
});

const settings = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(10_000).nullable(),
  isActive: z.boolean(),
  kind: libraryKindSchema,
  ...strategies,
  allowedFormats: z.array(fileFormatSchema).min(1).max(fileFormats.length),
  excludedPatterns: globs,
  hashing: z.enum(hashings),
  metadataProviders: metadataProvidersSchema,
  allowFileChanges: z.boolean(),
  groupFormats: z.boolean(),
  writeMetadata: z.enum(metadataWriting),
  namingPattern: namingPattern.nullable(),
  comparePages: z.boolean(),
};

const onePathOrSeveral = (body: { path?: string | undefined; paths?: string[] | undefined }) =>
  (body.path === undefined) !== (body.paths === undefined);

export const createLibrarySchema = z
  .object({
    ...z.object(settings).partial().shape,
    name: settings.name,
    path: path.optional(),
    paths: z.array(path).min(1).max(50).optional(),
    scanning: scanningSchema.partial().optional(),
    scanImmediately: z.boolean().default(false),
  })
  .refine(onePathOrSeveral, { path: ['path'], ...because(reason('needs_path_or_paths')) })
  .meta({ id: 'CreateLibrary' });
export type CreateLibrary = z.infer<typeof createLibrarySchema>;

export const updateLibrarySchema = z
  .object({
    ...z.object(settings).partial().shape,
    path: path.optional(),
    paths: z.array(path).min(1).max(50).optional(),
    scanning: scanningSchema.partial().optional(),
  })
  .refine((body) => body.path === undefined || body.paths === undefined, {
    path: ['path'],
    ...because(reason('needs_path_or_paths')),
  })
  .meta({ id: 'UpdateLibrary' });
export type UpdateLibrary = z.infer<typeof updateLibrarySchema>;

export const libraries = routes('Libraries', 'Libraries and their folders.', {
  list: {
    method: 'GET',
    path: '/api/v1/libraries',
    summary: 'List libraries',
    description: 'Returns libraries that the caller can access, sorted by name.',
    access: 'libraries:read',
    query: pageQuery,
    answers: { 200: json(paginated(librarySchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/libraries',
    summary: 'Add a library',
    description:
      'The kind sets the defaults of `seriesStrategy`, `defaultReadingDirection`, `allowedFormats` and the order of providers; the default kind is `mixed`. Returns 400 if a path is missing, not a folder, unreadable, or overlaps with another library or a folder of the server. While `scanner.allowed_roots` is empty, also requires `system:admin`, otherwise returns 403.',
    access: 'libraries:write',
    body: createLibrarySchema,
    answers: { 201: json(librarySchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/libraries/{id}',
    summary: 'Get a library',
    description: 'Returns 404 if it does not exist or is hidden from the caller.',
    access: 'libraries:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(librarySchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/libraries/{id}',
    summary: 'Update a library',
    description:
      'Changes of strategy, formats or patterns apply at the next scan. While `scanner.allowed_roots` is empty, adding a folder requires `system:admin`, otherwise returns 403. Books in removed folders count as missing and keep all their data. If a scan finds the folder in this or another library, the books are restored, even if their files have changed. A new folder at the position of a removed one counts as the same folder at a new path. Returns 400 with an issue at `body.paths.<position>` for each invalid folder.',
    access: 'libraries:write',
    params: idParams,
    body: updateLibrarySchema,
    answers: { 200: json(librarySchema) },
    errors: ['conflict'],
  },
  roots: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/roots',
    summary: 'List the folders of a library',
    description: 'Returns each folder with the number of its books.',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(z.object({ roots: z.array(libraryRootSchema) })) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}',
    summary: 'Delete a library',
    description: 'Files are never changed. Reading data is kept and restored when the same books return.',
    access: 'libraries:delete',
    params: idParams,
    answers: { 204: empty() },
  },
});
