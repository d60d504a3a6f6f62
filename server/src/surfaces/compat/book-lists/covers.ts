// Covers of collections and read lists: the selected one, and uploads. Pinned filters show the covers of their first
// results.
import { routes } from '@lectern/contract/route';
import type { ListCovers, ListKind } from '#features/reading/lists/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { type CoverCall, coverRoutesOf, type OwnerCall } from '../books/thumbnails.ts';
import type { Target } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { changeList, getFirst, getPinned, orPinned } from './pinned.ts';

type Cover = Awaited<ReturnType<ListCovers['upload']>>;

export const createListCoverRoutes = (deps: CompatDependencies): MountedRoute[] => [
  ...implement(
    routes('Compatible collection covers', '', coverRoutesOf('collections')),
    handlersOf(deps, 'collection'),
  ),
  ...implement(
    routes('Compatible read list covers', '', coverRoutesOf('readlists')),
    handlersOf(deps, 'readList'),
  ),
];

function handlersOf(deps: CompatDependencies, kind: ListKind) {
  const covers = deps.services.lists.covers[kind];
  const target = kind === 'collection' ? 'series' : 'books';
  const change = <T>(viewer: Viewer, id: string, work: () => Promise<T>) =>
    changeList(deps, viewer, { target, id }, work);
  return {
    async shown({ viewer, params: { id } }: OwnerCall) {
      const found = await orPinned(
        () => covers.findThumbnail(viewer, id),
        () => sendFirst(deps, viewer, target, id),
      );
      if (!found) throw notFound('thumbnail');
      return found;
    },
    list: ({ viewer, params: { id } }: OwnerCall) =>
      orPinned(
        async () => (await covers.list(viewer, id)).map((cover) => toThumbnail(kind, id, cover)),
        async () => {
          await getPinned(deps, viewer, target, id);
          return [];
        },
      ),
    image: ({ viewer, params: { id, coverId } }: CoverCall) => covers.sendImage(viewer, id, coverId),
    async upload({ viewer, params: { id }, request }: OwnerCall) {
      const { bytes } = await request.readUpload();
      const cover = await change(viewer, id, () => covers.upload(viewer, id, bytes));
      return answer(toThumbnail(kind, id, cover), { status: 200 });
    },
    select: ({ viewer, params: { id, coverId } }: CoverCall) =>
      change(viewer, id, () => covers.select(viewer, id, coverId)),
    remove: ({ viewer, params: { id, coverId } }: CoverCall) =>
      change(viewer, id, () => covers.remove(viewer, id, coverId)),
  };
}

async function sendFirst(deps: CompatDependencies, viewer: Viewer, target: Target, listId: string) {
  const id = await getFirst(deps, viewer, target, listId);
  const type = target === 'books' ? 'book' : 'series';
  return deps.services.covers.sendThumbnail(type, viewer, { id, version: undefined });
}

function toThumbnail(kind: ListKind, listId: string, { isSelected, ...cover }: Cover) {
  return {
    ...cover,
    ...(kind === 'collection' ? { collectionId: listId } : { readListId: listId }),
    type: 'USER_UPLOADED' as const,
    selected: isSelected,
  };
}
