// The files of books as they are on the disk.
import { z } from 'zod';
import { idParams } from './fields.ts';
import { bytes, routes } from './route.ts';
import { fileTypes } from './values.ts';

export const files = routes('Files', 'The files of books, byte for byte.', {
  book: {
    method: 'GET',
    path: '/api/v1/books/{id}/file',
    summary: 'The file of a book',
    description:
      'Takes `Range` and `If-Range`. With `format=epub` the EPUB that is made of a book of text in another format; 400 for one ' +
      "that becomes none. With `format=kepub` any book of text for Kobo's reading software, with its marks around sentences; as " +
      'EPUB where that is better: fixed layouts, and more than 128 MiB.',
    access: 'files:download',
    params: idParams,
    query: z.object({ format: z.enum(['epub', 'kepub']).optional() }),
    answers: {
      200: bytes(fileTypes),
      206: bytes(['*/*'], 'The range asked for'),
    },
    errors: ['range_not_satisfiable', 'conflict', 'page_extraction_failed', 'validation_failed'],
  },
  series: {
    method: 'GET',
    path: '/api/v1/series/{id}/download',
    summary: 'All files of a series as one zip, stored, made while it is sent',
    access: 'files:download',
    params: idParams,
    answers: { 200: bytes(['application/zip']) },
  },
});
