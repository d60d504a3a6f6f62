// Uploads of books into libraries with the tus protocol 1.0.0 (tus.io/protocols/resumable-upload). Works with all tus
// clients.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { count64, decimal, id, idParams, storable, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';

/** Limit of open uploads for each user. */
export const maxUploads = 1_000;
/** Limit of files in one `check` request. */
export const maxCheckedFiles = 1_000;

const relativePath = storable(z.string().min(1).max(1_000));

export const uploadSchema = z
  .object({
    id,
    libraryId: id,
    libraryName: z.string(),
    path: z.string().meta({ description: 'Target path, relative to the library folder.' }),
    sizeBytes: count64,
    receivedBytes: count64.meta({
      description: 'Number of bytes that are stored safely. The upload continues here.',
    }),
    state: z.enum(['receiving', 'finished', 'failed']),
    reason: reasonSchema.nullable().meta({ description: 'Reason for a failure. Null if there is none.' }),
    createdAt: time,
    expiresAt: time.meta({
      description:
        'Time at which an unfinished upload is deleted; each received part extends it. For a finished upload, the time at which its record is deleted.',
    }),
  })
  .meta({ id: 'Upload' });
export type Upload = z.infer<typeof uploadSchema>;

const checkedFileSchema = z
  .object({
    path: z.string().meta({ description: 'Requested path.' }),
    target: z.string().nullable().meta({
      description:
        'Target path. Names that some file systems reject are changed, and existing folders are used.',
    }),
    problem: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the file cannot be uploaded. Null if it can.' }),
    duplicates: z.array(z.object({ bookId: id, title: z.string(), libraryId: id })).meta({
      description: 'Probable duplicates: books with the same size and a similar name. At most five.',
    }),
  })
  .meta({ id: 'CheckedFile' });
export type CheckedFile = z.infer<typeof checkedFileSchema>;

const place = {
  libraryId: id,
  root: z.int().min(0).max(999).default(0).meta({ description: 'Zero-based index of the library folder.' }),
  folder: z
    .union([z.literal(''), relativePath])
    .default('')
    .meta({ description: 'Folder relative to the library folder. Created if missing.' }),
};

const version = { 'Tus-Resumable': z.literal('1.0.0') };
const target =
  'Base64 values: `libraryId`; `filename`, or `relativePath` including folders; and optionally `root` (zero-based index of the library folder) and `folder` (relative to it).';

export const uploads = routes('Uploads', 'Resumable uploads of books into libraries (tus 1.0.0).', {
  list: {
    method: 'GET',
    path: '/api/v1/uploads',
    summary: 'List your uploads',
    description: 'Returns active and recently ended uploads, newest first.',
    access: 'files:upload',
    answers: { 200: json(z.object({ uploads: z.array(uploadSchema) })) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/uploads',
    summary: 'Create an upload',
    description:
      'Supports the tus extensions `creation` and `creation-with-upload`. The file appears in the library under its name when it is complete, and is analyzed immediately. Existing files are never replaced; returns 409 instead. Callers with access to only a part of the library learn nothing of hidden files: their file gets a free name instead. `Location` is the URL for the bytes.',
    access: 'files:upload',
    bytesBody: 'application/offset+octet-stream',
    headers: z.object({
      ...version,
      'Upload-Length': z.string().meta({ description: 'Size of the file in bytes.' }),
      'Upload-Metadata': z.string().meta({ description: target }),
    }),
    answers: {
      201: empty('`Location` is the URL of the upload, `Upload-Offset` the number of received bytes'),
    },
    errors: ['not_found', 'conflict', 'gone', 'precondition_failed'],
  },
  check: {
    method: 'POST',
    path: '/api/v1/uploads/check',
    summary: 'Check files before an upload',
    description:
      'Returns the target path, problems and probable duplicates of each file. Nothing is changed. Callers with access to only a part of the library learn only of books that they can see.',
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
          problem: reasonSchema.nullable().meta({
            description: 'Problem that affects all files, such as a full disk. Null if there is none.',
          }),
        }),
      ),
    },
    errors: ['not_found'],
  },
  folders: {
    method: 'GET',
    path: '/api/v1/libraries/{id}/folders',
    summary: 'List the folders of a library',
    description:
      'Returns folders that can receive files. Empty for callers with access to only a part of the library.',
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
    summary: 'Get an upload',
    description: 'A `HEAD` request returns `Upload-Offset` and `Upload-Length` as defined by tus 1.0.0.',
    access: 'files:upload',
    params: idParams,
    answers: { 200: json(uploadSchema) },
    errors: ['gone', 'conflict'],
  },
  append: {
    method: 'PATCH',
    path: '/api/v1/uploads/{id}',
    summary: 'Send a part of an upload',
    description:
      'Accepts bytes from `Upload-Offset` on. Parts below 100 MB pass most proxies. Returns 409 if the offset does not match, or if the file was created by other means in the meantime.',
    access: 'files:upload',
    params: idParams,
    bytesBody: 'application/offset+octet-stream',
    headers: z.object({ ...version, 'Upload-Offset': z.string() }),
    answers: { 204: empty('`Upload-Offset` is the start of the next part') },
    errors: ['conflict', 'gone', 'precondition_failed'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/uploads/{id}',
    summary: 'Cancel an upload',
    description: 'Cancels the upload, or deletes the record of an ended one. Files in the library are kept.',
    access: 'files:upload',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
});
