// Download of book files.
import { z } from 'zod';
import { idParams } from '../fields.ts';
import { bytes, routes } from '../route.ts';
import { fileTypes } from '../values.ts';

export const files = routes('Files', 'Download of book files.', {
  book: {
    method: 'GET',
    path: '/api/v1/books/{id}/file',
    summary: 'Download a book',
    description:
      'Supports `Range` and `If-Range`. With `format=epub`, converts other text formats to EPUB; returns 400 if the book cannot be converted. With `format=kepub`, returns a text book for Kobo e-readers; fixed layouts and files larger than 128 MiB are returned as EPUB.',
    access: 'files:download',
    params: idParams,
    query: z.object({ format: z.enum(['epub', 'kepub']).optional() }),
    answers: {
      200: bytes(fileTypes),
      206: bytes(['*/*'], 'The requested range'),
    },
    errors: ['range_not_satisfiable', 'conflict', 'page_extraction_failed', 'validation_failed'],
  },
  series: {
    method: 'GET',
    path: '/api/v1/series/{id}/download',
    summary: 'Download a series',
    description:
      'Returns all files of the series as an uncompressed ZIP archive that is created while it is sent.',
    access: 'files:download',
    params: idParams,
    answers: { 200: bytes(['application/zip']) },
  },
});
