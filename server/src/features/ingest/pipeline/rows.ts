// Converts read and derived values to columns. Pure.

import { hash } from 'node:crypto';
import { type BookField, bookFieldNames } from '@lectern/contract/libraries/metadata-fields';
import { findFormatOfName } from '@lectern/contract/values';
import {
  type BookValues,
  emptyValues,
  toMetadataColumns,
  toReleaseColumns,
} from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { toFactsJson, toFirstPlace } from '#features/libraries/reading-order/index.ts';
import type { SeriesHome } from '#features/libraries/series/index.ts';
import { joinNames, toDisplayName, toNativeName } from '#infrastructure/files/names.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { BookMetadataTable, BookTable } from '#schema/tables/libraries/book.ts';
import type { EmbeddedMetadata } from '../book-parsing/index.ts';
import { toSidecarStamp } from '../discovery/index.ts';
import type { Derived } from '../series-assignment/index.ts';
import { type ReadFile, toBookName } from './read-file.ts';

type ScanColumns = Omit<BookTable, 'id' | 'coverId' | 'mainBookId' | 'formatGroup' | 'createdAt'>;

interface Location {
  home: SeriesHome;
  library: ScanLibrary;
  nowMs: number;
}

export function toBookColumns(
  file: ReadFile,
  derived: Derived,
  { home, library, nowMs }: Location,
): ScanColumns {
  const { reading } = file;
  const isFolder = file.stamp !== undefined;
  const [first] = reading.faults;
  const fault =
    reading.faults.find(({ kind }) => kind !== 'metadata' && kind !== 'thumbnail') ??
    (reading.isReadable ? undefined : first);
  const titleKey = toSortKey(derived.titleSort ?? derived.title);
  const fileKey = toSortKey(file.name);
  const { volume } = derived.order;
  return {
    libraryId: library.id,
    seriesId: home.id,
    rootId: file.rootId,
    folder: file.folder,
    fileName: file.name,
    fileFormat: reading.format ?? (isFolder ? 'folder' : findFormatOfName(file.name)) ?? 'cbz',
    fileSize: reading.fileHash === '' ? file.sizeBytes : reading.sizeBytes,
    // A file that could not be opened gets a time that never matches, so that the next scan tries again.
    fileModifiedUs: isUnopened(file) ? 0 : reading.fileHash === '' ? file.modifiedUs : reading.modifiedUs,
    fileHash: reading.fileHash,
    pageHash: reading.pageHash,
    importHash: toImportHash(file, derived),
    sidecarStamp: toSidecarStamp(file),
    readerHash: reading.readerHash,
    nameHash: hash('md5', toNativeName(toBookName(file)), 'hex'),
    title: derived.title,
    titleSort: derived.titleSort,
    titleFolded: fold(derived.title),
    titleKey,
    ...toFirstPlace(derived.order, titleKey, {
      folder: file.folder,
      fileName: file.name,
      fileKey,
      seriesPath: derived.series.path,
      rootPosition: library.roots.findIndex(({ id }) => id === file.rootId),
    }),
    volume: volume === null ? null : Math.floor(volume),
    volumeText: volume === null ? null : String(volume),
    chapter: derived.chapter,
    orderFacts: toFactsJson(derived.order),
    fileKey,
    seriesTitleKey: home.titleKey,
    pageCount: reading.pageCount,
    analyzed: reading.isReadable ? 1 : 0,
    analysisError: fault?.message ?? null,
    thumbnailState: 0,
    thumbHash: null,
    pictureChangedAt: nowMs,
    titleSortFolded: derived.titleSort === null ? null : fold(derived.titleSort),
    pathFolded: fold(toDisplayName(joinNames(file.folder, file.name))),
    ...toReleaseColumns(reading.metadata?.releaseDate),
    deletedAt: null,
    updatedAt: nowMs,
  };
}

/** Increased when imports write other values for the same file, so that a deep scan writes them. */
const importVersion = 1;

/** Changes with all that an import of this file writes, except times. Null for a file that could not be read. */
export function toImportHash(
  { reading: { digest }, name, folder }: ReadFile,
  derived: Derived,
): string | null {
  if (digest === '') return null;
  return hash('sha256', JSON.stringify([importVersion, digest, name, folder, derived]), 'base64url');
}

/** The file could not be read completely because of the disk, which is not an error of the book. */
export const isUnopened = ({ reading }: Pick<ReadFile, 'reading'>): boolean =>
  reading.faults.some(({ reason }) => reason === 'unreadable');

/** Fields that files do not contain, or with another name or shape. */
const differing = [
  ...(['authors', 'awards', 'externalLinks', 'externalIds', 'externalRatings'] as const),
  ...(['storyArcs', 'customMetadata'] as const),
] as const;
type SameInFiles = Exclude<BookField, (typeof differing)[number]>;
const sameInFiles = bookFieldNames.filter(
  (name): name is SameInFiles => !differing.some((other) => other === name),
);

function toValues(found: EmbeddedMetadata): BookValues {
  const same = sameInFiles.map((name) => [name, found[name] ?? emptyValues[name]]);
  return {
    ...emptyValues,
    ...(Object.fromEntries(same) as Pick<BookValues, SameInFiles>),
    authors: (found.authors ?? []).map(({ name, role, sortName = null }) => ({ name, role, sortName })),
    storyArcs: [...new Set((found.storyArcs ?? []).map(({ name }) => name))],
    externalLinks: (found.externalLinks ?? []).map((link, i) => ({ id: String(i + 1), ...link })),
    externalIds: (found.identifiers ?? []).map(({ scheme, value }) => ({
      source: scheme,
      externalId: value,
      externalUrl: null,
    })),
  };
}

export function toMetadataRow(
  found: EmbeddedMetadata,
  ids: { id: string; bookId: string; nowMs: number },
): BookMetadataTable {
  const { alternateTitles, seriesFacts, communityRating = null } = found;
  return {
    id: ids.id,
    bookId: ids.bookId,
    ...toMetadataColumns(toValues(found), { alternateTitles, seriesFacts }),
    communityRating,
    createdAt: ids.nowMs,
    updatedAt: ids.nowMs,
  };
}
