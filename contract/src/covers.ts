// Covers of books and series: seen, chosen, uploaded, removed.
import { z } from 'zod';
import { id, idParams, int32, int64, optionalQuery, time } from './fields.ts';
import { versionQuery } from './pages.ts';
import { bytes, empty, json, routes } from './route.ts';
import { coverSources } from './values.ts';

export const coverSchema = z
  .object({
    id: z.string().meta({
      description: 'A uuid for an uploaded cover and one of a provider, else the name of its source.',
    }),
    source: z.enum(coverSources),
    providerName: z.string().nullable().meta({ description: 'Of a cover of a provider.' }),
    isSelected: z.boolean(),
    mediaType: z.string().nullable(),
    width: int32.nullable(),
    height: int32.nullable(),
    fileSize: int64.nullable(),
    createdAt: time.nullable(),
  })
  .meta({ id: 'Cover' });
export type Cover = z.infer<typeof coverSchema>;

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
      summary: 'The cover, small',
      access: read,
      params: idParams,
      query: versionQuery.extend(optionalQuery.shape),
      answers: { 200: bytes(['image/jpeg']), 204: empty('There is no picture') },
      rateLimit: 'tenth',
      errors: ['conflict'],
    },
    list: {
      method: 'GET',
      path: `${base}/covers`,
      summary: 'Covers to choose from',
      access: read,
      params: idParams,
      answers: { 200: json(list) },
    },
    upload: {
      method: 'POST',
      path: `${base}/cover`,
      summary: 'Upload a cover and select it',
      description: 'Multipart field `file`: JPEG, PNG, WebP, AVIF or GIF, checked by content.',
      access: write,
      params: idParams,
      upload: true,
      answers: { 201: json(coverSchema) },
    },
    select: {
      method: 'PUT',
      path: `${base}/covers/{coverId}/select`,
      summary: 'Use a cover',
      description:
        'A person has chosen it, also where it is that of the file: no cover of a provider takes its place by itself.',
      access: write,
      params: coverParams,
      answers: { 200: json(coverSchema) },
    },
    reset: {
      method: 'DELETE',
      path: `${base}/covers/selected`,
      summary: 'Back to the cover that is chosen when nobody chooses',
      description:
        'That of the file, unless the library takes covers of providers (`metadataProviders.covers`).',
      access: write,
      params: idParams,
      answers: { 204: empty() },
    },
    remove: {
      method: 'DELETE',
      path: `${base}/covers/{coverId}`,
      summary: 'Delete an uploaded cover, or one of a provider',
      access: write,
      params: coverParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    image: {
      method: 'GET',
      path: `${base}/covers/{coverId}/image`,
      summary: 'Image of a cover, full size',
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
