// The two PDF caches: open documents in memory, and rendered pages on disk.
import { z } from 'zod';
import { count32, count64, id } from '../fields.ts';
import { taskStartedSchema } from '../ingest/analysis.ts';
import { json, routes } from '../route.ts';

export const pdfHandlesSchema = z
  .object({
    capacity: count64,
    currentSize: count64,
    enabled: z.boolean(),
    entries: z.array(
      z.object({
        ageSeconds: count64,
        bookId: id,
        idleSeconds: count64,
        path: z.string(),
        renderCount: count64,
      }),
    ),
    evictions: count64,
    hits: count64,
    idleEvictions: count64,
    idleTtlSeconds: count64,
    misses: count64,
    opens: count64,
  })
  .meta({ id: 'PdfHandleCacheStats' });
export type PdfHandles = z.infer<typeof pdfHandlesSchema>;

export const pdfPagesSchema = z
  .object({
    bookCount: count64,
    cacheDir: z.string(),
    cacheEnabled: z.boolean(),
    oldestFileAgeDays: count32.nullable(),
    totalFiles: count64,
    totalSizeBytes: count64,
    totalSizeHuman: z.string(),
  })
  .meta({ id: 'PdfPageCacheStats' });
export type PdfPages = z.infer<typeof pdfPagesSchema>;

export const pdfCacheStatsSchema = z
  .object({ handles: pdfHandlesSchema, pages: pdfPagesSchema })
  .meta({ id: 'PdfCacheStatsDto' });

const handlesClosed = z.object({ handlesClosed: count64 }).meta({ id: 'PdfHandlesClosed' });

export const pdfCache = routes('PDF cache', 'Open documents and rendered pages.', {
  stats: {
    method: 'GET',
    path: '/api/v1/admin/pdf-cache',
    summary: 'Get PDF cache statistics',
    description: 'Returns statistics of both caches. Open documents are those of the current process.',
    access: 'system:admin',
    answers: { 200: json(pdfCacheStatsSchema) },
  },
  handles: {
    method: 'GET',
    path: '/api/v1/admin/pdf-cache/handles',
    summary: 'List open PDF documents',
    description: 'Covers the current process only.',
    access: 'system:admin',
    answers: { 200: json(pdfHandlesSchema) },
  },
  closeHandles: {
    method: 'DELETE',
    path: '/api/v1/admin/pdf-cache/handles',
    summary: 'Close all open PDF documents',
    description: 'Returns the number of closed documents.',
    access: 'system:admin',
    answers: { 200: json(handlesClosed) },
  },
  closeHandle: {
    method: 'DELETE',
    path: '/api/v1/admin/pdf-cache/handles/{bookId}',
    summary: 'Close the PDF document of a book',
    description: 'Returns 0 if the document is not open.',
    access: 'system:admin',
    params: z.object({ bookId: id }),
    answers: { 200: json(handlesClosed) },
  },
  removePages: {
    method: 'DELETE',
    path: '/api/v1/admin/pdf-cache/pages',
    summary: 'Delete all rendered pages',
    description: 'Returns the number of deleted files and the freed space.',
    access: 'system:admin',
    answers: {
      200: json(
        z
          .object({ filesDeleted: count64, bytesReclaimed: count64, bytesReclaimedHuman: z.string() })
          .meta({ id: 'PdfPagesRemoved' }),
      ),
    },
  },
  cleanUpPages: {
    method: 'POST',
    path: '/api/v1/admin/pdf-cache/pages/cleanup',
    summary: 'Delete old rendered pages',
    description: 'Starts a background task.',
    access: 'system:admin',
    body: z.object({
      maxAgeDays: z
        .int()
        .min(0)
        .max(36_500)
        .optional()
        .meta({ description: 'Minimum age. The configured value if omitted.' }),
    }),
    optionalBody: true,
    answers: { 202: json(taskStartedSchema) },
  },
});
