// Covers of collections and read lists: the one that is shown, and uploaded ones. Those of pinned filters are the covers
// of what they find first.
import { routes } from '@lectern/contract/route';
import type { createLists, ListCovers, ListKind } from '#features/reading/lists/index.ts';
import type { CoverService } from '#features/serving/covers/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import { type Chosen, type One, setOf } from '../books/thumbnails.ts';
import type { Target } from '../conditions/build.ts';
import { orPinned, type PinnedLists } from './pinned.ts';

interface Dependencies {
  services: {
    covers: CoverService;
    lists: Pick<ReturnType<typeof createLists>, 'covers'>;
  };
  pinned: PinnedLists;
}

type Cover = Awaited<ReturnType<ListCovers['upload']>>;

export function createListCoverRoutes({ services, pinned }: Dependencies): MountedRoute[] {
  async function sendFirst(viewer: Viewer, target: Target, listId: string) {
    const id = await pinned.first(viewer, target, listId);
    const type = target === 'books' ? 'book' : 'series';
    return services.covers.sendThumbnail(type, viewer, { id, version: undefined });
  }

  function handlersOf(kind: ListKind) {
    const covers = services.lists.covers[kind];
    const target = kind === 'collection' ? 'series' : 'books';
    const changing = <T>(viewer: Viewer, id: string, change: () => Promise<T>) =>
      pinned.changing(viewer, target, id, change);
    return {
      shown: ({ viewer, params: { id } }: One) =>
        orPinned(
          () => covers.sendThumbnail(viewer, id),
          () => sendFirst(viewer, target, id),
        ),
      list: ({ viewer, params: { id } }: One) =>
        orPinned(
          async () => (await covers.list(viewer, id)).map((cover) => toThumbnail(kind, id, cover)),
          async () => {
            await pinned.get(viewer, target, id);
            return [];
          },
        ),
      image: ({ viewer, params: { id, coverId } }: Chosen) => covers.sendImage(viewer, id, coverId),
      async upload({ viewer, params: { id }, request }: One) {
        const { bytes } = await request.readUpload();
        const cover = await changing(viewer, id, () => covers.upload(viewer, id, bytes));
        return answer(toThumbnail(kind, id, cover), { status: 200 });
      },
      select: ({ viewer, params: { id, coverId } }: Chosen) =>
        changing(viewer, id, () => covers.select(viewer, id, coverId)),
      remove: ({ viewer, params: { id, coverId } }: Chosen) =>
        changing(viewer, id, () => covers.remove(viewer, id, coverId)),
    };
  }

  return [
    ...implement(routes('Compatible collection covers', '', setOf('collections')), handlersOf('collection')),
    ...implement(routes('Compatible read list covers', '', setOf('readlists')), handlersOf('readList')),
  ];
}

function toThumbnail(kind: ListKind, listId: string, { isSelected, ...cover }: Cover) {
  return {
    ...cover,
    ...(kind === 'collection' ? { collectionId: listId } : { readListId: listId }),
    type: 'USER_UPLOADED' as const,
    selected: isSelected,
  };
}
