// What readers mark in books: bookmarks, and highlights with notes.
import { z } from 'zod';
import { flag, id, idParams, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { locatorSchema } from './progress.ts';
import { empty, json, routes } from './route.ts';
import { annotationColors, annotationKinds } from './values.ts';

export const maxNoteLength = 10_000;
export const maxAnnotationsOfBook = 10_000;
/** Of one user in all books, with those that were deleted within the last month. */
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
    text: z.string().nullable().meta({ description: 'What is marked, or what stands at a bookmark.' }),
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
      description: 'When it was made or changed, if not now. A moment to come counts as now.',
    }),
  })
  .meta({ id: 'WriteAnnotation' });
export type WriteAnnotation = z.infer<typeof writeAnnotationSchema>;

export const changeAnnotationSchema = z
  .object({ color: color.nullish(), note: text(maxNoteLength).nullish() })
  .meta({ id: 'ChangeAnnotation' });
export type ChangeAnnotation = z.infer<typeof changeAnnotationSchema>;

const one = z.object({ id, annotationId: id });

export const annotations = routes('Annotations', 'What the caller has marked in books.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/{id}/annotations',
    summary: "The caller's bookmarks and highlights in a book, in the order of the book",
    access: 'books:read',
    params: idParams,
    query: pageQuery.extend({ kind: kind.optional() }),
    answers: { 200: json(paginated(annotationSchema)) },
  },
  put: {
    method: 'PUT',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Make or replace a bookmark or highlight',
    description: [
      'The id is made by the client (a UUID, version 7 by preference), so that what was made offline can be told of as often',
      'as is needed. What was changed later than `changedAt` stays as it is and is answered. 409 for the id of one that was',
      `deleted or belongs to another book, and beyond ${maxAnnotationsOfBook} in a book or`,
      `${maxAnnotations} in all.`,
    ].join(' '),
    access: 'progress:write',
    params: one,
    body: writeAnnotationSchema,
    answers: { 200: json(annotationSchema), 201: json(annotationSchema, 'Made') },
    errors: ['conflict'],
  },
  change: {
    method: 'PATCH',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Change the colour or the note',
    access: 'progress:write',
    params: one,
    body: changeAnnotationSchema,
    answers: { 200: json(annotationSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/annotations/{annotationId}',
    summary: 'Delete a bookmark or highlight',
    description: 'Its id is remembered for a month: what a device tells of it later does not bring it back.',
    access: 'progress:write',
    params: one,
    answers: { 204: empty() },
  },
  listOwn: {
    method: 'GET',
    path: '/api/v1/annotations',
    summary: 'All bookmarks and highlights of the caller, the last one first',
    description: 'Of the books that the caller sees.',
    access: 'books:read',
    query: pageQuery.extend({
      kind: kind.optional(),
      color: color.optional(),
      withNote: flag.optional(),
      search: z.string().max(200).optional().meta({ description: 'In what is marked and in notes.' }),
    }),
    answers: { 200: json(paginated(ownAnnotationSchema)) },
  },
});
