// Trash for deleted book files. Restoring a file also restores all reading data of the book.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { count64, id, idParams, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';

/** Limit for each request. */
export const maxRestored = 1_000;

export const trashedFileSchema = z
  .object({
    id,
    bookId: id.nullable(),
    seriesId: id.nullable(),
    libraryId: id,
    libraryName: z.string(),
    title: z.string(),
    seriesTitle: z.string(),
    path: z.string().meta({ description: 'Original path, relative to the library folder.' }),
    sizeBytes: count64,
    deletedBy: z
      .string()
      .nullable()
      .meta({ description: 'User name of the person who deleted it. Null if unknown.' }),
    deletedAt: time,
    expiresAt: time.nullable().meta({
      description:
        'Time of permanent deletion (setting `trash.keep_days`). Null if it is kept until deleted manually.',
    }),
  })
  .meta({ id: 'TrashedFile' });
export type TrashedFile = z.infer<typeof trashedFileSchema>;

const refusedBook = z
  .object({ bookId: id, title: z.string(), reason: reasonSchema })
  .meta({ id: 'RefusedBook' });

const byPermission =
  'Returns 403 if the library does not allow file changes (`allowFileChanges`). Reading data of the book is kept.';

export const trash = routes('Trash', 'Trash for deleted book files.', {
  trashBook: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/file',
    summary: 'Move a book file to the trash',
    description: `${byPermission} Returns 409 if the file is missing or cannot be moved.`,
    access: 'files:manage',
    params: idParams,
    answers: { 200: json(trashedFileSchema) },
    errors: ['conflict', 'insufficient_storage'],
  },
  trashSeries: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/files',
    summary: 'Move the files of a series to the trash',
    description: `${byPermission} The response lists files that could not be moved; returns 409 if none could be moved.`,
    access: 'files:manage',
    params: idParams,
    answers: {
      200: json(z.object({ trashed: z.array(trashedFileSchema), refused: z.array(refusedBook) })),
    },
    errors: ['conflict', 'insufficient_storage'],
  },
  list: {
    method: 'GET',
    path: '/api/v1/trash',
    summary: 'List the trash',
    description: 'Returns the most recently deleted files first.',
    access: 'files:manage',
    query: pageQuery,
    answers: { 200: json(paginated(trashedFileSchema)) },
  },
  restore: {
    method: 'POST',
    path: '/api/v1/trash/{id}/restore',
    summary: 'Restore a file from the trash',
    description: 'Moves the file to its original path. Returns 409 if a file with this name exists.',
    access: 'files:manage',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict', 'insufficient_storage'],
  },
  restoreMany: {
    method: 'POST',
    path: '/api/v1/trash/restore',
    summary: 'Restore files from the trash',
    description: 'The response lists files that could not be restored; they stay in the trash.',
    access: 'files:manage',
    body: z.object({ ids: z.array(id).min(1).max(maxRestored) }),
    answers: {
      200: json(
        z.object({
          restored: z.int().min(0),
          refused: z.array(z.object({ id, title: z.string(), reason: reasonSchema })),
        }),
      ),
    },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/trash/{id}',
    summary: 'Delete a file from the trash',
    description: 'Deletes the file permanently.',
    access: 'files:manage',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  empty: {
    method: 'DELETE',
    path: '/api/v1/trash',
    summary: 'Empty the trash',
    description:
      'Permanently deletes all files in the trash that the caller can access, and returns their number.',
    access: 'files:manage',
    answers: { 200: json(z.object({ removed: z.int().min(0) })) },
  },
});
