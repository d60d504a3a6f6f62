// The list behind each shelf, with the same filter and order.
import type { FilterPreset } from '@lectern/contract/filter-presets';
import { toPresetSearch } from '../presets/index.tsx';
import type { ShelfKey } from './plan.ts';

export interface Place {
  to: string;
  search: Record<string, unknown>;
}

const readStatus = (value: string) => ({ readStatus: { operator: 'is', value } });

const places: Partial<Record<ShelfKey, Place>> = {
  'keep-reading': { to: '/books', search: { filter: readStatus('in_progress'), sort: 'lastRead,desc' } },
  'want-to-read': { to: '/want-to-read', search: {} },
  'recent-books': { to: '/books', search: { sort: 'dateAdded,desc' } },
  'recent-series': { to: '/series', search: { sort: 'dateAdded,desc' } },
  'updated-series': { to: '/series', search: { sort: 'dateUpdated,desc' } },
  'recently-read': {
    to: '/books',
    search: { filter: { lastRead: { operator: 'isNotNull' } }, sort: 'lastRead,desc' },
  },
};

interface Which {
  /** The preset of the shelf, if it is one. */
  preset: FilterPreset | undefined;
  libraryId: string | undefined;
}

/** Undefined for "on deck", which has no list. */
export function findPlace(key: ShelfKey, { preset, libraryId }: Which): Place | undefined {
  if (preset)
    return {
      to: preset.scope === 'search' ? '/search' : `/${preset.target}`,
      search: toPresetSearch(preset),
    };
  const place = places[key];
  if (!place || !libraryId || key === 'want-to-read') return place;
  return { ...place, search: { library: libraryId, ...place.search } };
}
