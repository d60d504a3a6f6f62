// Files of books are deleted through a trash, from which they come back with everything that people did with the book.
import { z } from 'zod';
import { reasonSchema } from './errors.ts';
import { count64, id, idParams, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';

/** Of one request. */
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
    path: z.string().meta({ description: 'Where it was, relative to the folder of the library.' }),
    sizeBytes: count64,
    deletedBy: z.string().nullable().meta({ description: 'The name of who deleted it.' }),
    deletedAt: time,
    expiresAt: time.nullable().meta({
      description: 'When it is deleted for good (setting `trash.keep_days`); null for never by itself.',
    }),
  })
  .meta({ id: 'TrashedFile' });
export type TrashedFile = z.infer<typeof trashedFileSchema>;

const refusedBook = z
  .object({ bookId: id, title: z.string(), reason: reasonSchema })
  .meta({ id: 'RefusedBook' });

const byPermission =
  'The library has to allow it (`allowFileChanges`), else 403. What people did with the book is kept.';

export const trash = routes('Trash', 'Files of books are deleted through a trash.', {
  trashBook: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/file',
    summary: "Move a book's file into the trash",
    description: `${byPermission} 409 when the file is not there, or cannot be moved.`,
    access: 'files:manage',
    params: idParams,
    answers: { 200: json(trashedFileSchema) },
    errors: ['conflict', 'insufficient_storage'],
  },
  trashSeries: {
    method: 'DELETE',
    path: '/api/v1/series/{id}/files',
    summary: 'Move the files of all books of a series into the trash',
    description: `${byPermission} Those that cannot be moved stay and are named; 409 when none can.`,
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
    summary: 'Files in the trash, those deleted last first',
    access: 'files:manage',
    query: pageQuery,
    answers: { 200: json(paginated(trashedFileSchema)) },
  },
  restore: {
    method: 'POST',
    path: '/api/v1/trash/{id}/restore',
    summary: 'Put a file back where it was',
    description: 'Nothing is overwritten: 409 when there is a file of that name now.',
    access: 'files:manage',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict', 'insufficient_storage'],
  },
  restoreMany: {
    method: 'POST',
    path: '/api/v1/trash/restore',
    summary: 'Put several files back where they were',
    description: 'Those that cannot be put back stay in the trash and are named.',
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
    summary: 'Delete a file in the trash for good',
    access: 'files:manage',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
  empty: {
    method: 'DELETE',
    path: '/api/v1/trash',
    summary: 'Delete all files in the trash for good',
    description: 'As far as the caller sees them.',
    access: 'files:manage',
    answers: { 200: json(z.object({ removed: z.int().min(0) })) },
  },
});
