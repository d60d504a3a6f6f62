// Read lists of books, and import and export as `.cbl` files.
import { z } from 'zod';
import { count64, id, idParams, int32 } from '../fields.ts';
import { bookSchema } from '../libraries/books.ts';
import { bytes, json, routes } from '../route.ts';
import { importStatuses } from '../values.ts';
import { listNameSchema, listRoutes, listSchema } from './book-lists.ts';

export const readLists = routes(
  'Read lists',
  'Named, ordered lists of books.',
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
    readList: listSchema.nullable().meta({ description: 'Created read list. Null for a dry run.' }),
  })
  .meta({ id: 'ReadListImport' });
export type ImportReport = z.infer<typeof importReportSchema>;

export const readListFiles = routes('Read list files', 'Import and export of read lists as `.cbl` files.', {
  import: {
    method: 'POST',
    path: '/api/v1/readlists/import',
    summary: 'Import a read list',
    description:
      'Expects a `.cbl` file in the multipart field `file`. Returns a report with the result of each entry. Entries that match several books are `ambiguous` and omitted. The candidates of an entry that is `not_found` are the books of the series with the nearest numbers. Returns 409 if the name is taken; set another one with `name`.',
    access: 'readlists:write',
    query: z.object({
      dryRun: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'Whether to return the report without creating the read list.' }),
      name: listNameSchema.optional(),
    }),
    upload: true,
    answers: { 200: json(importReportSchema, 'Report of a dry run'), 201: json(importReportSchema) },
    errors: ['conflict'],
  },
  export: {
    method: 'GET',
    path: '/api/v1/readlists/{id}/export',
    summary: 'Export a read list',
    description: 'Returns the read list as a `.cbl` file.',
    access: 'readlists:read',
    params: idParams,
    answers: { 200: bytes(['application/xml']) },
  },
});
