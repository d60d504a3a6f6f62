// Where all of a shelf is: the list with the same filter and order.
import type { FilterPreset } from '@lectern/contract/filter-presets';
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

/** Of a shelf that everybody has; of "on deck" there is no list. */
export function findPlace(key: ShelfKey, libraryId?: string): Place | undefined {
  const place = places[key];
  if (!place || !libraryId || key === 'want-to-read') return place;
  return { ...place, search: { library: libraryId, ...place.search } };
}

export const toPresetPlace = ({ target, libraryId, query, condition, sort }: FilterPreset): Place => ({
  to: target === 'series' ? '/series' : '/books',
  search: {
    ...(libraryId && { library: libraryId }),
    ...(query && { q: query }),
    ...(isEmpty(condition) ? {} : { filter: condition }),
    ...(sort && { sort }),
  },
});

const isEmpty = (condition: unknown): boolean =>
  typeof condition !== 'object' || condition === null || Object.keys(condition).length === 0;
