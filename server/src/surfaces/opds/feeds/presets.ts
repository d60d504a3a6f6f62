// The user's pinned filters and their results.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import { toBookFeed, toPlainFrame, toSeriesFeed } from './lists.ts';
import type { Feed, NavigationEntry } from './shape/feed.ts';
import { toWhole } from './shape/pages.ts';
import { toEntityId, toFeedId, toPath } from './shape/paths.ts';

export async function listPinned({ services }: FeedDependencies, viewer: Viewer): Promise<NavigationEntry[]> {
  const sees = ({ target }: FilterPreset) => can(viewer, target === 'books' ? 'books:read' : 'series:read');
  const presets = await services.presets.list(viewer, {});
  return presets.filter((preset) => preset.pinned && sees(preset)).map(toEntry);
}

export async function makePresets(deps: FeedDependencies, { viewer }: FeedCall): Promise<Feed> {
  const navigation = await listPinned(deps, viewer);
  return toWhole('/presets', { id: toFeedId('/presets'), title: 'Pinned filters', navigation });
}

/** A random order continues on the next page, because page addresses contain its seed. */
export async function makePreset(deps: FeedDependencies, call: FeedCall, id: string): Promise<Feed> {
  const { presets } = deps.services;
  const path = `/presets/${id}`;
  const requested = toPath(path, { seed: call.query.seed });
  const results = await presets.results(call.viewer, id, { page: pageOf(call), url: requested });
  const { name: title, found, url } = results;
  const seed = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('seed') ?? undefined;
  const feed = { id: toEntityId(id), title, path, parameters: { seed } };
  const frame = await toPlainFrame(deps, call, feed, found.total);
  return found.target === 'books' ? toBookFeed(deps, frame, found) : toSeriesFeed(frame, found.rows);
}

const toEntry = ({ id, name, target, query, updatedAt }: FilterPreset): NavigationEntry => ({
  id: toEntityId(id),
  title: name,
  summary: `Your pinned ${target === 'books' ? 'books' : 'series'} filter${query ? `: ${query}` : ''}`,
  updatedMs: Date.parse(updatedAt),
  path: `/presets/${id}`,
  kind: target === 'books' ? 'acquisition' : 'navigation',
});
