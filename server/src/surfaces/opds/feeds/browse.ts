// The root, libraries, series and their books, shelves, and want-to-read lists.
import { can } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type FeedCall, groupSize } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { bookSorts, seriesSorts, sortsInSeries, withOwnOrder } from './facets.ts';
import { toLibraryFolders, toRootFolders } from './folders.ts';
import { type BookFeed, listBooks, listSeries, listShelf, type SeriesFeed } from './lists.ts';
import { listPinned } from './presets.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed, Group, NavigationEntry } from './shape/feed.ts';
import { toGroup, toPage, toWhole } from './shape/pages.ts';
import { catalogueShapedAtMs, toEntityId, toFeedId } from './shape/paths.ts';

type MakeFeed = (deps: FeedDependencies, call: FeedCall) => Promise<Feed>;

const ofSeries =
  (feed: SeriesFeed): MakeFeed =>
  (deps, call) =>
    listSeries(deps, call, feed);
const ofBooks =
  (feed: BookFeed): MakeFeed =>
  (deps, call) =>
    listBooks(deps, call, feed);

const onDeck: MakeFeed = (deps, call) =>
  listShelf(deps, call, { shelf: 'on-deck', title: 'On deck', path: '/on-deck' });
const inProgress: MakeFeed = (deps, call) =>
  listShelf(deps, call, { shelf: 'in-progress', title: 'Continue reading', path: '/keep-reading' });
const newBooks = ofBooks({ title: 'Recently added books', path: '/books/new', defaultSort: 'added' });
const updatedSeries = ofSeries({
  title: 'Recently updated series',
  path: '/series/updated',
  defaultSort: 'updated',
});
const wanted = { up: '/want-to-read', list: { isWanted: true } };

/** Feeds without parameters in their path. */
export const listFeeds = {
  onDeck,
  keepReading: inProgress,
  newBooks,
  updatedSeries,
  newSeries: ofSeries({ title: 'Recently added series', path: '/series/new', defaultSort: 'added' }),
  series: ofSeries({ title: 'All series', path: '/series' }),
  books: ofBooks({ title: 'All books', path: '/books' }),
  wantedSeries: ofSeries({
    ...wanted,
    title: 'Series to read',
    path: '/want-to-read/series',
    sorts: withOwnOrder('Latest wanted', seriesSorts),
  }),
  wantedBooks: ofBooks({
    ...wanted,
    title: 'Books to read',
    path: '/want-to-read/books',
    sorts: withOwnOrder('Latest wanted', bookSorts),
  }),
};

export async function makeRoot(deps: FeedDependencies, call: FeedCall): Promise<Feed> {
  const { viewer, withGroups } = call;
  const pinned = await listPinned(deps, viewer);
  const groups = withGroups ? await toGroups(deps, call) : [];
  const libraries = withGroups && can(viewer, 'libraries:read') ? await listLibraries(deps, call) : [];
  return toPage('/catalog', {
    id: toFeedId('/catalog'),
    title: 'Lectern',
    subtitle: 'Comics, manga and books',
    navigation: [...toRootFolders(viewer), ...pinned],
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

/** The first entries of the most used feeds. Empty ones are omitted. */
async function toGroups(deps: FeedDependencies, call: FeedCall, library?: string): Promise<Group[]> {
  const { viewer } = call;
  const unfiltered = { read: undefined, sort: undefined, genre: undefined, publisher: undefined };
  const query = { ...call.query, ...unfiltered, page: 1, library };
  const feeds = [
    ...(can(viewer, 'books:read') ? [inProgress, onDeck, newBooks] : []),
    ...(can(viewer, 'series:read') ? [updatedSeries] : []),
  ];
  const made = feeds.map((make) => make(deps, { ...call, query, pageSize: groupSize }));
  return (await Promise.all(made)).map(toGroup);
}

export async function makeLibraries(deps: FeedDependencies, call: FeedCall): Promise<Feed> {
  const navigation = await listLibraries(deps, call);
  return toWhole('/libraries', { id: toFeedId('/libraries'), title: 'Libraries', navigation });
}

async function listLibraries(
  { catalog }: FeedDependencies,
  { viewer }: FeedCall,
): Promise<NavigationEntry[]> {
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

export async function makeLibrary(deps: FeedDependencies, call: FeedCall, id: string): Promise<Feed> {
  const entry = (await listLibraries(deps, call)).find(({ path }) => path === `/libraries/${id}`);
  if (!entry) throw notFound('library');
  return toPage(entry.path, {
    id: entry.id,
    title: entry.title,
    subtitle: entry.summary,
    up: '/libraries',
    navigation: toLibraryFolders(call.viewer, id),
    groups: call.withGroups ? await toGroups(deps, call, id) : [],
  });
}

export async function makeSeriesBooks(deps: FeedDependencies, call: FeedCall, id: string): Promise<Feed> {
  const series = await deps.catalog.series.get(call.viewer, id);
  const { readCount, inProgressCount, bookCount } = series;
  const unread = Math.max(0, bookCount - readCount - inProgressCount);
  return listBooks(deps, call, {
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
}

export const makeWanted = async (): Promise<Feed> =>
  toPage('/want-to-read', {
    id: toFeedId('/want-to-read'),
    title: 'Want to read',
    up: '/catalog',
    navigation: [
      toFolder({ title: 'Series to read', path: '/want-to-read/series', kind: 'navigation' }),
      toFolder({ title: 'Books to read', path: '/want-to-read/books', kind: 'acquisition' }),
    ],
    groups: [],
  });
