// Uploads of books into libraries, by the tus protocol 1.0.0 (tus.io/protocols/resumable-upload): any client of it does.
import { z } from 'zod';
import { reasonSchema } from './errors.ts';
import { count64, decimal, id, idParams, storable, time } from './fields.ts';
import { empty, json, routes } from './route.ts';

/** Of one user, at once. */
export const maxUploads = 1_000;
/** Files of one request to `check`. */
export const maxCheckedFiles = 1_000;

const relativePath = storable(z.string().min(1).max(1_000));

export const uploadSchema = z
  .object({
    id,
    libraryId: id,
    libraryName: z.string(),
    path: z
      .string()
      .meta({ description: 'Where the file comes to lie, relative to the folder of the library.' }),
    sizeBytes: count64,
    receivedBytes: count64.meta({ description: 'They are safe: an upload is continued here.' }),
    state: z.enum(['receiving', 'finished', 'failed']),
    reason: reasonSchema.nullable().meta({ description: 'Why it failed.' }),
    createdAt: time,
    expiresAt: time.meta({
      description:
        'An unfinished one is thrown away then; later with each part that comes. A finished one is forgotten.',
    }),
  })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof uploadSchema>;

const checkedFileSchema = z
  .object({
    path: z.string().meta({ description: 'As it was asked for.' }),
    target: z.string().nullable().meta({
      description:
        'Where it would lie: names that some file system refuses are changed, folders that are there are used.',
    }),
    problem: reasonSchema.nullable().meta({ description: 'Why it cannot be uploaded.' }),
    duplicates: z.array(z.object({ bookId: id, title: z.string(), libraryId: id })).meta({
      description: 'Books that are probably the same: of the same size and a name alike. At most five.',
    }),
  })
  .meta({ id: 'CheckedFile' });
export type CheckedFile = z.infer<typeof checkedFileSchema>;

const place = {
  libraryId: id,
  root: z
    .int()
    .min(0)
    .max(999)
    .default(0)
    .meta({ description: 'Which folder of the library, counted from 0.' }),
  folder: z
    .union([z.literal(''), relativePath])
    .default('')
    .meta({ description: 'Below it; made when it is missing.' }),
};

const version = { 'Tus-Resumable': z.literal('1.0.0') };
const target = [
  'Values in base64: `libraryId`; `filename` or `relativePath` (with folders, as of a folder that was dropped); and, if',
  'wanted, `root` (which folder of the library, from 0) and `folder` (below it).',
].join(' ');

export const uploads = routes(
  'Uploads',
  'Books are uploaded into libraries, with breaks if need be (tus 1.0.0).',
  {
    list: {
      method: 'GET',
      path: '/api/v1/uploads',
      summary: "The caller's uploads, the newest first",
      description: 'Those under way, and those that have ended lately.',
      access: 'files:upload',
      answers: { 200: json(z.object({ uploads: z.array(uploadSchema) })) },
    },
    create: {
      method: 'POST',
      path: '/api/v1/uploads',
      summary: 'Begin an upload',
      description: [
        'By the extensions `creation` and `creation-with-upload` of tus 1.0.0. The file appears in the library when it is',
        'whole, under its name, and is read at once. It never replaces one that is there: 409. `Location` is where the bytes go.',
      ].join(' '),
      access: 'files:upload',
      bytesBody: 'application/offset+octet-stream',
      headers: z.object({
        ...version,
        'Upload-Length': z.string().meta({ description: 'Bytes of the file.' }),
        'Upload-Metadata': z.string().meta({ description: target }),
      }),
      answers: { 201: empty('`Location` is the address of the upload, `Upload-Offset` what came with it') },
      errors: ['not_found', 'conflict', 'gone', 'precondition_failed'],
    },
    check: {
      method: 'POST',
      path: '/api/v1/uploads/check',
      summary: 'Look at files before they are uploaded',
      access: 'files:upload',
      body: z.object({
        ...place,
        files: z
          .array(z.object({ path: relativePath, sizeBytes: count64 }))
          .min(1)
          .max(maxCheckedFiles),
      }),
      answers: {
        200: json(
          z.object({
            files: z.array(checkedFileSchema),
            problem: reasonSchema
              .nullable()
              .meta({ description: 'What keeps all of them away, such as a full disk.' }),
          }),
        ),
      },
      errors: ['not_found'],
    },
    folders: {
      method: 'GET',
      path: '/api/v1/libraries/{id}/folders',
      summary: 'Folders of a library that files can be uploaded or moved into',
      description: 'Nothing for who sees a part of the library alone.',
      access: ['files:upload', 'files:manage'],
      params: idParams,
      query: z.object({
        root: decimal(z.int().min(0).max(999)).default(0),
        folder: z.string().max(1_000).default(''),
      }),
      answers: { 200: json(z.object({ folders: z.array(z.string()).max(5_000) })) },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: '/api/v1/uploads/{id}',
      summary: 'How far an upload is',
      description: 'A `HEAD` request says it in `Upload-Offset` and `Upload-Length`, as tus 1.0.0 has it.',
      access: 'files:upload',
      params: idParams,
      answers: { 200: json(uploadSchema) },
      errors: ['gone', 'conflict'],
    },
    append: {
      method: 'PATCH',
      path: '/api/v1/uploads/{id}',
      summary: 'Send the next part of a file',
      description: [
        'Bytes from `Upload-Offset` on, as many as one likes: parts below 100 MB pass most proxies. 409 when they do not begin where',
        'the upload stands, or when the file came to be there by other means meanwhile.',
      ].join(' '),
      access: 'files:upload',
      params: idParams,
      bytesBody: 'application/offset+octet-stream',
      headers: z.object({ ...version, 'Upload-Offset': z.string() }),
      answers: { 204: empty('`Upload-Offset` is where the next part begins') },
      errors: ['conflict', 'gone', 'precondition_failed'],
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/uploads/{id}',
      summary: 'Give an upload up, or forget one that has ended',
      description: 'A file that is in the library stays there.',
      access: 'files:upload',
      params: idParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
  },
);
