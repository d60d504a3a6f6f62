// A file of an entry, as one of the formats of the book.
import { z } from 'zod';
import { id, int64 } from './fields.ts';
import { fileFormatSchema } from './reading.ts';

/** Of one book, and of one request. */
export const maxFormats = 50;

export const bookFormatSchema = z
  .object({
    bookId: id.meta({ description: 'By which this file is read, downloaded and annotated.' }),
    fileFormat: fileFormatSchema,
    fileName: z.string(),
    fileSize: int64,
    main: z.boolean().meta({ description: 'The file by whose id lists show the book.' }),
  })
  .meta({ id: 'BookFormat' });
export type BookFormat = z.infer<typeof bookFormatSchema>;
