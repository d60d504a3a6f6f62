// A book as a Readium publication in OPDS 2: manifest, positions, pages and files. All addresses are absolute.

import { decimal, id, idParams } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import { guidedNavigationAnswer, guidedQuery } from '@lectern/contract/serving/panels';
import { imageTypes } from '@lectern/contract/values';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { cacheable } from './caching.ts';
import { positionsType, toAddresses, toManifestForm } from './manifest-form.ts';

const base = '/opds/v2/books/{id}';
const errors = ['page_extraction_failed', 'conflict'] as const;
const manifests = bytes(['application/webpub+json', 'application/divina+json']);

const publications = routes('OPDS', 'Books as Readium publications.', {
  manifest: {
    method: 'GET',
    path: `${base}/manifest`,
    summary: 'Get the manifest of a book: that of an EPUB, or a list of pages',
    access: 'pages:read',
    params: idParams,
    answers: { 200: manifests },
    errors,
  },
  otherManifest: {
    method: 'GET',
    path: `${base}/manifest/{profile}`,
    summary: 'Get the manifest of a book in a profile; 400 for an unavailable profile',
    access: 'pages:read',
    params: z.object({ id, profile: z.enum(['epub', 'divina', 'pdf']) }),
    answers: { 200: manifests },
    errors: [...errors, 'validation_failed'],
  },
  positions: {
    method: 'GET',
    path: `${base}/positions`,
    summary: 'Get the positions of a book',
    access: 'pages:read',
    params: idParams,
    answers: { 200: bytes([positionsType]) },
    errors,
  },
  guided: {
    method: 'GET',
    path: `${base}/guided-navigation`,
    summary: 'Get the Readium Guided Navigation document of all pages or of one page',
    access: 'pages:read',
    params: idParams,
    query: guidedQuery,
    conditional: true,
    answers: { 200: guidedNavigationAnswer },
    errors,
  },
  resource: {
    method: 'GET',
    path: `${base}/resources/{path*}`,
    summary: 'Get a file inside an EPUB',
    access: 'pages:read',
    params: z.object({ id, path: z.string() }),
    answers: { 200: bytes(['*/*']), 206: bytes(['*/*'], 'The requested range') },
    errors: [...errors, 'range_not_satisfiable'],
  },
  page: {
    method: 'GET',
    path: `${base}/pages/{number}`,
    summary: 'Get a one-based page as stored; with `format=jpeg` as a JPEG',
    access: 'pages:read',
    params: z.object({ id, number: decimal(z.int()) }),
    query: z.looseObject({ format: z.unknown().optional() }),
    answers: { 200: bytes(imageTypes) },
    errors,
  },
});

export function createPublicationRoutes({ services }: OpdsDependencies): MountedRoute[] {
  const { publications: service, pages, panels, files } = services;
  return implement(publications, {
    manifest: ({ viewer, params, request }) =>
      service.manifest(viewer, params.id, { toForm: (book) => toManifestForm(book, { request, files }) }),
    otherManifest: ({ viewer, params, request }) =>
      service.manifest(viewer, params.id, {
        profile: params.profile,
        toForm: (book) => toManifestForm(book, { request, files, profile: params.profile }),
      }),
    positions: ({ viewer, params, request }) =>
      service.positions(viewer, params.id, toAddresses(request, params.id)),
    guided: ({ viewer, params, query, request }) =>
      panels.getDocument(viewer, params.id, {
        href: `${request.root()}/opds/v2/books/${params.id}/guided-navigation`,
        addresses: toAddresses(request, params.id),
        number: query.page,
        signal: request.signal(),
      }),
    resource: ({ viewer, params: { id: bookId, path }, request }) =>
      service.resource(viewer, bookId, { path, folder: `/opds/v2/books/${bookId}/resources/`, request }),
    page: async ({ viewer, params, query, request }) =>
      cacheable(
        await pages.get(viewer, params.id, {
          number: params.number,
          ...(query.format === 'jpeg' && { format: 'jpeg' }),
          accept: request.headers.accept,
          acceptEncoding: request.headers['accept-encoding'],
        }),
        'page',
      ),
  });
}
