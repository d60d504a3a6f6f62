// Search over series and books: one feed that leads to both, and each by itself. What cannot be looked up finds
// nothing.
import { can } from '#infrastructure/access/viewer.ts';
import { parseSearchText, type SearchTerms } from '#infrastructure/text/search-text.ts';
import { type FeedCall, groupSize } from './call.ts';
import { bookSorts, seriesSorts, withOwnOrder } from './facets.ts';
import type { Lists } from './lists.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed } from './shape/feed.ts';
import { toGroup, toPage } from './shape/pages.ts';
import { toFeedId, toPath } from './shape/paths.ts';

/** OPDS 2 calls it `query`, habit `q`. */
const toText = ({ query }: FeedCall): string => query.query ?? query.q ?? '';

/** An empty `anyOf` is met by nothing. */
const nothing = [{ anyOf: [] }];
const toNarrowing = (search: SearchTerms | undefined) =>
  search ? { list: { search } } : { condition: nothing };

export function createSearchFeeds(lists: Lists) {
  const describe = (call: FeedCall, title: string, path: string) => {
    const text = toText(call);
    return {
      title: text === '' ? title : `${title}: ${text}`,
      path,
      parameters: { q: text },
      up: toPath('/search', { q: text }),
      ...toNarrowing(parseSearchText(text)),
    };
  };
  const series = (call: FeedCall) =>
    lists.series(call, {
      ...describe(call, 'Series', '/search/series'),
      sorts: withOwnOrder('Relevance', seriesSorts),
    });
  const books = (call: FeedCall) =>
    lists.books(call, {
      ...describe(call, 'Books', '/search/books'),
      sorts: withOwnOrder('Relevance', bookSorts),
    });

  return {
    searchSeries: series,
    searchBooks: books,

    async search(call: FeedCall): Promise<Feed> {
      const q = toText(call);
      const small: FeedCall = {
        ...call,
        query: { ...call.query, page: 1 },
        pageSize: call.withGroups ? groupSize : 1,
      };
      const found: Feed[] = [];
      if (can(call.viewer, 'series:read')) found.push(await series(small));
      if (can(call.viewer, 'books:read')) found.push(await books(small));
      const path = toPath('/search', { q });
      return toPage(path, {
        id: toFeedId(path),
        title: q === '' ? 'Search' : `Search: ${q}`,
        up: '/catalog',
        navigation: found.map((feed) => {
          const count = feed.paging?.total ?? 0;
          const summary = countOf(count, feed.kind === 'navigation' ? 'series' : 'book');
          return toFolder({ title: feed.title, path: feed.path, kind: feed.kind, summary, count });
        }),
        groups: call.withGroups ? found.map((feed) => toGroup(feed)) : [],
      });
    },
  };
}
