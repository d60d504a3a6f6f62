// Collections with their series, read lists with their books in order.
import type { SharedList } from '@lectern/contract/book-lists';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { bookSorts, seriesSorts, withOwnOrder } from './facets.ts';
import type { Lists } from './lists.ts';
import { countOf, shorten } from './shape/entries.ts';
import type { Feed, NavigationEntry } from './shape/feed.ts';
import { toEntityId, toUpdatedMs } from './shape/paths.ts';

interface Source {
  list(viewer: Viewer, search: string | undefined): Promise<ListPages>;
}
interface ListPages {
  count(): Promise<number>;
  list(window: { limit: number; offset: number }): Promise<SharedList[]>;
}

interface Words {
  title: string;
  path: string;
  member: 'series' | 'book';
}

export function createListFeeds({ services }: Pick<FeedDependencies, 'services'>, lists: Lists) {
  const { collections, readLists } = services.lists;

  async function listAll(call: FeedCall, source: Source, words: Words): Promise<Feed> {
    const { page, pageSize } = pageOf(call);
    const pages = await source.list(call.viewer, undefined);
    const found = await pages.list({ limit: pageSize, offset: (page - 1) * pageSize });
    const navigation = found.map((list) => toEntry(list, words));
    const frame = await lists.frame(call, words, await pages.count());
    return {
      ...frame,
      kind: 'navigation',
      navigation,
      publications: [],
      updatedMs: toUpdatedMs(navigation),
    };
  }

  return {
    collections: (call: FeedCall) =>
      listAll(call, collections, { title: 'Collections', path: '/collections', member: 'series' }),
    readLists: (call: FeedCall) =>
      listAll(call, readLists, { title: 'Read lists', path: '/readlists', member: 'book' }),

    async collection(call: FeedCall, id: string): Promise<Feed> {
      const collection = await collections.get(call.viewer, id);
      const feed = toListFeed(collection, '/collections');
      if (collection.automatic) return lists.series(call, { ...feed, condition: [collection.condition] });
      return lists.series(call, {
        ...feed,
        list: { memberOf: collection },
        ...(collection.ordered && { sorts: withOwnOrder('Order of the collection', seriesSorts) }),
      });
    },

    async readList(call: FeedCall, id: string): Promise<Feed> {
      const readList = await readLists.get(call.viewer, id);
      const feed = toListFeed(readList, '/readlists');
      if (readList.automatic) return lists.books(call, { ...feed, condition: [readList.condition] });
      return lists.books(call, {
        ...feed,
        list: { memberOf: readList },
        ...(readList.ordered && { sorts: withOwnOrder('Order of the list', bookSorts) }),
      });
    },
  };
}

const toListFeed = ({ id, name, summary }: SharedList, path: string) => ({
  id: toEntityId(id),
  title: name,
  subtitle: summary ?? undefined,
  path: `${path}/${id}`,
  up: path,
});

function toEntry(
  { id, name, summary, memberCount, updatedAt }: SharedList,
  { path, member }: Words,
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
