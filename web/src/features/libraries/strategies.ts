// The strategies of the contract with their messages.
import type { MetadataWriting } from '@lectern/contract/ingest/metadata-writing';
import type { LibraryKind } from '@lectern/contract/libraries/library-kinds';
import { keysOf } from '@lectern/contract/records';
import type { BookStrategy, NumberStrategy, SeriesStrategy } from '@lectern/contract/values';
import type { MessageKey, Translate } from '../../i18n/translate.ts';

const kinds: Record<LibraryKind, MessageKey> = {
  comics: 'libraries.kindComics',
  manga: 'libraries.kindManga',
  books: 'libraries.kindBooks',
  documents: 'libraries.kindDocuments',
  mixed: 'libraries.kindMixed',
};
const series: Record<SeriesStrategy, MessageKey> = {
  series_volume: 'libraries.seriesVolume',
  series_folder: 'libraries.seriesFolder',
  series_volume_chapter: 'libraries.seriesVolumeChapter',
  flat: 'libraries.flat',
  publisher_hierarchy: 'libraries.publisherHierarchy',
  calibre: 'libraries.calibre',
  custom: 'libraries.custom',
};
const titles: Record<BookStrategy, MessageKey> = {
  filename: 'libraries.titlesFilename',
  metadata_first: 'libraries.titlesMetadataFirst',
  smart: 'libraries.titlesSmart',
  series_name: 'libraries.titlesSeriesName',
};
const numbers: Record<NumberStrategy, MessageKey> = {
  smart: 'libraries.numbersSmart',
  metadata: 'libraries.numbersMetadata',
  filename: 'libraries.numbersFilename',
  file_order: 'libraries.numbersFileOrder',
};
const directions = {
  ltr: 'libraries.ltr',
  rtl: 'libraries.rtl',
  ttb: 'libraries.ttb',
  webtoon: 'libraries.webtoon',
} as const;
const hashings = { fingerprint: 'libraries.hashingFingerprint', full: 'libraries.hashingFull' } as const;
const writings: Record<MetadataWriting, MessageKey> = {
  off: 'libraries.writeMetadataOff',
  sidecars: 'libraries.writeMetadataSidecars',
  files: 'libraries.writeMetadataFiles',
};
const calibreSources = {
  metadata: 'libraries.calibreMetadata',
  author: 'libraries.calibreAuthor',
  title: 'libraries.calibreTitle',
} as const;

export const choices = {
  kinds,
  series,
  titles,
  numbers,
  directions,
  hashings,
  writings,
  calibreSources,
} as const;

/** The options of a Select. */
export const toOptions = <V extends string>(
  labels: Record<V, MessageKey>,
  t: Translate,
): { value: V; label: string }[] => keysOf(labels).map((value) => ({ value, label: t(labels[value]) }));
