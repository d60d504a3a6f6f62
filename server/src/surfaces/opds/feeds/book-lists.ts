// Collections with their series, read lists with their books in order.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { CollectionService, PlainList, ReadListService } from '#features/reading/lists/index.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { bookSorts, type Sorts, seriesSorts, withOwnOrder } from './facets.ts';
import { listBooks, listSeries, toPlainFrame } from './lists.ts';
import { countOf, shorten } from './shape/entries.ts';
import type { Feed, NavigationEntry } from './shape/feed.ts';
import { toEntityId, toUpdatedMs } from './shape/paths.ts';

const ofCollections = { title: 'Collections', path: '/collections', member: 'series' } as const;
const ofReadLists = { title: 'Read lists', path: '/readlists', member: 'book' } as const;
type Kind = typeof ofCollections | typeof ofReadLists;

export const makeCollections = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listAll(deps, call, deps.services.lists.collections, ofCollections);

export const makeReadLists = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listAll(deps, call, deps.services.lists.readLists, ofReadLists);

export async function makeCollection(deps: FeedDependencies, call: FeedCall, id: string): Promise<Feed> {
  const collection = await deps.services.lists.collections.getPlain(call.viewer, id);
  return listSeries(deps, call, toListFeed(collection, ofCollections, seriesSorts));
}

export async function makeReadList(deps: FeedDependencies, call: FeedCall, id: string): Promise<Feed> {
  const readList = await deps.services.lists.readLists.getPlain(call.viewer, id);
  return listBooks(deps, call, toListFeed(readList, ofReadLists, bookSorts));
}

async function listAll(
  deps: FeedDependencies,
  call: FeedCall,
  service: CollectionService | ReadListService,
  kind: Kind,
): Promise<Feed> {
  const { page, pageSize } = pageOf(call);
  const pages = await service.list(call.viewer, undefined);
  const found = await pages.list({ limit: pageSize, offset: (page - 1) * pageSize });
  const navigation = found.map((list) => toEntry(list, kind));
  const frame = await toPlainFrame(deps, call, kind, await pages.count());
  return { ...frame, kind: 'navigation', navigation, publications: [], updatedMs: toUpdatedMs(navigation) };
}

function toListFeed<F extends string>(list: PlainList, { path, member }: Kind, sorts: Sorts<F>) {
  const { id, name, summary, memberCount: total } = list;
  const own = member === 'book' ? 'Order of the list' : 'Order of the collection';
  return {
    id: toEntityId(id),
    title: name,
    subtitle: summary ?? undefined,
    path: `${path}/${id}`,
    up: path,
    total,
    ...(list.automatic
      ? { condition: [list.condition] }
      : { list: { memberOf: list }, ...(list.ordered && { sorts: withOwnOrder(own, sorts) }) }),
  };
}

function toEntry(
  { id, name, summary, memberCount, updatedAt }: SharedList,
  { path, member }: Kind,
): NavigationEntry {
  return {
    id: toEntityId(id),
    title: name,
    summary: [countOf(memberCount, member), shorten(summary ?? '')].filter((text) => text !== '').join('\n'),
    updatedMs: Date.parse(updatedAt),
    path: `${path}/${id}`,
    kind: member === 'book' ? 'acquisition' : 'navigation',
    count: memberCount,
    thumbnail: memberCount === 0 ? undefined : `${path}/${id}/thumbnail`,
  };
}
