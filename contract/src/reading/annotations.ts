// Annotations: bookmarks, and highlights with notes.
import { z } from 'zod';
import { flag, id, idParams, storable, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { annotationColors, annotationKinds } from '../values.ts';
import { locatorSchema } from './progress.ts';

export const maxNoteLength = 10_000;
export const maxAnnotationsOfBook = 10_000;
/** Limit for each user across all books. Includes annotations deleted within the last month. */
export const maxAnnotations = 100_000;

const text = (length: number) => storable(z.string().max(length));

const color = z.enum(annotationColors);
const kind = z.enum(annotationKinds);

export const annotationSchema = z
  .object({
    id,
    bookId: id,
    kind,
    locator: locatorSchema,
    color: color.nullable(),
    note: z.string().nullable(),
    text: z.string().nullable().meta({ description: 'Highlighted text, or the text at a bookmark.' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotationSchema>;

export const ownAnnotationSchema = annotationSchema
  .extend({ bookTitle: z.string(), seriesId: id, seriesName: z.string() })
  .meta({ id: 'OwnAnnotation' });
export type OwnAnnotation = z.infer<typeof ownAnnotationSchema>;

export const writeAnnotationSchema = z
  .object({
    kind,
    locator: locatorSchema,
    color: color.nullish(),
    note: text(maxNoteLength).nullish(),
    text: text(5_000).nullish(),
    changedAt: z.iso.datetime({ offset: true }).optional().meta({
      description: 'Time of the change. Defaults to the time of the request; future times count as now.',
    }),
  })
  .meta({ id: 'WriteAnnotation' });
export type WriteAnnotation = z.infer<typeof writeAnnotationSchema>;

export const changeAnnotationSchema = z
  .object({ color: color.nullish(), note: text(maxNoteLength).nullish() })
  .meta({ id: 'ChangeAnnotation' });
export type ChangeAnnotation = z.infer<typeof changeAnnotationSchema>;

const annotationParams = z.object({ id, annotationId: id });

export const annotations = routes('Annotations', 'Bookmarks and highlights of the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/{id}/annotations',
    summary: 'List your annotations in a book',
    description: 'Returns bookmarks and highlights in book order.',
    access: 'books:read',
    params: idParams,
    query: pageQuery.extend({ kind: kind.optional() }),
    answers: { 200: json(paginated(annotationSchema)) },
  },
  put: {
    method: 'PUT',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Create or replace an annotation',
    description: `Creates or replaces a bookmark or highlight. The client generates the id (a UUID, preferably version 7), so offline changes can be sent repeatedly. If the stored annotation changed after \`changedAt\`, it is kept and returned. Returns 409 if the id was deleted or belongs to another book, and if the limit of ${maxAnnotationsOfBook} annotations in a book or ${maxAnnotations} for a user is reached.`,
    access: 'progress:write',
    params: annotationParams,
    body: writeAnnotationSchema,
    answers: { 200: json(annotationSchema), 201: json(annotationSchema, 'Created') },
    errors: ['conflict'],
  },
  change: {
    method: 'PATCH',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Change the color or note of an annotation',
    description: 'Omitted fields are left unchanged. Returns the updated annotation.',
    access: 'progress:write',
    params: annotationParams,
    body: changeAnnotationSchema,
    answers: { 200: json(annotationSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Delete an annotation',
    description:
      'The id stays reserved for a month, so that delayed updates from other devices do not restore the annotation.',
    access: 'progress:write',
    params: annotationParams,
    answers: { 204: empty() },
  },
  listOwn: {
    method: 'GET',
    path: '/api/v1/annotations',
    summary: 'List all your annotations',
    description: 'Returns the newest annotations first, from all books that the caller can access.',
    access: 'books:read',
    query: pageQuery.extend({
      kind: kind.optional(),
      color: color.optional(),
      withNote: flag.optional(),
      search: z.string().max(200).optional().meta({ description: 'Text to find in highlights and notes.' }),
    }),
    answers: { 200: json(paginated(ownAnnotationSchema)) },
  },
});
