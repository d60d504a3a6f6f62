// Drop folder: files added to a folder outside the libraries wait there until a user accepts them.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { count64, flag, id, idParams, storable, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { fileFormatSchema } from '../reading/reading.ts';
import { empty, json, routes } from '../route.ts';

/** Limit for each request. */
export const maxAccepted = 500;

const text = storable(z.string().max(300));
const short = storable(z.string().trim().max(20));

const dropFieldsSchema = z
  .object({
    series: z.string(),
    volume: z.string(),
    chapter: z.string(),
    number: z.string(),
    title: z.string(),
    year: z.string(),
  })
  .meta({ id: 'DroppedFields', description: 'Values for the file name. Empty if unknown.' });
export type DroppedFields = z.infer<typeof dropFieldsSchema>;

export const droppedFileSchema = z
  .object({
    id,
    path: z.string().meta({ description: 'Path relative to the drop folder.' }),
    sizeBytes: count64,
    foundAt: time,
    isReady: z.boolean().meta({ description: 'Whether the file is complete and analyzed.' }),
    isDismissed: z.boolean(),
    format: fileFormatSchema.nullable().meta({ description: 'Format detected by content. Null if unknown.' }),
    pageCount: z.int().min(0),
    fields: dropFieldsSchema,
    isEdited: z.boolean().meta({ description: 'Whether a user changed the proposal.' }),
    library: z
      .object({ id, name: z.string(), root: z.int().min(0) })
      .nullable()
      .meta({ description: 'Target library. Null if the user must choose one.' }),
    series: z
      .object({ id, title: z.string() })
      .nullable()
      .meta({ description: 'Existing series that would receive the book. Null for a new series.' }),
    target: z.string().nullable().meta({ description: 'Target path in the library folder.' }),
    companions: z.array(z.string()).meta({
      description: 'Companion files that are moved with it, such as metadata files with the same name.',
    }),
    duplicates: z
      .array(
        z.object({
          bookId: id,
          title: z.string(),
          libraryId: id,
          why: z.enum(['content', 'size', 'number']).meta({
            description: 'Type of match: same content, same size, or same number in the series.',
          }),
        }),
      )
      .meta({ description: 'Probable duplicates. At most five.' }),
    doubts: z
      .array(z.enum(['series', 'content', 'size', 'number']))
      .meta({ description: 'Reasons why the file needs a review.' }),
    problem: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the file cannot be accepted. Null if it can.' }),
  })
  .meta({ id: 'DroppedFile' });
export type DroppedFile = z.infer<typeof droppedFileSchema>;
export type DropDoubt = DroppedFile['doubts'][number];

export const dropFolderSchema = z
  .object({
    isEnabled: z.boolean().meta({ description: 'Whether a drop folder is configured (`drop_folder.path`).' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the folder without its location. Null if none is configured.' }),
    problem: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the folder cannot be used. Null if it can.' }),
    waiting: count64.meta({ description: 'Number of files that wait for a decision.' }),
    dismissed: count64,
  })
  .meta({ id: 'DropFolder' });
export type DropFolder = z.infer<typeof dropFolderSchema>;

export const editDroppedSchema = z
  .object({
    libraryId: id.nullable(),
    root: z.int().min(0).max(999).nullable(),
    series: text.nullable(),
    volume: short.nullable(),
    chapter: short.nullable(),
    number: short.nullable(),
    title: text.nullable(),
    year: z
      .string()
      .regex(/^(?:\d{4})?$/)
      .nullable(),
    target: storable(z.string().max(1_000)).nullable().meta({
      description: 'Custom path in the library folder, with or without file extension.',
    }),
    isDismissed: z.boolean(),
  })
  .partial()
  .meta({
    id: 'EditDroppedFile',
    description: 'Changed value. Null resets the change; an empty text omits the value.',
  });
export type EditDropped = z.infer<typeof editDroppedSchema>;

const acceptedSchema = z
  .object({
    accepted: z.array(z.object({ id, libraryId: id, path: z.string() })),
    refused: z.array(z.object({ id, path: z.string(), reason: reasonSchema })),
  })
  .meta({ id: 'AcceptedFiles' });
export type AcceptedFiles = z.infer<typeof acceptedSchema>;

export const dropFolder = routes('Drop folder', 'Books that wait in a folder until a user accepts them.', {
  status: {
    method: 'GET',
    path: '/api/v1/drop-folder',
    summary: 'Get the drop folder status',
    description:
      'Returns whether a drop folder is configured and usable, and the number of waiting files that the caller can access.',
    access: 'files:upload',
    answers: { 200: json(dropFolderSchema) },
  },
  list: {
    method: 'GET',
    path: '/api/v1/drop-folder/files',
    summary: 'List the files of the drop folder',
    description:
      'Returns files with their proposed target, newest first. Callers with restrictions receive only files whose target library and series they can access, and files that they were the last to edit.',
    access: 'files:upload',
    query: pageQuery.extend({
      dismissed: flag.default(false).meta({ description: 'Whether to list dismissed files instead.' }),
    }),
    answers: { 200: json(paginated(droppedFileSchema)) },
  },
  check: {
    method: 'POST',
    path: '/api/v1/drop-folder/check',
    summary: 'Check the drop folder',
    description: 'Starts a check. The folder is also checked automatically after changes.',
    access: 'files:upload',
    answers: { 202: empty('Check started') },
    errors: ['conflict'],
  },
  edit: {
    method: 'PATCH',
    path: '/api/v1/drop-folder/files/{id}',
    summary: 'Update or dismiss a file of the drop folder',
    description:
      'Changes the proposed target. A dismissed file stays in the folder and is not proposed again until it changes.',
    access: 'files:upload',
    params: idParams,
    body: editDroppedSchema,
    answers: { 200: json(droppedFileSchema) },
  },
  accept: {
    method: 'POST',
    path: '/api/v1/drop-folder/accept',
    summary: 'Accept files of the drop folder',
    description:
      'Moves the files into their proposed libraries. Without `ids`, accepts all files that need no review. Existing files are never overwritten, and each file is moved completely or not at all. Accepted files are analyzed immediately. The response lists files that were not accepted.',
    access: 'files:upload',
    body: z.object({ ids: z.array(id).min(1).max(maxAccepted).optional() }),
    optionalBody: true,
    answers: { 200: json(acceptedSchema) },
    errors: ['conflict', 'not_found'],
  },
});
