// What there is: the root, libraries, series and their books, shelves, what somebody wants to read.
import { can } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type FeedCall, groupSize } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { bookSorts, seriesSorts, sortsInSeries, withOwnOrder } from './facets.ts';
import { toLibraryFolders, toRootFolders } from './folders.ts';
import type { Lists } from './lists.ts';
import type { Presets } from './presets.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed, Group, NavigationEntry } from './shape/feed.ts';
import { toGroup, toPage, toWhole } from './shape/pages.ts';
import { catalogueShapedAtMs, toEntityId, toFeedId } from './shape/paths.ts';

export function createBrowse({ catalog }: Pick<FeedDependencies, 'catalog'>, lists: Lists, presets: Presets) {
  const onDeck = (call: FeedCall) =>
    lists.shelf(call, { shelf: 'on-deck', title: 'On deck', path: '/on-deck' });
  const keepReading = (call: FeedCall) =>
    lists.shelf(call, { shelf: 'in-progress', title: 'Keep reading', path: '/keep-reading' });
  const newBooks = (call: FeedCall) =>
    lists.books(call, { title: 'Recently added books', path: '/books/new', usual: 'added' });
  const updatedSeries = (call: FeedCall) =>
    lists.series(call, { title: 'Recently updated series', path: '/series/updated', usual: 'updated' });

  async function listLibraries({ viewer }: FeedCall): Promise<NavigationEntry[]> {
    const all = await catalog.libraries.all();
    const ids = await catalog.libraries.visibleIds(viewer);
    const counts = await catalog.visibility.countByLibrary(viewer);
    return ids.flatMap((id) => {
      const library = all.get(id);
      if (!library) return [];
      const { seriesCount, bookCount } = counts.get(id) ?? { seriesCount: 0, bookCount: 0 };
      return [
        {
          id: toEntityId(id),
          title: library.name,
          summary: `${countOf(seriesCount, 'series')} · ${countOf(bookCount, 'book')}`,
          updatedMs: catalogueShapedAtMs,
          path: `/libraries/${id}`,
          kind: 'navigation' as const,
          count: seriesCount,
        },
      ];
    });
  }

  /** The beginnings of what readers look at first; what is empty is left out. */
  async function toGroups(call: FeedCall, library?: string): Promise<Group[]> {
    const { viewer } = call;
    const query = { ...call.query, page: 1, library, read: undefined, sort: undefined };
    const small: FeedCall = {
      ...call,
      query: { ...query, genre: undefined, publisher: undefined },
      pageSize: groupSize,
    };
    const wanted = [
      ...(can(viewer, 'books:read') ? [keepReading, onDeck, newBooks] : []),
      ...(can(viewer, 'series:read') ? [updatedSeries] : []),
    ];
    return (await Promise.all(wanted.map((make) => make(small)))).map(toGroup);
  }

  async function start(call: FeedCall): Promise<Feed> {
    const pinned = await presets.listPinned(call);
    const groups = call.withGroups ? await toGroups(call) : [];
    const libraries = call.withGroups && can(call.viewer, 'libraries:read') ? await listLibraries(call) : [];
    return toPage('/catalog', {
      id: toFeedId('/catalog'),
      title: 'Lectern',
      subtitle: 'Comics, manga and books',
      navigation: [...toRootFolders(call.viewer), ...pinned],
      groups: [
        ...groups,
        {
          title: 'Libraries',
          path: '/libraries',
          kind: 'navigation',
          count: libraries.length,
          navigation: libraries,
          publications: [],
        },
      ],
    });
  }

  return {
    start,
    onDeck,
    keepReading,
    newBooks,
    updatedSeries,
    newSeries: (call: FeedCall) =>
      lists.series(call, { title: 'Recently added series', path: '/series/new', usual: 'added' }),
    series: (call: FeedCall) => lists.series(call, { title: 'All series', path: '/series' }),
    books: (call: FeedCall) => lists.books(call, { title: 'All books', path: '/books' }),

    async libraries(call: FeedCall): Promise<Feed> {
      const navigation = await listLibraries(call);
      const id = toFeedId('/libraries');
      return toWhole('/libraries', { id, title: 'Libraries', navigation });
    },

    async library(call: FeedCall, id: string): Promise<Feed> {
      const entry = (await listLibraries(call)).find(({ path }) => path === `/libraries/${id}`);
      if (!entry) throw notFound('library');
      return toPage(entry.path, {
        id: entry.id,
        title: entry.title,
        subtitle: entry.summary,
        up: '/libraries',
        navigation: toLibraryFolders(call.viewer, id),
        groups: call.withGroups ? await toGroups(call, id) : [],
      });
    },

    async seriesBooks(call: FeedCall, id: string): Promise<Feed> {
      const series = await catalog.series.get(call.viewer, id);
      const { readCount, inProgressCount, bookCount } = series;
      const unread = Math.max(0, bookCount - readCount - inProgressCount);
      return lists.books(call, {
        id: toEntityId(id),
        title: series.title,
        subtitle: series.summary ?? undefined,
        path: `/series/${id}`,
        up: '/series',
        sorts: sortsInSeries,
        list: { seriesId: id },
        listOf: 'series',
        statusCounts: { unread, in_progress: inProgressCount, read: readCount },
      });
    },

    async wanted(): Promise<Feed> {
      const navigation = [
        toFolder({ title: 'Series to read', path: '/want-to-read/series', kind: 'navigation' }),
        toFolder({ title: 'Books to read', path: '/want-to-read/books', kind: 'acquisition' }),
      ];
      const id = toFeedId('/want-to-read');
      return toPage('/want-to-read', { id, title: 'Want to read', up: '/catalog', navigation, groups: [] });
    },

    wantedSeries: (call: FeedCall) =>
      lists.series(call, {
        title: 'Series to read',
        path: '/want-to-read/series',
        up: '/want-to-read',
        list: { isWanted: true },
        sorts: withOwnOrder('Latest wanted', seriesSorts),
      }),

    wantedBooks: (call: FeedCall) =>
      lists.books(call, {
        title: 'Books to read',
        path: '/want-to-read/books',
        up: '/want-to-read',
        list: { isWanted: true },
        sorts: withOwnOrder('Latest wanted', bookSorts),
      }),
  };
}
