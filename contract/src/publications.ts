// Books as Readium web publications: manifest, positions, the files inside an EPUB (contract section 4).
import { z } from 'zod';
import { id, idParams } from './fields.ts';
import { bytes, routes } from './route.ts';

export const publications = routes('Publications', 'Readium web publications.', {
  manifest: {
    method: 'GET',
    path: '/api/v1/books/{id}/manifest',
    summary: 'Readium Web Publication Manifest',
    description: 'Of an EPUB, or of a comic or PDF as a list of page images (Divina).',
    access: 'pages:read',
    params: idParams,
    answers: { 200: bytes(['application/webpub+json', 'application/divina+json']) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  positions: {
    method: 'GET',
    path: '/api/v1/books/{id}/positions',
    summary: 'Readium positions list',
    access: 'pages:read',
    params: idParams,
    answers: { 200: bytes(['application/vnd.readium.position-list+json']) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  resource: {
    method: 'GET',
    path: '/api/v1/books/{id}/resources/{path*}',
    summary: 'A file inside an EPUB',
    description:
      'Sandboxed by its headers: no scripts, no access to anything but the book itself. Takes `Range` and `If-Range`.',
    access: 'pages:read',
    params: z.object({ id, path: z.string() }),
    answers: { 200: bytes(['*/*']), 206: bytes(['*/*'], 'The range asked for') },
    rateLimit: 'tenth',
    errors: ['page_extraction_failed', 'conflict', 'range_not_satisfiable'],
  },
});
