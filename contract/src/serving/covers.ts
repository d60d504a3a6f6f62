// Covers of books and series.
import { z } from 'zod';
import { flag, id, idParams, int32, int64, time } from '../fields.ts';
import { bytes, empty, json, routes } from '../route.ts';
import { coverSources } from '../values.ts';
import { versionQuery } from './pages.ts';

export const coverSchema = z
  .object({
    id: z.string().meta({
      description: 'UUID for uploaded covers and provider covers, otherwise the name of the source.',
    }),
    source: z.enum(coverSources),
    providerName: z
      .string()
      .nullable()
      .meta({ description: 'Provider of the cover. Null for other sources.' }),
    isSelected: z.boolean(),
    mediaType: z.string().nullable(),
    width: int32.nullable(),
    height: int32.nullable(),
    fileSize: int64.nullable(),
    createdAt: time.nullable(),
  })
  .meta({ id: 'Cover' });
export type Cover = z.infer<typeof coverSchema>;

const optionalCover = flag.default(false).meta({
  description: 'Whether a missing cover returns 204 instead of a designed cover.',
});

const list = z.object({ covers: z.array(coverSchema) });
const coverParams = z.object({ id, coverId: z.string().min(1).max(64) });
const images = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;

function coverRoutes(noun: 'books' | 'series') {
  const base = `/api/v1/${noun}/{id}` as const;
  const read = noun === 'books' ? 'books:read' : 'series:read';
  const write = noun === 'books' ? 'books:write' : 'series:write';
  return {
    thumbnail: {
      method: 'GET',
      path: `${base}/thumbnail`,
      summary: 'Get the thumbnail',
      description:
        'Returns the selected cover as a JPEG thumbnail. Without a cover, returns a designed cover with the title, or 204 with `optional`.',
      access: read,
      params: idParams,
      query: versionQuery.extend({ optional: optionalCover }),
      answers: { 200: bytes(['image/jpeg']), 204: empty('No cover is available') },
      rateLimit: 'tenth',
      errors: ['conflict'],
    },
    list: {
      method: 'GET',
      path: `${base}/covers`,
      summary: 'List available covers',
      description: 'Returns the covers that can be selected.',
      access: read,
      params: idParams,
      answers: { 200: json(list) },
    },
    upload: {
      method: 'POST',
      path: `${base}/cover`,
      summary: 'Upload and select a cover',
      description:
        'Expects an image in the multipart field `file`: JPEG, PNG, WebP, AVIF or GIF, detected by content.',
      access: write,
      params: idParams,
      upload: true,
      answers: { 201: json(coverSchema) },
    },
    select: {
      method: 'PUT',
      path: `${base}/covers/{coverId}/select`,
      summary: 'Select a cover',
      description: 'The selection is kept: provider covers do not replace it automatically.',
      access: write,
      params: coverParams,
      answers: { 200: json(coverSchema) },
    },
    reset: {
      method: 'DELETE',
      path: `${base}/covers/selected`,
      summary: 'Reset the cover selection',
      description:
        'Returns to the automatic cover: that of the file, or of a provider if the library prefers provider covers (`metadataProviders.covers`).',
      access: write,
      params: idParams,
      answers: { 204: empty() },
    },
    remove: {
      method: 'DELETE',
      path: `${base}/covers/{coverId}`,
      summary: 'Delete a cover',
      description: 'Deletes an uploaded or provider cover. Returns 409 for other covers.',
      access: write,
      params: coverParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    image: {
      method: 'GET',
      path: `${base}/covers/{coverId}/image`,
      summary: 'Get a cover image',
      description: 'Returns the image in full size.',
      access: read,
      params: coverParams,
      query: versionQuery,
      answers: { 200: bytes(images) },
      rateLimit: 'tenth',
      errors: ['page_extraction_failed', 'conflict'],
    },
  } as const;
}

export const bookCovers = routes('Book covers', 'Covers of books.', coverRoutes('books'));
export const seriesCovers = routes('Series covers', 'Covers of series.', coverRoutes('series'));
