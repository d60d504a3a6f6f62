// Metadata are written into the files of books, or beside them, where libraries allow it.
import { z } from 'zod';
import { taskStartedSchema } from './analysis.ts';
import { reasonSchema } from './errors.ts';
import { id, idParams, jsonValue } from './fields.ts';
import { json, routes } from './route.ts';

/** Files of one answer of a preview. */
export const maxPreviewedFiles = 100;

const fileChangesSchema = z
  .object({
    bookId: id.nullable().meta({ description: 'Null for the file of a series, `series.json`.' }),
    seriesId: id,
    title: z.string(),
    path: z.string().meta({
      description: 'The file that is written, relative to the folder of the library. It may be new.',
    }),
    changes: z.array(
      z.object({
        field: z.string(),
        before: jsonValue.nullable().meta({ description: 'What the files say now.' }),
        after: jsonValue.nullable().meta({ description: 'What is written; null removes it.' }),
      }),
    ),
    refused: reasonSchema.nullable().meta({ description: 'Why this file cannot be written.' }),
  })
  .meta({ id: 'FileMetadataChanges' });
export type FileMetadataChanges = z.infer<typeof fileChangesSchema>;

const cursor = z.string().regex(/^(?:book|series):[0-9a-f-]{36}$/);

const previewSchema = z
  .object({
    files: z
      .array(fileChangesSchema)
      .meta({ description: `Those in which something changes, about ${maxPreviewedFiles} at a time.` }),
    next: cursor.nullable().meta({
      description:
        'Where to go on as `after`; null at the end. An answer may have no files and yet not be the last.',
    }),
  })
  .meta({ id: 'FileMetadataPreview' });
export type FileMetadataPreview = z.infer<typeof previewSchema>;

const description = 'The library has to allow it (`writeMetadata`), else 403.';
const query = z.object({
  after: cursor.optional().meta({ description: 'Goes on where an answer ended: its `next`.' }),
});
const preview = {
  method: 'GET',
  description: `${description} Only what people and providers say is written. Nothing is changed.`,
  access: 'files:manage',
  params: idParams,
  query,
  answers: { 200: json(previewSchema) },
} as const;
const write = {
  method: 'POST',
  description: `${description} A task, which can be cancelled between two files.`,
  access: 'files:manage',
  params: idParams,
  answers: { 202: json(taskStartedSchema) },
} as const;

export const fileMetadata = routes('File metadata', 'Metadata are written into files.', {
  previewBook: {
    ...preview,
    path: '/api/v1/books/{id}/file/metadata',
    summary: "What would be written into a book's file",
  },
  writeBook: {
    ...write,
    path: '/api/v1/books/{id}/file/metadata',
    summary: "Write metadata into a book's file",
  },
  previewSeries: {
    ...preview,
    path: '/api/v1/series/{id}/files/metadata',
    summary: 'What would be written into the files of a series',
  },
  writeSeries: {
    ...write,
    path: '/api/v1/series/{id}/files/metadata',
    summary: 'Write metadata into the files of a series',
  },
  previewLibrary: {
    ...preview,
    path: '/api/v1/libraries/{id}/files/metadata',
    summary: 'What would be written into the files of a library',
  },
  writeLibrary: {
    ...write,
    path: '/api/v1/libraries/{id}/files/metadata',
    summary: 'Write metadata into the files of a library',
  },
});
