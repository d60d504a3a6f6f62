// Covers and files of books, identical in both versions. Images are always JPEG; files are unchanged.

import { idParams } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { fileTypes } from '@lectern/contract/values';
import { z } from 'zod';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { OpdsDependencies } from '../dependencies.ts';
import { cacheable } from './caching.ts';

const picture = <const A extends Permission>(path: `/${string}`, access: A, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access,
    params: idParams,
    answers: { 200: bytes(['image/jpeg']) },
    errors: ['page_extraction_failed', 'conflict'],
  }) as const;

const pictureRoutes = (version: 'v1' | 'v2') =>
  routes('OPDS', 'Covers and files.', {
    cover: picture(`/opds/${version}/books/{id}/cover`, 'books:read', 'Get the full-size cover of a book'),
    thumbnail: picture(`/opds/${version}/books/{id}/thumbnail`, 'books:read', 'Get the thumbnail of a book'),
    series: picture(`/opds/${version}/series/{id}/thumbnail`, 'series:read', 'Get the thumbnail of a series'),
    collection: picture(
      `/opds/${version}/collections/{id}/thumbnail`,
      'collections:read',
      'Get the mosaic of covers of a collection',
    ),
    readList: picture(
      `/opds/${version}/readlists/{id}/thumbnail`,
      'readlists:read',
      'Get the mosaic of covers of a read list',
    ),
    file: {
      method: 'GET',
      path: `/opds/${version}/books/{id}/file/{fileName}`,
      summary: 'Download the file of a book',
      description:
        'The file name is for clients that evaluate the end of a URL. With `format=epub`, returns the EPUB converted from a book in' +
        'another text format.',
      access: 'files:download',
      params: z.object({ ...idParams.shape, fileName: z.string() }),
      query: z.looseObject({ format: z.unknown().optional() }),
      answers: { 200: bytes(fileTypes), 206: bytes(fileTypes, 'The requested range') },
      errors: ['range_not_satisfiable', 'conflict', 'page_extraction_failed', 'validation_failed'],
    },
  });

export function createPictureRoutes(version: 'v1' | 'v2', { services }: OpdsDependencies): MountedRoute[] {
  const { covers, files, lists } = services;
  const thumbnailOf = async (type: 'book' | 'series', viewer: Viewer, id: string) =>
    cacheable(await covers.sendThumbnail(type, viewer, { id, version: undefined }), 'cover');
  return implement(pictureRoutes(version), {
    cover: async ({ viewer, params }) => cacheable(await covers.sendJpeg(viewer, params.id), 'cover'),
    thumbnail: ({ viewer, params }) => thumbnailOf('book', viewer, params.id),
    series: ({ viewer, params }) => thumbnailOf('series', viewer, params.id),
    collection: async ({ viewer, params }) =>
      cacheable(await lists.covers.collection.sendThumbnail(viewer, params.id), 'cover'),
    readList: async ({ viewer, params }) =>
      cacheable(await lists.covers.readList.sendThumbnail(viewer, params.id), 'cover'),
    file: ({ viewer, params: { id }, query: { format } }) =>
      format === 'epub' ? files.sendEpub(viewer, id) : files.sendBook(viewer, id),
  });
}
