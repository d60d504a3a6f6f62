// Scans of a library and their preview.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { count64, id, idParams, jsonValue, optionalQuery, time } from '../fields.ts';
import { libraryKindSchema } from '../libraries/libraries.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { fileFormatSchema } from '../reading/reading.ts';
import { empty, json, routes } from '../route.ts';
import { fileFormats, scanModes, taskStatuses } from '../values.ts';
import { seriesStrategySchema } from './scanning-strategies.ts';

export const scanStatusSchema = z
  .object({
    libraryId: id,
    taskId: id,
    status: z.enum(taskStatuses),
    filesTotal: count64,
    filesProcessed: count64,
    seriesFound: count64,
    booksFound: count64,
    errors: z.array(z.string()),
    notes: z.array(reasonSchema).meta({ description: 'Machine-readable form of `errors`.' }),
    startedAt: time.meta({ description: 'Start time. While the scan is queued, the time of the request.' }),
    completedAt: time.nullable(),
  })
  .meta({ id: 'ScanStatus' });
export type ScanStatus = z.infer<typeof scanStatusSchema>;

const previewSchema = z
  .object({
    totalFiles: z.int(),
    detectedSeries: z.array(
      z.object({
        name: z.string(),
        path: z.string().nullable(),
        bookCount: z.int(),
        sampleBooks: z.array(z.string()),
        metadata: z.record(z.string(), jsonValue).optional(),
      }),
    ),
    suggestion: z
      .object({
        kind: libraryKindSchema,
        seriesStrategy: seriesStrategySchema,
        libraries: z
          .array(
            z.object({
              name: z.string(),
              path: z.string(),
              kind: libraryKindSchema,
              seriesStrategy: seriesStrategySchema,
              bookCount: z.int(),
            }),
          )
          .meta({
            description:
              'The subfolders, if they look like separate libraries by their names. Otherwise empty.',
          }),
      })
      .meta({ description: 'Settings that suit the files of the requested formats.' }),
  })
  .meta({ id: 'ScanPreview' });

export const scanning = routes('Scanning', 'Discovery of books in library folders.', {
  previewScan: {
    method: 'POST',
    path: '/api/v1/libraries/preview-scan',
    summary: 'Preview a scan',
    description:
      'Returns the series and books that a scan with these settings would find. Nothing is changed. While `scanner.allowed_roots` is empty, a folder that is not a folder of a library requires `system:admin`, otherwise returns 403.',
    access: 'libraries:write',
    body: z.object({
      path: z.string().min(1).max(4096),
      seriesStrategy: seriesStrategySchema,
      seriesConfig: z.record(z.string(), jsonValue).nullable().optional(),
      allowedFormats: z.array(fileFormatSchema).min(1).max(fileFormats.length).optional(),
    }),
    answers: { 200: json(previewSchema) },
  },
  scan: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/scan',
    summary: 'Scan a library',
    description:
      'Starts a background scan. `normal` reads new and changed files, `deep` reads all files again. Returns 409 while a scan is running. If many books are missing (more than 20 and more than 30 %), they are kept until a scan a day later confirms it, or until `confirmRemovals=true` is set.',
    access: 'libraries:write',
    params: idParams,
    query: z.object({
      mode: z.enum(scanModes).default('normal'),
      confirmRemovals: z.enum(['true', 'false']).default('false'),
    }),
    answers: { 202: json(scanStatusSchema) },
    errors: ['conflict'],
  },
  status: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/scan-status',
    summary: 'Get the scan status of a library',
    description:
      'Returns the running or last scan. Returns 404 if the library was never scanned. For callers with access to only a part of the library, progress is given in hundredths, and counts cover accessible books. File names are returned only to callers with `libraries:write`.',
    access: 'libraries:read',
    params: idParams,
    query: optionalQuery,
    answers: { 200: json(scanStatusSchema), 204: empty('The library was never scanned') },
  },
  history: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/scans',
    summary: 'List the scans of a library',
    description:
      'Returns the newest scans first, until their tasks are deleted (`tasks.keep_days`). For callers with access to only a part of the library, each scan has the progress in hundredths and the current counts of accessible books.',
    access: 'libraries:write',
    params: idParams,
    query: pageQuery,
    answers: { 200: json(paginated(scanStatusSchema)) },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/scan/cancel',
    summary: 'Cancel the scan of a library',
    description: 'Results so far are kept. Returns 409 if no scan is running.',
    access: 'libraries:write',
    params: idParams,
    answers: { 202: json(scanStatusSchema) },
    errors: ['conflict'],
  },
  active: {
    method: 'GET',
    path: '/api/v1/scans/active',
    summary: 'List active scans',
    description: 'Returns queued and running scans.',
    access: 'libraries:read',
    answers: { 200: json(z.object({ scans: z.array(scanStatusSchema) })) },
  },
});
