// Pages of a book as images.
import { z } from 'zod';
import { decimal, id, idParams, int32, int64 } from './fields.ts';
import { bytes, json, routes } from './route.ts';
import { convertedFormats, imageTypes } from './values.ts';

export const pageSchema = z
  .object({
    pageNumber: int32.meta({ description: 'Counts from 1.' }),
    fileName: z.string(),
    mediaType: z.string(),
    fileFormat: z
      .string()
      .meta({ description: 'The image format: jpeg, png, webp, gif, avif, jxl, heic, heif, bmp, tiff.' }),
    fileSize: int64.nullable().meta({ description: 'Bytes as stored; null for rendered pages.' }),
    width: int32.nullable(),
    height: int32.nullable(),
    doublePage: z.boolean(),
    skipped: z.boolean().meta({
      description: 'A page of credits that readers leave out. It keeps its number, and can be asked for.',
    }),
  })
  .meta({ id: 'Page' });
export type Page = z.infer<typeof pageSchema>;

const pageParams = z.object({ id, number: decimal(z.int().min(1)) });
/** An address that names a version of the image may be kept for ever. */
export const versionQuery = z.object({
  v: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Beginning of the ETag: the answer may be kept for ever.' }),
});

const convertQuery = versionQuery.extend({
  width: decimal(z.int().min(1).max(4096)).optional().meta({ description: 'Never scaled up.' }),
  format: z.enum(convertedFormats).optional(),
});

export const pages = routes('Pages', 'Reading: page images.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages',
    summary: 'Pages of a book in reading order',
    access: 'pages:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(z.array(pageSchema)) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  image: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{number}',
    summary: 'Image of a page, counted from 1',
    description:
      'The bytes as stored, or for PDF a rendered JPEG; `width` and `format` convert. Without `format`, what the Accept header shows that a client cannot display (JPEG XL, HEIC, TIFF) comes as WebP where it names that, else as JPEG. Animations keep moving: a GIF has its size where no `format` is asked for, PNG and AVIF in their own format, WebP its frames.',
    access: 'pages:read',
    params: pageParams,
    query: convertQuery,
    answers: { 200: bytes(imageTypes) },
    rateLimit: 'tenth',
    errors: ['page_extraction_failed', 'conflict'],
  },
  pageThumbnail: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{number}/thumbnail',
    summary: 'A page, small',
    access: 'pages:read',
    params: pageParams,
    query: versionQuery,
    answers: { 200: bytes(['image/jpeg']) },
    rateLimit: 'tenth',
    errors: ['page_extraction_failed', 'conflict'],
  },
});
