// Covers: the one that is shown, always JPEG; the set to choose from; uploads and choices.
import { empty, json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Viewer } from '#kernel/access/viewer.ts';
import { answer } from '#kernel/http/answers.ts';
import { type CallRequest, implement, type MountedRoute } from '#kernel/http/implement.ts';
import type { Target } from '../conditions/build.ts';
import { orPinned } from '../gatherings/pinned.ts';
import { readFlag } from '../query/values.ts';
import { anyQuery, type CompatBookParts, deed, document, params, picture } from './parts.ts';

type Kind = 'book' | 'series';
type Cover = Awaited<ReturnType<CompatBookParts['services']['covers']['listMeasured']>>[number];
type Uploaded = Awaited<ReturnType<CompatBookParts['services']['covers']['upload']>>;

const jpeg = ['image/jpeg'] as const;
const images = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
const coverParams = z.object({ ...params.shape, coverId: z.string().min(1).max(64) });

/** Of a book or of a series, whose id is there. */
const shape = z.object({
  bookId: z.string().optional(),
  seriesId: z.string().optional(),
  id: z.string(),
  type: z.enum(['GENERATED', 'SIDECAR', 'USER_UPLOADED']),
  selected: z.boolean(),
  mediaType: z.string(),
  fileSize: z.int(),
  width: z.int(),
  height: z.int(),
});

function setOf(kind: Kind) {
  const base = kind === 'book' ? '/api/v1/books/{id}' : '/api/v1/series/{id}';
  const read = kind === 'book' ? 'books:read' : 'series:read';
  const write = kind === 'book' ? 'books:write' : 'series:write';
  const one = { params: coverParams, body: z.unknown().optional(), optionalBody: true } as const;
  const gone = { access: write, body: z.unknown().optional() } as const;
  return {
    shown: picture(`${base}/thumbnail`, read, jpeg),
    list: document(`${base}/thumbnails`, read, z.array(shape)),
    image: { ...picture(`${base}/thumbnails/{coverId}`, read, images), params: coverParams },
    upload: {
      method: 'POST',
      path: `/{prefix}${base}/thumbnails`,
      summary: '',
      access: write,
      params,
      query: anyQuery,
      upload: true,
      answers: { 200: json(shape) },
    },
    select: { ...deed('PUT', `${base}/thumbnails/{coverId}/selected`, gone), ...one },
    remove: { ...deed('DELETE', `${base}/thumbnails/{coverId}`, gone), ...one },
  } as const;
}

const list = z.array(shape);
const gathered = routes('Compatible list covers', 'Covers of lists for apps made for another server.', {
  collection: picture('/api/v1/collections/{id}/thumbnail', 'collections:read', jpeg),
  readList: picture('/api/v1/readlists/{id}/thumbnail', 'readlists:read', jpeg),
  collectionSet: document('/api/v1/collections/{id}/thumbnails', 'collections:read', list),
  readListSet: document('/api/v1/readlists/{id}/thumbnails', 'readlists:read', list),
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

export function createThumbnailRoutes({
  catalog,
  services,
  pinned,
}: Pick<CompatBookParts, 'catalog' | 'services' | 'pinned'>): MountedRoute[] {
  const { covers, gatherings } = services;

  /** A series' own are only those that somebody uploaded: clients know no others. */
  const listOf = (kind: Kind, viewer: Viewer, id: string): Promise<Cover[]> =>
    covers.listMeasured(kind, viewer, id, ({ source }) => kind === 'book' || source === 'custom');

  const ofFirst = async (viewer: Viewer, target: Target, listId: string) => {
    const id = await pinned.first(viewer, target, listId);
    return covers.sendThumbnail(target === 'books' ? 'book' : 'series', viewer, { id, version: undefined });
  };

  const handlersOf = (kind: Kind) => ({
    shown: ({ viewer, params: { id } }: One) =>
      covers.sendThumbnail(kind, viewer, { id, version: undefined }),
    list: async ({ viewer, params: { id } }: One) =>
      (await listOf(kind, viewer, id)).map((cover) => toThumbnail(kind, id, cover)),
    image: ({ viewer, params: which }: Chosen) =>
      covers.sendImage(kind, viewer, { ...which, version: undefined }),
    async upload({ viewer, params: { id }, request }: One) {
      const { bytes: sent } = await request.readUpload();
      return answer(toThumbnail(kind, id, await covers.upload(kind, viewer, id, sent)), { status: 200 });
    },
    select: async ({ viewer, params: which }: Chosen) => void (await covers.select(kind, viewer, which)),
    remove: ({ viewer, params: which }: Chosen) => covers.remove(kind, viewer, which),
  });

  return [
    ...implement(routes('Compatible book covers', '', setOf('book')), handlersOf('book')),
    ...implement(routes('Compatible series covers', '', setOf('series')), handlersOf('series')),
    ...implement(gathered, {
      collection: ({ viewer, params: { id } }) =>
        orPinned(
          () => gatherings.thumbnails.collection(viewer, id),
          () => ofFirst(viewer, 'series', id),
        ),
      readList: ({ viewer, params: { id } }) =>
        orPinned(
          () => gatherings.thumbnails.readList(viewer, id),
          () => ofFirst(viewer, 'books', id),
        ),
      async collectionSet({ viewer, params: { id } }) {
        await orPinned<unknown>(
          () => gatherings.collections.get(viewer, id),
          () => pinned.series(viewer, id),
        );
        return [];
      },
      async readListSet({ viewer, params: { id } }) {
        await orPinned<unknown>(
          () => gatherings.readLists.get(viewer, id),
          () => pinned.books(viewer, id),
        );
        return [];
      },
      async renew({ viewer, query }) {
        const which = readFlag(query, 'for_bigger_result_only') ? 'small' : 'all';
        for (const libraryId of await catalog.libraries.visibleIds(viewer))
          await covers.renew(libraryId, which);
        return answer(undefined, { status: 202 });
      },
    }),
  ];
}

interface One {
  viewer: Viewer;
  params: { id: string };
  request: CallRequest;
}

interface Chosen {
  viewer: Viewer;
  params: { id: string; coverId: string };
}

function toThumbnail(kind: Kind, ownerId: string, cover: Cover | Uploaded) {
  const { id: coverId, source, isSelected, mediaType, width, height, fileSize } = cover;
  return {
    id: coverId,
    ...(kind === 'book' ? { bookId: ownerId } : { seriesId: ownerId }),
    type: source === 'custom' ? ('USER_UPLOADED' as const) : ('GENERATED' as const),
    selected: isSelected,
    mediaType: mediaType ?? 'image/jpeg',
    fileSize: fileSize ?? 0,
    width: width ?? 0,
    height: height ?? 0,
  };
}
