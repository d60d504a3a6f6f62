// Genres and publishers, each linking to its series.
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { toPlainFrame } from './lists.ts';
import { countOf, toFolder } from './shape/entries.ts';
import type { Feed } from './shape/feed.ts';
import { catalogueShapedAtMs, toPath } from './shape/paths.ts';

async function listTerms(
  deps: FeedDependencies,
  call: FeedCall,
  kind: 'genre' | 'publisher',
  feed: { title: string; path: string },
): Promise<Feed> {
  const { library } = call.query;
  const list = { libraryId: library, page: pageOf(call) };
  const { rows, total } = await deps.catalog.facets.list(call.viewer, kind, list);
  const frame = await toPlainFrame(deps, call, { ...feed, parameters: { library } }, total);
  const navigation = rows.map(({ name, seriesCount }) =>
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

export const makeGenres = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listTerms(deps, call, 'genre', { title: 'Genres', path: '/genres' });

export const makePublishers = (deps: FeedDependencies, call: FeedCall): Promise<Feed> =>
  listTerms(deps, call, 'publisher', { title: 'Publishers', path: '/publishers' });
