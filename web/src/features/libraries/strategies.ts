// How folders become series, in the words of people who have such folders.
import type { SeriesStrategy } from '@lectern/contract/scanning-strategies';

export type { SeriesStrategy };

const labels: Record<Exclude<SeriesStrategy, 'custom'>, string> = {
  series_volume: 'A folder for each series',
  series_folder: 'Each folder with books is a series',
  series_volume_chapter: 'Series / volume / chapter folders',
  flat: 'All in one folder; series from names',
  publisher_hierarchy: 'Publisher / series folders',
  calibre: 'A Calibre library',
};

export const strategies = Object.entries(labels).map(([value, label]) => ({
  value: value as SeriesStrategy,
  label,
}));
