// A book as a Readium publication in OPDS 2: manifest, positions, pages and files. All addresses are absolute.

import { decimal, id, idParams } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import { becomesEpub, formats, imageTypes } from '@lectern/contract/values';
import { z } from 'zod';
import type { Addresses, ManifestForm, Publication } from '#features/serving/publications/index.ts';
import { toLastName } from '#infrastructure/files/names.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { mediaTypes, relations, toAuthenticationAddress, toBases } from '../addresses.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { cacheable } from './caching.ts';

const base = '/opds/v2/books/{id}';
const errors = ['page_extraction_failed', 'conflict'] as const;
const positionsType = 'application/vnd.readium.position-list+json';
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
  resource: {
    method: 'GET',
    path: `${base}/resources/{path*}`,
    summary: 'Get a file inside an EPUB',
    access: 'pages:read',
    params: z.object({ id, path: z.string() }),
    answers: { 200: bytes(['*/*']), 206: bytes(['*/*'], 'The requested range') },
    errors: [...errors, 'range_not_satisfiable'],
    rateLimit: 'tenth',
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
    rateLimit: 'tenth',
  },
});

const toBookAddress = (request: Pick<CallRequest, 'root'>, bookId: string): string =>
  `${request.root()}/opds/v2/books/${bookId}/`;

export function toAddresses(request: Pick<CallRequest, 'root'>, bookId: string): Addresses {
  const address = toBookAddress(request, bookId);
  return { resources: `${address}resources/`, pages: `${address}pages/` };
}

export function createPublicationRoutes({ services }: OpdsDependencies): MountedRoute[] {
  const { publications: service, pages, files } = services;
  const toForm = (request: CallRequest, { profile }: { profile?: string } = {}) => ({
    toForm(publication: Publication): ManifestForm {
      const { id: bookId, path, fileFormat } = publication.book;
      const address = toBookAddress(request, bookId);
      const name = toLastName(path).toWellFormed();
      const file = {
        href: `${address}file/${encodeURIComponent(name)}`,
        type: files.mediaTypeOf(fileFormat),
      };
      const href = toAuthenticationAddress(toBases(request.root()));
      const properties = { authenticate: { href, type: mediaTypes.authentication } };
      return {
        selfHref: `${address}manifest${profile === undefined ? '' : `/${profile}`}`,
        addresses: toAddresses(request, bookId),
        fileHref: file.href,
        jpegQuery: 'format=jpeg',
        images: [
          { href: `${address}thumbnail`, type: 'image/jpeg' },
          { href: `${address}cover`, type: 'image/jpeg' },
        ],
        links: [
          { rel: 'http://readium.org/position-list', href: `${address}positions`, type: positionsType },
          { rel: 'cover', href: `${address}cover`, type: 'image/jpeg' },
          { rel: relations.acquisition, ...file, properties },
          ...(becomesEpub(fileFormat)
            ? [
                {
                  rel: relations.acquisition,
                  href: `${file.href}?format=epub`,
                  type: formats.epub.mediaType,
                  properties,
                },
              ]
            : []),
          {
            rel: relations.readiumProgression,
            href: `${address}progression`,
            type: mediaTypes.readiumProgression,
            properties,
          },
          {
            rel: relations.progression,
            href: `${address}progress`,
            type: mediaTypes.progression,
            properties,
          },
        ],
      };
    },
  });
  return implement(publications, {
    manifest: ({ viewer, params, request }) => service.manifest(viewer, params.id, toForm(request)),
    otherManifest: ({ viewer, params, request }) =>
      service.manifest(viewer, params.id, { profile: params.profile, ...toForm(request, params) }),
    positions: ({ viewer, params, request }) =>
      service.positions(viewer, params.id, toAddresses(request, params.id)),
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
