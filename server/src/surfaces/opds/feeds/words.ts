// Genres and publishers, each leading to the series that have it.
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import type { Lists } from './lists.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed } from './shape/feed.ts';
import { catalogueShapedAtMs, toPath } from './shape/paths.ts';

export function createWordFeeds({ catalog }: Pick<FeedDependencies, 'catalog'>, lists: Lists) {
  async function list(
    call: FeedCall,
    kind: 'genre' | 'publisher',
    { title, path }: { title: string; path: string },
  ): Promise<Feed> {
    const { library } = call.query;
    const found = await catalog.facets.list(call.viewer, kind, { libraryId: library, page: pageOf(call) });
    const frame = await lists.frame(call, { title, path, parameters: { library } }, found.total);
    const navigation = found.rows.map(({ name, seriesCount }) =>
      toFolder({
        title: name,
        path: toPath('/series', { library, [kind]: name }),
        kind: 'navigation',
        summary: countOf(seriesCount, 'series'),
        count: seriesCount,
      }),
    );
    return { ...frame, kind: 'navigation', navigation, publications: [], updatedMs: catalogueShapedAtMs };
  }
  return {
    genres: (call: FeedCall) => list(call, 'genre', { title: 'Genres', path: '/genres' }),
    publishers: (call: FeedCall) => list(call, 'publisher', { title: 'Publishers', path: '/publishers' }),
  };
}
