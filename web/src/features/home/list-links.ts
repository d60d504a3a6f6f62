// The full list of each shelf, with the same filter and order.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { type FileFormat, type FormatKind, fileFormats, formats } from '@lectern/contract/values';
import { toPresetSearch } from '../presets/index.tsx';
import type { ShelfKey } from './plan.ts';

export interface ListLink {
  to: string;
  search: Record<string, unknown>;
}

const readStatus = (value: string) => ({ readStatus: { operator: 'is', value } });

export const formatsOf = (kind: FormatKind): FileFormat[] =>
  fileFormats.filter((format) => formats[format].kind === kind);

const newOfKind = (kind: FormatKind): ListLink => ({
  to: '/books',
  search: { filter: { format: { operator: 'in', values: formatsOf(kind) } }, sort: 'dateAdded,desc' },
});

const listLinks: Partial<Record<ShelfKey, ListLink>> = {
  'keep-reading': { to: '/books', search: { filter: readStatus('in_progress'), sort: 'lastRead,desc' } },
  'want-to-read': { to: '/want-to-read', search: {} },
  'recent-books': { to: '/books', search: { sort: 'dateAdded,desc' } },
  'recent-comics': newOfKind('comic'),
  'recent-texts': newOfKind('text'),
  'recent-documents': newOfKind('document'),
  'recent-series': { to: '/series', search: { sort: 'dateAdded,desc' } },
  'updated-series': { to: '/series', search: { sort: 'dateUpdated,desc' } },
  'recently-read': {
    to: '/books',
    search: { filter: { lastRead: { operator: 'isNotNull' } }, sort: 'lastRead,desc' },
  },
};

interface Which {
  /** The preset of the shelf, if it has one. */
  preset: FilterPreset | undefined;
  libraryId: string | undefined;
}

/** Undefined for On Deck, which has no list. */
export function findListLink(key: ShelfKey, { preset, libraryId }: Which): ListLink | undefined {
  if (preset)
    return {
      to: preset.scope === 'search' ? '/search' : `/${preset.target}`,
      search: toPresetSearch(preset),
    };
  const link = listLinks[key];
  if (!link || !libraryId || key === 'want-to-read') return link;
  return { ...link, search: { library: libraryId, ...link.search } };
}
