// Read lists of books, and `.cbl` files of them.
import { z } from 'zod';
import { listNameSchema, listRoutes, listSchema } from './book-lists.ts';
import { bookSchema } from './books.ts';
import { count64, id, idParams, int32 } from './fields.ts';
import { bytes, json, routes } from './route.ts';
import { importStatuses } from './values.ts';

export const readLists = routes(
  'Read lists',
  'Books gathered under a name, in an order.',
  listRoutes({
    path: '/api/v1/readlists',
    one: 'read list',
    many: 'read lists',
    members: 'books',
    member: bookSchema,
    shape: 'ReadList',
    read: 'readlists:read',
    write: 'readlists:write',
  }),
);

const candidate = z.object({
  bookId: id,
  seriesName: z.string(),
  title: z.string(),
  number: int32.nullable(),
});

export const importReportSchema = z
  .object({
    name: z.string(),
    matched: count64,
    unmatched: count64,
    entries: z.array(
      z.object({
        series: z.string(),
        number: z.string().nullable(),
        volume: z.string().nullable(),
        year: z.string().nullable(),
        status: z.enum(importStatuses),
        bookId: id.nullable(),
        candidates: z.array(candidate),
      }),
    ),
    readList: listSchema.nullable().meta({ description: 'What was made; null for a dry run.' }),
  })
  .meta({ id: 'ReadListImport' });
export type ImportReport = z.infer<typeof importReportSchema>;

export const readListFiles = routes('Read list files', 'Read lists as `.cbl` files.', {
  import: {
    method: 'POST',
    path: '/api/v1/readlists/import',
    summary: 'Make a read list of a `.cbl` file, with a report of what was found',
    description:
      'Multipart field `file`. Entries that match several books are `ambiguous` and not taken in. A name that is taken is refused with 409: give another as `name`.',
    access: 'readlists:write',
    query: z.object({
      dryRun: z.enum(['true', 'false']).default('false').meta({ description: 'Report only.' }),
      name: listNameSchema.optional(),
    }),
    upload: true,
    answers: { 200: json(importReportSchema, 'The report of a dry run'), 201: json(importReportSchema) },
    errors: ['conflict'],
  },
  export: {
    method: 'GET',
    path: '/api/v1/readlists/{id}/export',
    summary: 'A read list as a `.cbl` file',
    access: 'readlists:read',
    params: idParams,
    answers: { 200: bytes(['application/xml']) },
  },
});
