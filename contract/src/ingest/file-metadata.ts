// Writing metadata into book files or sidecar files, if the library allows it.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { id, idParams, jsonValue } from '../fields.ts';
import { json, routes } from '../route.ts';
import { taskStartedSchema } from './analysis.ts';

/** Limit of files in one response of a preview. */
export const maxPreviewedFiles = 100;

const fileChangesSchema = z
  .object({
    bookId: id.nullable().meta({ description: 'Null for the file of a series, `series.json`.' }),
    seriesId: id,
    title: z.string(),
    path: z.string().meta({
      description: 'Path of the written file, relative to the library folder. The file may not exist yet.',
    }),
    changes: z.array(
      z.object({
        field: z.string(),
        before: jsonValue
          .nullable()
          .meta({ description: 'Current value in the file. Null if the file has none.' }),
        after: jsonValue.nullable().meta({ description: 'New value. Null removes the value.' }),
      }),
    ),
    refused: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the file cannot be written. Null if it can.' }),
  })
  .meta({ id: 'FileMetadataChanges' });
export type FileMetadataChanges = z.infer<typeof fileChangesSchema>;

const cursor = z.string().regex(/^(?:book|series):[0-9a-f-]{36}$/);

const previewSchema = z
  .object({
    files: z
      .array(fileChangesSchema)
      .meta({ description: `Files with changes, about ${maxPreviewedFiles} in one response.` }),
    next: cursor.nullable().meta({
      description:
        'Value for \\`after\\` in the next request. Null at the end. A response without files can be followed by others.',
    }),
  })
  .meta({ id: 'FileMetadataPreview' });
export type FileMetadataPreview = z.infer<typeof previewSchema>;

const description = 'Returns 403 if the library does not allow writing metadata (`writeMetadata`).';
const query = z.object({
  after: cursor.optional().meta({ description: 'Value of `next` in the previous response.' }),
});
const preview = {
  method: 'GET',
  description: `${description} Only values from users and providers are written. A preview changes nothing.`,
  access: 'files:manage',
  params: idParams,
  query,
  answers: { 200: json(previewSchema) },
} as const;
const write = {
  method: 'POST',
  description: `${description} Starts a task that can be cancelled between two files.`,
  access: 'files:manage',
  params: idParams,
  answers: { 202: json(taskStartedSchema) },
} as const;

export const fileMetadata = routes('File metadata', 'Writing metadata into files.', {
  previewBook: {
    ...preview,
    path: '/api/v1/books/{id}/file/metadata',
    summary: "Preview the metadata of a book's file",
  },
  writeBook: {
    ...write,
    path: '/api/v1/books/{id}/file/metadata',
    summary: "Write metadata to a book's file",
  },
  previewSeries: {
    ...preview,
    path: '/api/v1/series/{id}/files/metadata',
    summary: "Preview the metadata of a series' files",
  },
  writeSeries: {
    ...write,
    path: '/api/v1/series/{id}/files/metadata',
    summary: 'Write metadata to the files of a series',
  },
  previewLibrary: {
    ...preview,
    path: '/api/v1/libraries/{id}/files/metadata',
    summary: "Preview the metadata of a library's files",
  },
  writeLibrary: {
    ...write,
    path: '/api/v1/libraries/{id}/files/metadata',
    summary: 'Write metadata to the files of a library',
  },
});
