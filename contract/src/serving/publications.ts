// Readium web publications: manifest, positions, and resources of EPUB files.
import { z } from 'zod';
import { count32, id, idParams } from '../fields.ts';
import { bytes, jsonBytes, routes } from '../route.ts';

const linkSchema = z
  .looseObject({
    href: z.string().meta({ description: 'URL relative to the manifest.' }),
    type: z.string().optional(),
    title: z.string().optional(),
    rel: z.union([z.string(), z.array(z.string())]).optional(),
    width: count32.optional(),
    height: count32.optional(),
    get children() {
      return z.array(linkSchema).optional();
    },
    get alternate() {
      return z.array(linkSchema).optional();
    },
  })
  .meta({ id: 'PublicationLink', description: 'Link of a Readium manifest.' });

const links = z.array(linkSchema);
const manifestSchema = z
  .looseObject({
    '@context': z.string(),
    metadata: z.looseObject({ title: z.string() }),
    links,
    readingOrder: links,
    resources: links.optional(),
    toc: links.optional(),
    landmarks: links.optional(),
    pageList: links.optional(),
  })
  .meta({ id: 'PublicationManifest', description: 'Readium Web Publication Manifest.' });

const share = z.number().min(0).max(1);
const positionsSchema = z
  .object({
    total: count32,
    positions: z.array(
      z.object({
        href: z.string(),
        type: z.string(),
        title: z.string().optional(),
        locations: z.object({ position: count32, progression: share, totalProgression: share }),
      }),
    ),
  })
  .meta({ id: 'PositionList', description: 'Readium positions list.' });

export const publications = routes('Publications', 'Readium web publications.', {
  manifest: {
    method: 'GET',
    path: '/api/v1/books/{id}/manifest',
    summary: 'Get the manifest of a book',
    description:
      'Returns a Readium Web Publication Manifest. Comics and PDFs are returned as a list of page images (Divina).',
    access: 'pages:read',
    params: idParams,
    answers: { 200: jsonBytes(['application/webpub+json', 'application/divina+json'], manifestSchema) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  positions: {
    method: 'GET',
    path: '/api/v1/books/{id}/positions',
    summary: 'Get the positions of a book',
    description: 'Returns a Readium positions list.',
    access: 'pages:read',
    params: idParams,
    answers: { 200: jsonBytes(['application/vnd.readium.position-list+json'], positionsSchema) },
    errors: ['page_extraction_failed', 'conflict'],
  },
  resource: {
    method: 'GET',
    path: '/api/v1/books/{id}/resources/{path*}',
    summary: 'Get a resource of an EPUB',
    description:
      'Returns a file inside the EPUB. Supports `Range` and `If-Range`. Response headers sandbox the content: no scripts, and no access outside the book.',
    access: 'pages:read',
    params: z.object({ id, path: z.string().min(1) }),
    answers: { 200: bytes(['*/*']), 206: bytes(['*/*'], 'The requested range') },
    rateLimit: 'tenth',
    errors: ['page_extraction_failed', 'conflict', 'range_not_satisfiable'],
  },
});
