// Libraries: their folders and how books are found and grouped in them.
import { z } from 'zod';
import { count64, id, idParams, jsonValue, storable, time } from './fields.ts';
import { metadataWriting } from './metadata-writing.ts';
import { defaultNamingPattern, findPatternFault, maxNamingPattern } from './naming-pattern.ts';
import { pageQuery, paginated } from './pagination.ts';
import { coverPolicies } from './provider-values.ts';
import { fileFormatSchema, readingDirectionSchema } from './reading.ts';
import { because, reason } from './reasons.ts';
import { empty, json, routes } from './route.ts';
import { bookStrategySchema, numberStrategySchema, seriesStrategySchema } from './scanning-strategies.ts';
import { fileFormats, hashings } from './values.ts';

const scanningSchema = z.object({
  cronSchedule: z.string().nullable().meta({ description: 'Five fields, or six with seconds.' }),
  cronTimezone: z.string().nullable().meta({ description: 'IANA name; absent means that of the server.' }),
  scanOnStart: z.boolean(),
  watch: z
    .boolean()
    .meta({ description: 'Scan soon after a change in the folders, where the system reports changes.' }),
  purgeDeletedAfterDays: z.int().min(1).max(36_500).nullable(),
});

/** Packages of plugins, and the files. */
const providerOrder = z.array(z.string().min(1).max(300)).max(50);
export const metadataProvidersSchema = z
  .object({
    order: providerOrder.default([]).meta({
      description: [
        'Packages of plugins; of each field the first that says something counts. Those that are not named come after them',
        'in the order in which they were asked. `files` stands for what files say: providers behind it fill gaps. Where it',
        'is not named, all providers go before the files.',
      ].join(' '),
    }),
    fields: z
      .record(z.string().min(1).max(100), providerOrder)
      .refine((fields) => Object.keys(fields).length <= 100)
      .default({})
      .meta({ description: 'Field → the order for this field alone.' }),
    acceptFrom: z.number().min(0.5).max(1).nullable().default(null).meta({
      description:
        'Proposed matches of this score or a higher one are accepted by themselves; null for none.',
    }),
    covers: z
      .enum(coverPolicies)
      .default('missing')
      .meta({
        description: [
          'When covers of the providers that a series or book is matched with are taken, unless a person has chosen one:',
          '`never`; `missing`: where neither it nor its books have a picture; `preferred`: always.',
        ].join(' '),
      }),
  })
  .meta({ id: 'MetadataProviders' });
export type MetadataProviders = z.infer<typeof metadataProvidersSchema>;

const path = z.string().min(1).max(4096);
const config = z.record(z.string(), jsonValue).nullable();
const globs = z.array(z.string().min(1).max(500)).max(100);

export const librarySchema = z
  .object({
    id,
    name: z.string(),
    path: z.string().meta({ description: 'The first of `paths`.' }),
    paths: z.array(z.string()).meta({
      description:
        'Its folders in the order that somebody gave them, each counted from 0 as `root` of uploads and moves: the first is ' +
        'where files go unless something else is said. Without `libraries:write` their names alone, not where they lie.',
    }),
    description: z.string().nullable(),
    isActive: z.boolean(),
    seriesStrategy: seriesStrategySchema,
    seriesConfig: config,
    bookStrategy: bookStrategySchema,
    bookConfig: config,
    numberStrategy: numberStrategySchema,
    numberConfig: config,
    defaultReadingDirection: readingDirectionSchema,
    allowedFormats: z.array(fileFormatSchema),
    excludedPatterns: z.array(z.string()),
    scanning: scanningSchema,
    hashing: z.enum(hashings),
    metadataProviders: metadataProvidersSchema,
    allowFileChanges: z.boolean().meta({
      description: 'Who has `files:manage` may move and rename files, and delete them through the trash.',
    }),
    groupFormats: z.boolean().meta({
      description:
        'Files of one folder with one name and several formats are one entry. Applied by the next scan; false by default.',
    }),
    writeMetadata: z.enum(metadataWriting).meta({
      description:
        'Where who has `files:manage` may write metadata: `off`, `sidecars` (beside the files), or `files` (into cbz and EPUB, beside others).',
    }),
    namingPattern: z
      .string()
      .nullable()
      .meta({
        description: `Where files of the drop folder come to lie, such as \`${defaultNamingPattern}\`, which null stands for.`,
      }),
    comparePages: z.boolean().meta({
      description:
        'Some pages of each comic are compared, to find the same comic in another scan and pages that repeat in many books.',
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
    bookCount: count64.meta({ description: 'Books in it that the caller sees, without missing ones.' }),
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
  seriesStrategy: seriesStrategySchema,
  seriesConfig: config,
  bookStrategy: bookStrategySchema,
  bookConfig: config,
  numberStrategy: numberStrategySchema,
  numberConfig: config,
  defaultReadingDirection: readingDirectionSchema,
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

export const libraries = routes('Libraries', 'Folders of books.', {
  list: {
    method: 'GET',
    path: '/api/v1/libraries',
    summary: 'List libraries by name',
    access: 'libraries:read',
    query: pageQuery,
    answers: { 200: json(paginated(librarySchema)) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/libraries',
    summary: 'Add a library',
    description:
      '400 when a path is missing, not a directory, unreadable, or inside or around another library’s path or a ' +
      'folder of the server itself. While `scanner.allowed_roots` is empty, this needs `system:admin` too, else 403.',
    access: 'libraries:write',
    body: createLibrarySchema,
    answers: { 201: json(librarySchema) },
    errors: ['conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/libraries/{id}',
    summary: 'One library',
    access: 'libraries:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(librarySchema) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/libraries/{id}',
    summary: 'Change a library',
    description:
      'A change of strategy, formats or patterns takes effect at the next scan. While `scanner.allowed_roots` is ' +
      'empty, a folder that the library does not have yet needs `system:admin`, else 403. Books of a folder that is ' +
      'taken out count as missing, with all that was kept of them. They are the same books again when a scan finds ' +
      'the folder in this or another library, whether or not their files were changed meanwhile. A folder that comes ' +
      'at the position of one that goes is that folder at a new path. 400 names each folder that cannot be, as ' +
      '`body.paths.<position>`.',
    access: 'libraries:write',
    params: idParams,
    body: updateLibrarySchema,
    answers: { 200: json(librarySchema) },
    errors: ['conflict'],
  },
  roots: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/roots',
    summary: 'The folders of a library, with what is in them',
    access: 'libraries:write',
    params: idParams,
    answers: { 200: json(z.object({ roots: z.array(libraryRootSchema) })) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}',
    summary: 'Remove a library',
    description: 'Never touches files. Reading history is kept and re-attached when the same books return.',
    access: 'libraries:delete',
    params: idParams,
    answers: { 204: empty() },
  },
});
