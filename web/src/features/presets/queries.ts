// Queries for presets, and their conversion from and to the URL of a list.
import type { CreateFilterPreset, FilterPreset } from '@lectern/contract/reading/filter-presets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Filter, tidyFilter, toFilterJson, toFilterSearch } from '../filters/index.tsx';

export const presets = queryOptions({
  queryKey: ['presets'],
  queryFn: async ({ signal }) => (await call('GET /api/v1/filter-presets', {}, { signal })).presets,
});

/** Pinned presets first, then the user's order. */
export const toSorted = (all: readonly FilterPreset[]): FilterPreset[] =>
  all.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || a.position - b.position);

/** The stored part of a list's state. */
export interface PresetQuery {
  scope: FilterPreset['scope'];
  target: FilterPreset['target'];
  library?: string;
  q?: string;
  filter?: Filter;
  sort?: string;
}

export const toBody = (name: string, presetQuery: PresetQuery, pinned: boolean): CreateFilterPreset => ({
  scope: presetQuery.scope,
  target: presetQuery.target,
  name,
  condition: toFilterJson(presetQuery.filter) ?? { allOf: [] },
  libraryId: presetQuery.library ?? null,
  query: presetQuery.q ?? null,
  sort: presetQuery.sort ?? null,
  pinned,
});

/** The body that replaces a preset, with some values changed. */
export const toReplacement = (preset: FilterPreset, change: Partial<FilterPreset>) => {
  const { name, condition, libraryId, query, sort, pinned, position } = { ...preset, ...change };
  return { name, condition, libraryId, query, sort, pinned, position };
};

/** The URL of the list that a preset opens. */
export function toSearch(preset: FilterPreset) {
  const { libraryId, query, sort, condition } = preset;
  const filter = tidyFilter(toFilterSearch(condition));
  return {
    ...(libraryId && { library: libraryId }),
    ...(query && { q: query }),
    ...(filter && { filter }),
    ...(sort && { sort }),
  };
}
