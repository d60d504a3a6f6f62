// The files of books as they are on the disk.
import { idParams } from './fields.ts';
import { bytes, routes } from './route.ts';
import { fileTypes } from './values.ts';

export const files = routes('Files', 'The files of books, byte for byte.', {
  book: {
    method: 'GET',
    path: '/api/v1/books/{id}/file',
    summary: 'The file of a book',
    description: 'Takes `Range` and `If-Range`.',
    access: 'files:download',
    params: idParams,
    answers: {
      200: bytes(fileTypes),
      206: bytes(['*/*'], 'The range asked for'),
    },
    errors: ['range_not_satisfiable'],
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
