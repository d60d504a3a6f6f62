// Every feed by the name of its route.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { createBrowse } from './browse.ts';
import { createGatheringFeeds } from './gatherings.ts';
import { createLists } from './lists.ts';
import type { FeedParts } from './parts.ts';
import { createPresets } from './presets.ts';
import { createSearchFeeds } from './search.ts';
import type { Publication } from './shape/feed.ts';
import { createWordFeeds } from './words.ts';

export type Feeds = ReturnType<typeof createFeeds>;

export function createFeeds(parts: FeedParts) {
  const lists = createLists(parts);
  const presets = createPresets(parts, lists);
  return {
    ...createBrowse(parts, lists, presets),
    ...createGatheringFeeds(parts, lists),
    ...createWordFeeds(parts, lists),
    ...createSearchFeeds(lists),
    presets: presets.list,
    preset: presets.results,

    /** One book with everything that is known of it. Throws not_found for one that is gone. */
    async publication(viewer: Viewer, id: string): Promise<Publication | undefined> {
      const row = await parts.catalog.books.get(viewer, id);
      if (row.deletedAt !== null) return undefined;
      const [publication] = await lists.toPublications([row], 'series');
      return publication;
    },
  };
}
