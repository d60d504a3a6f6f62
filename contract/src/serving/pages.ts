// Page images of a book.
import { z } from 'zod';
import { decimal, id, idParams, int32, int64 } from '../fields.ts';
import { bytes, json, routes } from '../route.ts';
import { convertedFormats, imageTypes } from '../values.ts';

export const pageSchema = z
  .object({
    pageNumber: int32.meta({ description: 'Page number, starting at 1.' }),
    fileName: z.string(),
    mediaType: z.string(),
    fileFormat: z
      .string()
      .meta({ description: 'Image format: jpeg, png, webp, gif, avif, jxl, heic, heif, bmp or tiff.' }),
    fileSize: int64.nullable().meta({ description: 'Stored size in bytes. Null for rendered pages.' }),
    width: int32.nullable(),
    height: int32.nullable(),
    doublePage: z.boolean(),
    skipped: z.boolean().meta({
      description:
        'Whether readers omit this page as a credit page. Its number does not change, and it can be requested.',
    }),
  })
  .meta({ id: 'Page' });
export type Page = z.infer<typeof pageSchema>;

const pageParams = z.object({ id, number: decimal(z.int().min(1)) });
/** Images can be cached permanently if the URL contains a version. */
export const versionQuery = z.object({
  v: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Prefix of the ETag. Allows permanent caching of the response.' }),
});

const convertQuery = versionQuery.extend({
  width: decimal(z.int().min(1).max(4096))
    .optional()
    .meta({ description: 'Maximum width in pixels. Images are never enlarged.' }),
  format: z.enum(convertedFormats).optional(),
});

export const pages = routes('Pages', 'Page images for reading.', {
  list: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages',
    summary: 'List the pages of a book',
    description: 'Returns pages in reading order.',
    access: 'pages:read',
    params: idParams,
    conditional: true,
    answers: { 200: json(z.array(pageSchema)) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  image: {
    method: 'GET',
    path: '/api/v1/books/{id}/pages/{number}',
    summary: 'Get a page image',
    description:
      'Returns the stored image, or a rendered JPEG for PDF. `width` and `format` convert the image. Without `format`, an image type that the client does not accept (JPEG XL, HEIC, TIFF) is converted to WebP if accepted, otherwise to JPEG. Animations are preserved: GIF is resized only without `format`, PNG and AVIF keep their own format, and WebP keeps its frames.',
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
    summary: 'Get a page thumbnail',
    description: 'Returns a small JPEG image of the page.',
    access: 'pages:read',
    params: pageParams,
    query: versionQuery,
    answers: { 200: bytes(['image/jpeg']) },
    rateLimit: 'tenth',
    errors: ['page_extraction_failed', 'conflict'],
  },
});
