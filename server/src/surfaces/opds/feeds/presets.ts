// What people keep for themselves: filters that they pinned, with what these find.
import type { FilterPreset } from '@lectern/contract/filter-presets';
import { can } from '#infrastructure/access/viewer.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import type { Lists } from './lists.ts';
import type { Feed, NavigationEntry } from './shape/feed.ts';
import { toWhole } from './shape/pages.ts';
import { toEntityId, toFeedId, toPath } from './shape/paths.ts';

export type Presets = ReturnType<typeof createPresets>;

export function createPresets({ services }: Pick<FeedDependencies, 'services'>, lists: Lists) {
  async function listPinned({ viewer }: FeedCall): Promise<NavigationEntry[]> {
    const sees = ({ target }: FilterPreset) => can(viewer, target === 'books' ? 'books:read' : 'series:read');
    const presets = await services.presets.list(viewer, {});
    return presets.filter((preset) => preset.pinned && sees(preset)).map(toEntry);
  }

  return {
    listPinned,

    async list(call: FeedCall): Promise<Feed> {
      const navigation = await listPinned(call);
      return toWhole('/presets', { id: toFeedId('/presets'), title: 'Pinned filters', navigation });
    },

    /** Pages of an order at random keep the order: its seed is in their addresses. */
    async results(call: FeedCall, id: string): Promise<Feed> {
      const preset = await services.presets.get(call.viewer, id);
      const requested = toPath(`/presets/${id}`, { seed: call.query.seed });
      const { found, url } = await services.presets.results(call.viewer, id, {
        page: pageOf(call),
        url: requested,
      });
      const seed = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('seed') ?? undefined;
      const feed = {
        id: toEntityId(id),
        title: preset.name,
        path: `/presets/${id}`,
        parameters: { seed },
      };
      const frame = await lists.frame(call, feed, found.total);
      return found.target === 'books'
        ? lists.toBookFeed(frame, found.rows)
        : lists.toSeriesFeed(frame, found.rows);
    },
  };
}

const toEntry = ({ id, name, target, query, updatedAt }: FilterPreset): NavigationEntry => ({
  id: toEntityId(id),
  title: name,
  summary: `${target === 'books' ? 'Books' : 'Series'} that you pinned${query ? `: ${query}` : ''}`,
  updatedMs: Date.parse(updatedAt),
  path: `/presets/${id}`,
  kind: target === 'books' ? 'acquisition' : 'navigation',
});
