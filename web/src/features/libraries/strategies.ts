// How folders become series, and books get titles and numbers: what the contract knows, with the words for it.
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/scanning-strategies';
import type { Text } from '../../i18n/text.ts';
import type { en } from './words/en.ts';

export type { SeriesStrategy };

type Words = Text<typeof en>;
type Key = {
  [K in keyof typeof en]: (typeof en)[K] extends `${string}{${string}` ? never : K;
}[keyof typeof en];

const series: Record<SeriesStrategy, Key> = {
  series_volume: 'seriesVolume',
  series_folder: 'seriesFolder',
  series_volume_chapter: 'seriesVolumeChapter',
  flat: 'flat',
  publisher_hierarchy: 'publisherHierarchy',
  calibre: 'calibre',
  custom: 'custom',
};
const titles: Record<BookStrategy, Key> = {
  filename: 'titlesFilename',
  metadata_first: 'titlesMetadataFirst',
  smart: 'titlesSmart',
  series_name: 'titlesSeriesName',
};
const numbers: Record<NumberStrategy, Key> = {
  smart: 'numbersSmart',
  metadata: 'numbersMetadata',
  filename: 'numbersFilename',
  file_order: 'numbersFileOrder',
};
const directions = { ltr: 'ltr', rtl: 'rtl', ttb: 'ttb', webtoon: 'webtoon' } as const;
const hashings = { fingerprint: 'hashingFingerprint', full: 'hashingFull' } as const;
const calibreSources = {
  metadata: 'calibreMetadata',
  author: 'calibreAuthor',
  title: 'calibreTitle',
} as const;

export const choices = { series, titles, numbers, directions, hashings, calibreSources } as const;

/** For a Select: each value with its words. */
export const toOptions = <V extends string>(
  labels: Record<V, Key>,
  t: Words,
): { value: V; label: string }[] =>
  (Object.entries(labels) as [V, Key][]).map(([value, key]) => ({ value, label: t(key as 'never') }));
