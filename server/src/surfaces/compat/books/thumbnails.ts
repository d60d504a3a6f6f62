// Covers: the selected one as JPEG, the available ones, uploads and selection.

import { empty, json, routes } from '@lectern/contract/route';
import type { Cover } from '@lectern/contract/serving/covers';
import { z } from 'zod';
import type { MeasuredCover } from '#features/serving/covers/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { readFlag } from '../query/values.ts';
import { anyQuery, command, document, download, params } from './descriptions.ts';

type Kind = 'book' | 'series';

const jpeg = ['image/jpeg'] as const;
const images = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
const coverParams = z.object({ ...params.shape, coverId: z.string().min(1).max(64) });

/** Cover of a book, series, collection or read list. Only the id of its owner is set. */
const thumbnailShape = z.object({
  bookId: z.string().optional(),
  seriesId: z.string().optional(),
  collectionId: z.string().optional(),
  readListId: z.string().optional(),
  id: z.string(),
  type: z.enum(['GENERATED', 'SIDECAR', 'USER_UPLOADED']),
  selected: z.boolean(),
  mediaType: z.string(),
  fileSize: z.int(),
  width: z.int(),
  height: z.int(),
});

/** The cover routes of one kind of item. */
export function coverRoutesOf<const N extends 'books' | 'series' | 'collections' | 'readlists'>(noun: N) {
  const base = `/api/v1/${noun}/{id}` as const;
  const read = `${noun}:read` as const;
  const write = `${noun}:write` as const;
  const one = { params: coverParams, body: z.unknown().optional(), optionalBody: true } as const;
  const removal = { access: write, body: z.unknown().optional() } as const;
  return {
    shown: download(`${base}/thumbnail`, read, jpeg),
    list: document(`${base}/thumbnails`, read, z.array(thumbnailShape)),
    image: { ...download(`${base}/thumbnails/{coverId}`, read, images), params: coverParams },
    upload: {
      method: 'POST',
      path: `/{prefix}${base}/thumbnails`,
      summary: '',
      access: write,
      params,
      query: anyQuery,
      upload: true,
      answers: { 200: json(thumbnailShape) },
    },
    select: { ...command('PUT', `${base}/thumbnails/{coverId}/selected`, removal), ...one },
    remove: { ...command('DELETE', `${base}/thumbnails/{coverId}`, removal), ...one },
  } as const;
}

const contract = routes('Compatible thumbnails', 'Thumbnails for apps made for another server.', {
  renew: {
    method: 'PUT',
    path: '/{prefix}/api/v1/books/thumbnails',
    summary: '',
    access: 'books:write',
    query: anyQuery,
    body: z.unknown().optional(),
    optionalBody: true,
    answers: { 202: empty() },
  },
});

export function createThumbnailRoutes({ catalog, services: { covers } }: CompatDependencies): MountedRoute[] {
  /** Series list only covers that can be deleted, because clients support no others. */
  const listOf = (kind: Kind, viewer: Viewer, id: string): Promise<MeasuredCover[]> =>
    covers.listMeasured(kind, viewer, id, (cover) => kind === 'book' || isKept(cover));

  const handlersOf = (kind: Kind) => ({
    shown: ({ viewer, params: { id } }: OwnerCall) =>
      covers.sendThumbnail(kind, viewer, { id, version: undefined }),
    list: async ({ viewer, params: { id } }: OwnerCall) =>
      (await listOf(kind, viewer, id)).map((cover) => toThumbnail(kind, id, cover)),
    image: ({ viewer, params: which }: CoverCall) =>
      covers.sendImage(kind, viewer, { ...which, version: undefined }),
    async upload({ viewer, params: { id }, request }: OwnerCall) {
      const { bytes: sent } = await request.readUpload();
      return answer(toThumbnail(kind, id, await covers.upload(kind, viewer, id, sent)), { status: 200 });
    },
    select: async ({ viewer, params: which }: CoverCall) => void (await covers.select(kind, viewer, which)),
    remove: ({ viewer, params: which }: CoverCall) => covers.remove(kind, viewer, which),
  });

  return [
    ...implement(routes('Compatible book covers', '', coverRoutesOf('books')), handlersOf('book')),
    ...implement(routes('Compatible series covers', '', coverRoutesOf('series')), handlersOf('series')),
    ...implement(contract, {
      async renew({ viewer, query }) {
        const which = readFlag(query, 'for_bigger_result_only') ? 'small' : 'all';
        for (const libraryId of await catalog.libraries.visibleIds(viewer))
          await covers.requestThumbnails(libraryId, which);
        return answer(undefined, { status: 202 });
      },
    }),
  ];
}

export interface OwnerCall {
  viewer: Viewer;
  params: { id: string };
  request: CallRequest;
}

export interface CoverCall {
  viewer: Viewer;
  params: { id: string; coverId: string };
}

const isKept = ({ source }: Cover): boolean => source === 'custom' || source === 'provider';

function toThumbnail(kind: Kind, ownerId: string, cover: Cover) {
  const { id: coverId, isSelected, mediaType, width, height, fileSize } = cover;
  return {
    id: coverId,
    ...(kind === 'book' ? { bookId: ownerId } : { seriesId: ownerId }),
    type: isKept(cover) ? ('USER_UPLOADED' as const) : ('GENERATED' as const),
    selected: isSelected,
    mediaType: mediaType ?? 'image/jpeg',
    fileSize: fileSize ?? 0,
    width: width ?? 0,
    height: height ?? 0,
  };
}
