// Custom fonts for reading.
import { z } from 'zod';
import { id, idParams, int32, time } from '../fields.ts';
import { bytes, empty, json, routes } from '../route.ts';
import { fontFormats } from '../values.ts';

export const maxFontBytes = 10 * 1024 ** 2;
/** Limit for each user. */
export const maxFonts = 20;

export const fontSchema = z
  .object({
    id,
    name: z.string().meta({ description: 'Name of the uploaded file without extension.' }),
    format: z.enum(fontFormats),
    sizeBytes: int32,
    createdAt: time,
  })
  .meta({ id: 'Font' });
export type Font = z.infer<typeof fontSchema>;

export const fonts = routes('Fonts', 'Custom fonts of the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/fonts',
    summary: 'List your fonts',
    description: 'Returns fonts sorted by name.',
    access: 'user',
    conditional: true,
    answers: { 200: json(z.object({ fonts: z.array(fontSchema) })) },
  },
  add: {
    method: 'POST',
    path: '/api/v1/user/fonts',
    summary: 'Upload a font',
    description: `Expects a font of at most 10 MiB in the multipart field \`file\`: WOFF2, WOFF, TrueType or OpenType, detected by content. Font collections are rejected. Returns the existing font if it was uploaded before, and 409 if the caller has ${maxFonts} fonts.`,
    access: 'progress:write',
    upload: true,
    answers: { 200: json(fontSchema, 'Existing font'), 201: json(fontSchema, 'Added') },
    errors: ['conflict'],
  },
  file: {
    method: 'GET',
    path: '/api/v1/user/fonts/{id}/file',
    summary: 'Download a font',
    description: 'Returns the font file. Returns 404 for fonts of other users.',
    access: 'user',
    params: idParams,
    answers: { 200: bytes(fontFormats.map((format) => `font/${format}` as const)) },
    rateLimit: 'tenth',
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/fonts/{id}',
    summary: 'Delete a font',
    description: 'Books that use the font return to their default font.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
