// Search: a navigation feed for both kinds of results, one feed of series and one of books. A text without search words
// finds nothing.
import { can } from '#infrastructure/access/viewer.ts';
import { parseSearchText } from '#infrastructure/text/search-text.ts';
import { type FeedCall, groupSize } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { bookSorts, seriesSorts, withOwnOrder } from './facets.ts';
import { listBooks, listSeries } from './lists.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed } from './shape/feed.ts';
import { toGroup, toPage } from './shape/pages.ts';
import { toFeedId, toPath } from './shape/paths.ts';

/** OPDS 2 uses the parameter `query`, clients of version 1 send `q`. */
const toText = ({ query }: FeedCall): string => query.query ?? query.q ?? '';

export async function makeSearch(deps: FeedDependencies, call: FeedCall): Promise<Feed> {
  const q = toText(call);
  const { viewer, withGroups } = call;
  const query = { ...call.query, page: 1 };
  // Without groups, only the counts are shown.
  const small: FeedCall = { ...call, query, pageSize: withGroups ? groupSize : 0 };
  const found: Feed[] = [];
  if (can(viewer, 'series:read')) found.push(await searchSeries(deps, small));
  if (can(viewer, 'books:read')) found.push(await searchBooks(deps, small));
  const path = toPath('/search', { q });
  return toPage(path, {
    id: toFeedId(path),
    title: q === '' ? 'Search' : `Search: ${q}`,
    up: '/catalog',
    navigation: found.map(({ title, path, kind, paging }) => {
      const count = paging?.total ?? 0;
      const summary = countOf(count, kind === 'navigation' ? 'series' : 'book');
      return toFolder({ title, path, kind, summary, count });
    }),
    groups: withGroups ? found.map(toGroup) : [],
  });
}

export const searchSeries = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listSeries(deps, call, {
    ...toSearch(call, 'Series', '/search/series'),
    sorts: withOwnOrder('Relevance', seriesSorts),
  });

export const searchBooks = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listBooks(deps, call, {
    ...toSearch(call, 'Books', '/search/books'),
    sorts: withOwnOrder('Relevance', bookSorts),
  });

function toSearch(call: FeedCall, title: string, path: string) {
  const q = toText(call);
  const search = parseSearchText(q);
  return {
    title: q === '' ? title : `${title}: ${q}`,
    path,
    parameters: { q },
    up: toPath('/search', { q }),
    // An empty `anyOf` matches nothing.
    ...(search ? { list: { search, correctsSearch: true } } : { condition: [{ anyOf: [] }] }),
  };
}
