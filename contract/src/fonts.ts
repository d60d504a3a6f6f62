// Fonts that users have added for reading.
import { z } from 'zod';
import { id, idParams, int32, time } from './fields.ts';
import { bytes, empty, json, routes } from './route.ts';
import { fontFormats } from './values.ts';

export const maxFontBytes = 10 * 1024 ** 2;
/** Of one user. */
export const maxFonts = 20;

export const fontSchema = z
  .object({
    id,
    name: z.string().meta({ description: 'The name of the uploaded file without its extension.' }),
    format: z.enum(fontFormats),
    sizeBytes: int32,
    createdAt: time,
  })
  .meta({ id: 'Font' });
export type Font = z.infer<typeof fontSchema>;

export const fonts = routes('Fonts', 'Fonts that the caller has added for reading.', {
  list: {
    method: 'GET',
    path: '/api/v1/user/fonts',
    summary: "The caller's fonts, by name",
    access: 'user',
    conditional: true,
    answers: { 200: json(z.object({ fonts: z.array(fontSchema) })) },
  },
  add: {
    method: 'POST',
    path: '/api/v1/user/fonts',
    summary: 'Add a font',
    description: [
      'Multipart field `file`: WOFF2, WOFF, TrueType or OpenType, checked by content, of at most 10 MiB. Collections of',
      `fonts are refused. A font that is there already is answered. 409 beyond ${maxFonts} fonts.`,
    ].join(' '),
    access: 'progress:write',
    upload: true,
    answers: { 200: json(fontSchema, 'It was there'), 201: json(fontSchema, 'Added') },
    errors: ['conflict'],
  },
  file: {
    method: 'GET',
    path: '/api/v1/user/fonts/{id}/file',
    summary: 'The font itself',
    access: 'user',
    params: idParams,
    answers: { 200: bytes(fontFormats.map((format) => `font/${format}` as const)) },
    rateLimit: 'tenth',
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/user/fonts/{id}',
    summary: 'Remove a font',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
});
