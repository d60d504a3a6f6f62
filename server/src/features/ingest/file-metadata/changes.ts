// Decides which metadata of a book is written, and where: values from edits and providers that differ from the files.
// Pure.
import type { FileMetadataChanges } from '@lectern/contract/ingest/file-metadata';
import type { MetadataWriting } from '@lectern/contract/ingest/metadata-writing';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { type BookField, bookFieldNames } from '@lectern/contract/libraries/metadata-fields';
import { isText, toStem } from '@lectern/contract/values';
import { findPart } from '@lectern/formats/archive/rar/volumes/names';
import { fitsPdf, isPdfField, isSameInPdf } from '@lectern/formats/pdf/edit-fields';
import type { FileEdit } from '@lectern/formats/writing/edit-book';
import {
  isAgeOfComicInfo,
  isComicInfoField,
  isOpfField,
  isSameInComicInfo,
  isSameInOpf,
} from '@lectern/formats/writing/fields';
import { type BookValues, toEmbedded } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';

export interface Target {
  kind: FileEdit['kind'] | 'pdf';
  /** Name in the folder of the book. */
  name: string;
  isSidecar: boolean;
  isNew: boolean;
}

export interface KnownFile {
  fileName: string;
  fileFormat: string;
  sidecarStamp: string | null;
}

interface MetadataSources {
  metadata: BookMetadata;
  files: BookValues;
}

type Rules = { writeMetadata: MetadataWriting } & Pick<ScanLibrary, 'seriesStrategy'>;

/**
 * Metadata that a PDF cannot store is written to a sidecar file, together with the rest. Undefined as for `toTarget`.
 */
export function chooseTarget(book: KnownFile, library: Rules, said: MetadataSources): Target | undefined {
  const target = toTarget(book, library);
  if (target?.kind !== 'pdf') return target;
  const beside = toBeside(book, library);
  const shown = toEmbedded(said.metadata);
  const inFiles = toEmbedded(said.files);
  const holds = (field: BookField) =>
    isPdfField(field) && fitsPdf(field, shown) && !isSameInPdf(field, shown, inFiles);
  return toChangedFields(beside, said, library).every(holds) ? target : beside;
}

/**
 * An existing sidecar file takes precedence over the metadata in the book's file, so it is updated instead. Undefined
 * for image folders and multi-volume archives.
 */
function toTarget(book: KnownFile, library: Rules): Target | undefined {
  const { fileName, fileFormat, sidecarStamp } = book;
  const { writeMetadata } = library;
  if (fileFormat === 'folder' || findPart(fileName)) return undefined;
  const [known] = toSidecarNames(sidecarStamp);
  if (known !== undefined)
    return { kind: isOpfName(known) ? 'opf' : 'comic_info', name: known, isSidecar: true, isNew: false };
  if (writeMetadata === 'files' && fileFormat === 'epub')
    return { kind: 'opf', name: fileName, isSidecar: false, isNew: false };
  if (writeMetadata === 'files' && fileFormat === 'cbz')
    return { kind: 'comic_info', name: fileName, isSidecar: false, isNew: false };
  if (writeMetadata === 'files' && fileFormat === 'pdf')
    return { kind: 'pdf', name: fileName, isSidecar: false, isNew: false };
  return toBeside(book, library);
}

function toBeside({ fileName, fileFormat }: KnownFile, { seriesStrategy }: Rules): Target {
  const stem = toStem(fileName, fileFormat);
  if (!isText(fileFormat) && fileFormat !== 'pdf')
    return { kind: 'comic_info', name: `${stem}.xml`, isSidecar: true, isNew: true };
  const name = seriesStrategy === 'calibre' ? 'metadata.opf' : `${stem}.opf`;
  return { kind: 'opf', name, isSidecar: true, isNew: true };
}

const isOpfName = (name: string): boolean => /\.opf$/i.test(name);

/** File names from the stamp of discovery/sidecars.ts, in order of precedence. */
const toSidecarNames = (stamp: string | null): string[] =>
  (stamp ?? '').split('/').flatMap((part) => /^(.+\.(?:xml|opf)):\d+:\d+$/i.exec(part)?.[1] ?? []);

/** With these strategies, a different series name would move the book to another series. */
const namesSeries = ({ seriesStrategy }: Pick<ScanLibrary, 'seriesStrategy'>): boolean =>
  seriesStrategy === 'flat' || seriesStrategy === 'calibre';

export function toChangedFields(
  { kind }: Target,
  { metadata, files }: MetadataSources,
  library: Pick<ScanLibrary, 'seriesStrategy'>,
): BookField[] {
  const shown = toEmbedded(metadata);
  const inFiles = toEmbedded(files);
  return bookFieldNames.filter((field) => {
    const from = metadata.origins[field]?.from;
    if (from !== 'person' && from !== 'provider') return false;
    if (field === 'series' && namesSeries(library)) return false;
    // ComicInfo stores the reading direction in the manga element.
    if (field === 'readingDirection' && kind === 'comic_info' && metadata.manga !== true) return false;
    if (field === 'ageRating' && !isAgeOfComicInfo(shown)) return false;
    // Required elements cannot be removed.
    if (kind === 'opf' && (field === 'title' || field === 'language') && metadata[field] === null)
      return false;
    if (field === 'seriesPosition' && metadata.series === null) return false;
    if (kind === 'pdf') return isPdfField(field) && !isSameInPdf(field, shown, inFiles);
    if (kind === 'opf') return isOpfField(field) && !isSameInOpf(field, shown, inFiles);
    return isComicInfoField(field) && !isSameInComicInfo(field, shown, inFiles);
  });
}

export const toShownChanges = (
  fields: readonly BookField[],
  { metadata, files }: MetadataSources,
): FileMetadataChanges['changes'] =>
  fields.map((field) => ({ field, before: files[field], after: metadata[field] }));

/** Fields that are written together: series name and position, title and sort title. */
export const toWrittenFields = (fields: readonly BookField[]): BookField[] => [
  ...new Set<BookField>([
    ...fields,
    ...(fields.includes('seriesPosition') ? (['series'] as const) : []),
    ...(fields.includes('titleSort') ? (['title'] as const) : []),
  ]),
];
