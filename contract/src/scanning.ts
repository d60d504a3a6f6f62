// Scans of a library and their preview.
import { z } from 'zod';
import { reasonSchema } from './errors.ts';
import { count64, id, idParams, jsonValue, optionalQuery, time } from './fields.ts';
import { fileFormatSchema } from './reading.ts';
import { empty, json, routes } from './route.ts';
import { seriesStrategySchema } from './scanning-strategies.ts';
import { fileFormats, scanModes, taskStatuses } from './values.ts';

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
    notes: z.array(reasonSchema).meta({ description: 'What `errors` says, in data.' }),
    startedAt: time.meta({ description: 'When it began, or while it waits when it was asked for.' }),
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
  })
  .meta({ id: 'ScanPreview' });

export const scanning = routes('Scanning', 'Finding the books in the folders.', {
  previewScan: {
    method: 'POST',
    path: '/api/v1/libraries/preview-scan',
    summary: 'What a scan would find',
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
      '`normal` reads new and changed files, `deep` reads every file again. 409 while one runs. When many books ' +
      'at once would be lost (over 20 and over 30 %), a scan keeps them until a second scan a day later agrees, ' +
      'or until `confirmRemovals=true`.',
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
    summary: 'The running or the last scan of a library',
    description:
      '404 when the library was never scanned. Callers from whom tags or ages hide parts of it are told its work in hundredths and what they see of it, and those without `libraries:write` no names of files.',
    access: 'libraries:read',
    params: idParams,
    query: optionalQuery,
    answers: { 200: json(scanStatusSchema), 204: empty('It was never scanned') },
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/libraries/{id}/scan/cancel',
    summary: 'Stop the running scan; what it found stays',
    access: 'libraries:write',
    params: idParams,
    answers: { 202: json(scanStatusSchema) },
    errors: ['conflict'],
  },
  active: {
    method: 'GET',
    path: '/api/v1/scans/active',
    summary: 'Scans that wait or run',
    access: 'libraries:read',
    answers: { 200: json(z.object({ scans: z.array(scanStatusSchema) })) },
  },
});
