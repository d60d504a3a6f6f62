// Books that could not be read, grouped by error type.
import { z } from 'zod';
import { count64, id, idParams, jsonValue, time } from '../fields.ts';
import { pageQuery } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { type BookErrorType, bookErrorTypes } from '../values.ts';
import { bookSchema } from './books.ts';

export const bookErrorTypeSchema = z.enum(bookErrorTypes).meta({ id: 'BookErrorTypeDto' });

/** Labels of error groups. */
export const bookErrorLabels: Record<BookErrorType, string> = {
  format_detection: 'Unknown format',
  parser: 'Unreadable file',
  metadata: 'Unreadable metadata',
  thumbnail: 'No thumbnail',
  page_extraction: 'Unreadable page',
  pdf_rendering: 'PDF rendering failed',
  zero_pages: 'No pages',
  other: 'Other error',
};

export const bookErrorSchema = z
  .object({
    errorType: bookErrorTypeSchema,
    message: z.string(),
    occurredAt: time,
    details: jsonValue.optional(),
  })
  .meta({ id: 'BookError' });

export const errorGroupSchema = z
  .object({
    errorType: bookErrorTypeSchema,
    label: z.string(),
    count: count64,
    books: z.array(z.object({ book: bookSchema, errors: z.array(bookErrorSchema) })),
  })
  .meta({ id: 'ErrorGroupDto' });

const errorListSchema = z
  .object({
    totalBooksWithErrors: count64,
    errorCounts: z.partialRecord(bookErrorTypeSchema, count64),
    groups: z.array(errorGroupSchema),
    page: z.int(),
    pageSize: z.int(),
    totalPages: z.int(),
  })
  .meta({ id: 'BookErrorList' });

const retriedSchema = z.object({ message: z.string(), tasksEnqueued: count64 }).meta({ id: 'RetryStarted' });

export const bookErrors = routes('Book errors', 'Books that could not be read.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/errors',
    summary: 'List books with errors',
    description:
      'Returns books grouped by error type. Each group contains one page of its books. A book with errors of two types appears in both groups.',
    access: 'books:write',
    query: pageQuery.extend({
      libraryId: id.optional(),
      seriesId: id.optional(),
      errorType: bookErrorTypeSchema.optional(),
    }),
    answers: { 200: json(errorListSchema) },
  },
  retry: {
    method: 'POST',
    path: '/api/v1/books/{id}/retry',
    summary: 'Retry the failed steps of a book',
    description:
      'Starts tasks if the book has errors of the given types, or any errors if no types are given. Resolved errors are removed; remaining errors are recorded again.',
    access: 'books:write',
    params: idParams,
    body: z.object({ errorTypes: z.array(bookErrorTypeSchema).max(20).optional() }),
    optionalBody: true,
    answers: { 202: json(retriedSchema) },
  },
  retryAll: {
    method: 'POST',
    path: '/api/v1/books/retry-all-errors',
    summary: 'Retry all failed books',
    description: 'Starts tasks for all books with errors, optionally limited to an error type or library.',
    access: 'books:write',
    body: z.object({ errorType: bookErrorTypeSchema.optional(), libraryId: id.optional() }),
    optionalBody: true,
    answers: { 202: json(retriedSchema) },
  },
});
