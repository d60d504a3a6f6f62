// A book in the clients' format.
import { formats, toStem } from '@lectern/contract/values';
import { z } from 'zod';
import { fullPath } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { LockedMetadata } from '#features/libraries/books/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { authorShape, toAuthors } from './author.ts';
import { linkShape, toLinks } from './series.ts';
import { toDay, toInt, toMoment, toSize } from './texts.ts';
import { mediaStatusShape, profileOf, profileShape, toMediaStatus } from './words.ts';

const lock = z.boolean();
const times = { created: z.string(), lastModified: z.string() };

export const bookShape = z.object({
  id: z.string(),
  seriesId: z.string(),
  seriesTitle: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  number: z.int(),
  ...times,
  fileLastModified: z.string(),
  sizeBytes: z.int(),
  size: z.string(),
  deleted: z.boolean(),
  fileHash: z.string(),
  oneshot: z.boolean(),
  readProgress: z
    .object({
      page: z.int(),
      completed: z.boolean(),
      readDate: z.string(),
      ...times,
      deviceId: z.string(),
      deviceName: z.string(),
    })
    .nullable(),
  media: z.object({
    status: mediaStatusShape,
    mediaType: z.string(),
    pagesCount: z.int(),
    comment: z.string(),
    mediaProfile: profileShape,
    epubDivinaCompatible: z.boolean(),
    epubIsKepub: z.boolean(),
  }),
  metadata: z.object({
    title: z.string(),
    titleLock: lock,
    summary: z.string(),
    summaryLock: lock,
    number: z.string(),
    numberLock: lock,
    numberSort: z.number(),
    numberSortLock: lock,
    releaseDate: z.string().nullable(),
    releaseDateLock: lock,
    authors: z.array(authorShape),
    authorsLock: lock,
    tags: z.array(z.string()),
    tagsLock: lock,
    isbn: z.string(),
    isbnLock: lock,
    links: z.array(linkShape),
    linksLock: lock,
    ...times,
  }),
});
export type CompatBook = z.infer<typeof bookShape>;

/** Data of a book in addition to its row. */
interface BookExtras {
  metadata: LockedMetadata | undefined;
  /** The device that reported the position. */
  device: { deviceId: string | null; deviceName: string | null } | undefined;
}

export function toBook(row: BookRow, known: BookExtras, viewer: Viewer): CompatBook {
  const format = row.fileFormat;
  return {
    id: row.id,
    seriesId: row.seriesId,
    seriesTitle: row.seriesTitle,
    libraryId: row.libraryId,
    name: toDisplayName(toStem(row.fileName, format)),
    url: toDisplayName(can(viewer, 'books:write') ? fullPath(row) : row.fileName),
    number: toInt(toNumber(row)),
    created: toMoment(row.createdAt),
    lastModified: toMoment(row.updatedAt),
    fileLastModified: toMoment(row.fileModifiedUs / 1000),
    sizeBytes: row.fileSize,
    size: toSize(row.fileSize),
    deleted: !isFileThere(row),
    fileHash: row.fileHash,
    oneshot: row.seriesIsOneshot === 1,
    readProgress: toReadProgress(row, known.device),
    media: {
      status: toMediaStatus(row),
      mediaType: formats[format].containerType,
      pagesCount: row.pageCount,
      comment: row.analysisError ?? '',
      mediaProfile: profileOf(format),
      epubDivinaCompatible: false,
      epubIsKepub: false,
    },
    metadata: toMetadata(row, known),
  };
}

/** The displayed number. Clients require one: a book without a number shows its place in the series. */
const toNumber = ({ numberValue, number, orderNumber }: BookRow): number =>
  numberValue ?? number ?? orderNumber;

function toReadProgress({ progress }: BookRow, device: BookExtras['device']): CompatBook['readProgress'] {
  if (!progress) return null;
  const readDate = toMoment(progress.updatedAt);
  return {
    page: progress.currentPage,
    completed: progress.completed === 1,
    readDate,
    created: toMoment(progress.startedAt),
    lastModified: readDate,
    deviceId: device?.deviceId ?? '',
    deviceName: device?.deviceName ?? '',
  };
}

function toMetadata(row: BookRow, { metadata }: BookExtras): CompatBook['metadata'] {
  const isLocked = (field: string) => metadata?.locks[field] ?? false;
  return {
    title: row.title,
    titleLock: isLocked('title'),
    summary: metadata?.summary ?? '',
    summaryLock: isLocked('summary'),
    number: metadata?.numberText ?? row.numberText ?? String(toNumber(row)),
    numberLock: isLocked('number'),
    // Clients sort by this number, and trackers compute progress from it.
    numberSort: row.orderNumber,
    numberSortLock: isLocked('number'),
    releaseDate: toDay(metadata?.releaseDate ?? null),
    releaseDateLock: isLocked('releaseDate'),
    authors: toAuthors(metadata?.authors ?? []),
    authorsLock: isLocked('authors'),
    tags: metadata?.tags ?? [],
    tagsLock: isLocked('tags'),
    isbn: metadata?.isbns[0] ?? '',
    isbnLock: isLocked('isbns'),
    links: toLinks(metadata?.externalLinks ?? []),
    linksLock: isLocked('externalLinks'),
    created: toMoment(row.createdAt),
    lastModified: toMoment(metadata?.updatedAt ?? row.updatedAt),
  };
}
