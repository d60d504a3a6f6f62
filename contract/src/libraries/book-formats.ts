// Books that exist in several formats, such as EPUB and PDF.
import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { bookFormatSchema, maxFormats } from './book-files.ts';

const formats = { 200: json(z.object({ formats: z.array(bookFormatSchema) })) };

export const bookFormats = routes(
  'Book formats',
  'Files of the same book in several formats, shown as one entry.',
  {
    add: {
      method: 'POST',
      path: '/api/v1/books/{id}/formats',
      summary: 'Merge books as formats of one book',
      description:
        'Combines the books into one entry, together with their existing formats. Each file keeps its id, progress and annotations. Later scans keep the combination. Returns 409 for books of different libraries, for two files of the same format, and for a book with a missing file. All files of an entry are as visible as the series of the entry. Returns 409 with the reason `formats_readers_differ` without `acceptsOtherReaders` if the series of the books differ in their age rating or sharing tags.',
      access: 'books:write',
      params: idParams,
      body: z.object({
        bookIds: z.array(id).min(1).max(maxFormats),
        acceptsOtherReaders: z.boolean().default(false).meta({
          description: 'Whether to merge books that different users can see. False by default.',
        }),
      }),
      answers: formats,
      errors: ['conflict'],
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/books/{id}/formats/{bookId}',
      summary: 'Split a format into its own book',
      description:
        'The file becomes a separate entry. Later scans keep it separate. Returns 404 if the book does not have this format.',
      access: 'books:write',
      params: idParams.extend({ bookId: id }),
      answers: { 204: empty() },
    },
  },
);
