// Files of a book entry, one for each format.
import { z } from 'zod';
import { id, int64 } from '../fields.ts';
import { fileFormatSchema } from '../reading/reading.ts';

/** Limit for each book and each request. */
export const maxFormats = 50;

export const bookFormatSchema = z
  .object({
    bookId: id.meta({ description: 'Id under which this file is read, downloaded and annotated.' }),
    fileFormat: fileFormatSchema,
    fileName: z.string(),
    fileSize: int64,
    main: z.boolean().meta({ description: 'Whether lists show the book by the id of this file.' }),
  })
  .meta({ id: 'BookFormat' });
export type BookFormat = z.infer<typeof bookFormatSchema>;
