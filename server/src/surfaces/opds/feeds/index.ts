// Every feed by the name of its route.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createListFeeds } from './book-lists.ts';
import { createBrowse } from './browse.ts';
import type { FeedDependencies } from './dependencies.ts';
import { createLists } from './lists.ts';
import { createPresets } from './presets.ts';
import { createSearchFeeds } from './search.ts';
import type { Publication } from './shape/feed.ts';
import { createWordFeeds } from './words.ts';

export type Feeds = ReturnType<typeof createFeeds>;

export function createFeeds(deps: FeedDependencies) {
  const lists = createLists(deps);
  const presets = createPresets(deps, lists);
  return {
    ...createBrowse(deps, lists, presets),
    ...createListFeeds(deps, lists),
    ...createWordFeeds(deps, lists),
    ...createSearchFeeds(lists),
    presets: presets.list,
    preset: presets.results,

    /** One book with everything that is known of it. Throws not_found for one that is gone. */
    async publication(viewer: Viewer, id: string): Promise<Publication | undefined> {
      const row = await deps.catalog.books.get(viewer, id);
      if (row.deletedAt !== null) return undefined;
      const [publication] = await lists.toPublications([row], 'series');
      return publication;
    },
  };
}
