// The drop folder: books that anybody lays into a folder beside the libraries wait there until somebody accepts them.
import { z } from 'zod';
import { reasonSchema } from './errors.ts';
import { count64, flag, id, idParams, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { fileFormatSchema } from './reading.ts';
import { empty, json, routes } from './route.ts';

/** Of one request. */
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
  .meta({ id: 'DroppedFields', description: 'What the file is named by; empty where nothing is known.' });
export type DroppedFields = z.infer<typeof dropFieldsSchema>;

export const droppedFileSchema = z
  .object({
    id,
    path: z.string().meta({ description: 'Relative to the drop folder.' }),
    sizeBytes: count64,
    foundAt: time,
    isReady: z.boolean().meta({ description: 'It is whole and was read; until then it is waited for.' }),
    isDismissed: z.boolean(),
    format: fileFormatSchema.nullable().meta({ description: 'By content.' }),
    pageCount: z.int().min(0),
    fields: dropFieldsSchema,
    isEdited: z.boolean().meta({ description: 'Somebody has changed the proposal.' }),
    library: z
      .object({ id, name: z.string(), root: z.int().min(0) })
      .nullable()
      .meta({ description: 'Where it would go; null where somebody has to choose.' }),
    series: z
      .object({ id, title: z.string() })
      .nullable()
      .meta({ description: 'The series that is there already.' }),
    target: z
      .string()
      .nullable()
      .meta({ description: 'The path in the folder of the library that it would get.' }),
    companions: z
      .array(z.string())
      .meta({ description: 'Files that go with it, such as metadata of its name.' }),
    duplicates: z
      .array(
        z.object({
          bookId: id,
          title: z.string(),
          libraryId: id,
          why: z.enum(['content', 'size', 'number']).meta({
            description: 'The same content, a file of the same size, or the same number of the series.',
          }),
        }),
      )
      .meta({ description: 'Books that are probably the same. At most five.' }),
    doubts: z
      .array(z.enum(['series', 'content', 'size', 'number']))
      .meta({ description: 'Why it is not accepted without being looked at.' }),
    problem: reasonSchema.nullable().meta({ description: 'Why it cannot be accepted as it is.' }),
  })
  .meta({ id: 'DroppedFile' });
export type DroppedFile = z.infer<typeof droppedFileSchema>;
export type DropDoubt = DroppedFile['doubts'][number];

export const dropFolderSchema = z
  .object({
    isEnabled: z.boolean().meta({ description: 'The configuration names one (`drop_folder.path`).' }),
    name: z.string().nullable().meta({ description: 'Its name, without where it lies.' }),
    problem: reasonSchema.nullable().meta({ description: 'Why it cannot be used.' }),
    waiting: count64.meta({ description: 'Files that wait for a decision.' }),
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
      description:
        'A path of one’s own in the folder of the library, with or without the ending of the file.',
    }),
    isDismissed: z.boolean(),
  })
  .partial()
  .meta({ id: 'EditDroppedFile', description: 'Null takes an edit back; empty leaves the value out.' });
export type EditDropped = z.infer<typeof editDroppedSchema>;

const acceptedSchema = z
  .object({
    accepted: z.array(z.object({ id, libraryId: id, path: z.string() })),
    refused: z.array(z.object({ id, path: z.string(), reason: reasonSchema })),
  })
  .meta({ id: 'AcceptedFiles' });
export type AcceptedFiles = z.infer<typeof acceptedSchema>;

export const dropFolder = routes('Drop folder', 'Books that wait in a folder until somebody accepts them.', {
  status: {
    method: 'GET',
    path: '/api/v1/drop-folder',
    summary: 'Whether there is a drop folder, and how much waits in it',
    access: 'files:upload',
    answers: { 200: json(dropFolderSchema) },
  },
  list: {
    method: 'GET',
    path: '/api/v1/drop-folder/files',
    summary: 'What waits in the drop folder, and where it would go',
    description: 'The latest first. Libraries, series and duplicates are those that the caller sees.',
    access: 'files:upload',
    query: pageQuery.extend({
      dismissed: flag.default(false).meta({ description: 'Those that were dismissed instead.' }),
    }),
    answers: { 200: json(paginated(droppedFileSchema)) },
  },
  check: {
    method: 'POST',
    path: '/api/v1/drop-folder/check',
    summary: 'Look into the drop folder now',
    description: 'It is also looked into by itself, soon after something changes.',
    access: 'files:upload',
    answers: { 202: empty('It is being looked into') },
    errors: ['conflict'],
  },
  edit: {
    method: 'PATCH',
    path: '/api/v1/drop-folder/files/{id}',
    summary: 'Change where a file would go, or dismiss it',
    description: 'A dismissed file stays where it is and is not proposed any more, until it is another one.',
    access: 'files:upload',
    params: idParams,
    body: editDroppedSchema,
    answers: { 200: json(droppedFileSchema) },
  },
  accept: {
    method: 'POST',
    path: '/api/v1/drop-folder/accept',
    summary: 'Move files into the libraries that are proposed for them',
    description:
      'These, or without `ids` all that nothing speaks against. Nothing is overwritten; a file is in the library whole or not at all, and is read at once. Those that stay are named.',
    access: 'files:upload',
    body: z.object({ ids: z.array(id).min(1).max(maxAccepted).optional() }),
    optionalBody: true,
    answers: { 200: json(acceptedSchema) },
    errors: ['conflict', 'not_found'],
  },
});
