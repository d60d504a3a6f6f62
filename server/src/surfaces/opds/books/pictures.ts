// Covers, and the files of books: the same below both versions. Pictures are always JPEG, files byte for byte.

import { idParams } from '@lectern/contract/fields';
import { bytes, routes } from '@lectern/contract/route';
import { fileTypes } from '@lectern/contract/values';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { keep, type OpdsBookDependencies } from './dependencies.ts';

const picture = {
  method: 'GET',
  answers: { 200: bytes(['image/jpeg']) },
  rateLimit: 'tenth',
} as const;
const errors = ['page_extraction_failed', 'conflict'] as const;

const pictureRoutes = (version: 'v1' | 'v2') =>
  routes('OPDS', 'Covers and files.', {
    cover: {
      ...picture,
      path: `/opds/${version}/books/{id}/cover`,
      summary: 'The cover of a book, full size',
      access: 'books:read',
      params: idParams,
      errors,
    },
    thumbnail: {
      ...picture,
      path: `/opds/${version}/books/{id}/thumbnail`,
      summary: 'The cover of a book, small',
      access: 'books:read',
      params: idParams,
      errors,
    },
    series: {
      ...picture,
      path: `/opds/${version}/series/{id}/thumbnail`,
      summary: 'The cover of a series, small',
      access: 'series:read',
      params: idParams,
      errors,
    },
    collection: {
      ...picture,
      path: `/opds/${version}/collections/{id}/thumbnail`,
      summary: 'The covers of a collection in one picture',
      access: 'collections:read',
      params: idParams,
      errors,
    },
    readList: {
      ...picture,
      path: `/opds/${version}/readlists/{id}/thumbnail`,
      summary: 'The covers of a read list in one picture',
      access: 'readlists:read',
      params: idParams,
      errors,
    },
    file: {
      method: 'GET',
      path: `/opds/${version}/books/{id}/file/{fileName}`,
      summary: 'The file of a book',
      description: 'The name is for clients that look at the end of an address.',
      access: 'files:download',
      params: z.object({ ...idParams.shape, fileName: z.string() }),
      answers: { 200: bytes(fileTypes), 206: bytes(fileTypes, 'The range asked for') },
      errors: ['range_not_satisfiable', 'conflict'],
    },
  });

export function createPictureRoutes(
  version: 'v1' | 'v2',
  { services }: OpdsBookDependencies,
): MountedRoute[] {
  const { covers, files, lists } = services;
  const thumbnailOf = async (type: 'book' | 'series', ...[viewer, id]: Parameters<typeof covers.sendJpeg>) =>
    keep(await covers.sendThumbnail(type, viewer, { id, version: undefined }), 'cover');
  return implement(pictureRoutes(version), {
    cover: async ({ viewer, params }) => keep(await covers.sendJpeg(viewer, params.id), 'cover'),
    thumbnail: ({ viewer, params }) => thumbnailOf('book', viewer, params.id),
    series: ({ viewer, params }) => thumbnailOf('series', viewer, params.id),
    collection: async ({ viewer, params }) =>
      keep(await lists.covers.collection.sendThumbnail(viewer, params.id), 'cover'),
    readList: async ({ viewer, params }) =>
      keep(await lists.covers.readList.sendThumbnail(viewer, params.id), 'cover'),
    file: ({ viewer, params }) => files.sendBook(viewer, params.id),
  });
}
