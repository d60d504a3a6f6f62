// One book in several files: EPUB and PDF, EPUB and MOBI.
import { z } from 'zod';
import { bookFormatSchema, maxFormats } from './book-files.ts';
import { id, idParams } from './fields.ts';
import { empty, json, routes } from './route.ts';

const formats = { 200: json(z.object({ formats: z.array(bookFormatSchema) })) };

export const bookFormats = routes('Book formats', 'Several files of one book are one entry.', {
  add: {
    method: 'POST',
    path: '/api/v1/books/{id}/formats',
    summary: 'Make books other formats of one',
    description:
      'Their files are no entries of their own any more; each keeps its id, its progress and its annotations. Later scans leave it so. Formats that the books have come along. 409 for books of another library, for two files of one format and for a book whose file is missing.',
    access: 'books:write',
    params: idParams,
    body: z.object({ bookIds: z.array(id).min(1).max(maxFormats) }),
    answers: formats,
    errors: ['conflict'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/formats/{bookId}',
    summary: 'Make a format of a book an entry of its own',
    description: 'Later scans leave it so. 404 when the book has no such format.',
    access: 'books:write',
    params: idParams.extend({ bookId: id }),
    answers: { 204: empty() },
  },
});
