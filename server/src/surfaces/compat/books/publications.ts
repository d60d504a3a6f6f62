// A book as a Readium publication. Addresses in manifests are absolute and contain the prefix. Those in positions are
// names in the file, which clients of this API compare.
import { bytes, routes } from '@lectern/contract/route';
import { becomesEpub } from '@lectern/contract/values';
import { z } from 'zod';
import type { Addresses, ManifestForm, Profile } from '#features/serving/publications/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { toCompatManifest } from '../shapes/manifest.ts';
import { download, params, toBookAddress } from './descriptions.ts';

const positionsType = 'application/vnd.readium.position-list+json';
const types = ['application/webpub+json', 'application/divina+json'] as const;

const contract = routes('Compatible publications', 'Publications for apps made for another server.', {
  manifest: download('/api/v1/books/{id}/manifest', 'pages:read', types),
  otherManifest: {
    ...download('/api/v1/books/{id}/manifest/{profile}', 'pages:read', types),
    params: z.object({ ...params.shape, profile: z.enum(['divina', 'epub', 'pdf']) }),
  },
  positions: download('/api/v1/books/{id}/positions', 'pages:read', [positionsType]),
  resource: {
    ...download('/api/v1/books/{id}/resource/{path*}', 'pages:read', ['*/*']),
    params: z.object({ ...params.shape, path: z.string() }),
    answers: { 200: bytes(['*/*']), 206: bytes(['*/*'], 'The requested range') },
    errors: ['page_extraction_failed', 'conflict', 'range_not_satisfiable'],
  },
});

type Book = z.output<typeof params>;

/** Addresses in positions and locators. */
export const toAddresses = (request: Pick<CallRequest, 'root'>, book: Book): Addresses => ({
  resources: '',
  pages: `${toBookAddress(request, book)}pages/`,
});

export function createPublicationRoutes({ services }: CompatDependencies): MountedRoute[] {
  const { publications, files } = services;

  interface ResourceRequest {
    viewer: Viewer;
    params: Book & { profile?: Profile };
    request: CallRequest;
  }
  const send = ({ viewer, params: requested, request }: ResourceRequest) => {
    const { id, profile } = requested;
    const address = toBookAddress(request, requested);
    return publications.manifest(viewer, id, {
      ...(profile && { profile }),
      toForm(publication): ManifestForm {
        const { fileFormat } = publication.book;
        const type = files.mediaTypeOf(becomesEpub(fileFormat) ? 'epub' : fileFormat);
        const [own] = publications.listProfiles(publication);
        const others = publications.listProfiles(publication).filter((one) => one !== (profile ?? own));
        return {
          selfHref: `${address}manifest${profile === undefined ? '' : `/${profile}`}`,
          addresses: { resources: `${address}resource/`, pages: `${address}pages/` },
          fileHref: `${address}file`,
          jpegQuery: 'convert=jpeg',
          reshape: toCompatManifest,
          images: [{ href: `${address}thumbnail`, type: 'image/jpeg' }],
          links: [
            { rel: 'http://opds-spec.org/acquisition', href: `${address}file`, type },
            ...others.map((other) => ({
              rel: 'alternate',
              href: `${address}manifest/${other}`,
              type: types[other === 'divina' ? 1 : 0],
            })),
            { rel: 'http://readium.org/position-list', href: `${address}positions`, type: positionsType },
            {
              rel: 'http://www.cantook.com/api/progression',
              href: `${address}progression`,
              type: 'application/vnd.readium.progression+json',
            },
          ],
        };
      },
    });
  };

  return implement(contract, {
    manifest: send,
    otherManifest: send,
    positions: ({ viewer, params: book, request }) =>
      publications.positions(viewer, book.id, toAddresses(request, book)),
    resource: ({ viewer, params: { prefix, id, path }, request }) =>
      publications.resource(viewer, id, { path, folder: `/${prefix}/api/v1/books/${id}/resource/`, request }),
  });
}
