// A series in the clients' format.
import { z } from 'zod';
import { type SeriesRow, toSeriesDto } from '#catalog/series/series-dto.ts';
import type { ShownSeries } from '#features/libraries/series/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toDisplayName, toLastName } from '#infrastructure/files/names.ts';
import { authorShape, toAuthors } from './author.ts';
import { toDayOf, toInt, toMoment } from './texts.ts';
import { directionShape, statusShape, toDirection, toStatus } from './words.ts';

const lock = z.boolean();
export const linkShape = z.object({ label: z.string(), url: z.string() });
const times = { created: z.string(), lastModified: z.string() };

export const seriesShape = z.object({
  id: z.string(),
  libraryId: z.string(),
  name: z.string(),
  url: z.string(),
  ...times,
  fileLastModified: z.string(),
  booksCount: z.int(),
  booksReadCount: z.int(),
  booksUnreadCount: z.int(),
  booksInProgressCount: z.int(),
  deleted: z.boolean(),
  oneshot: z.boolean(),
  metadata: z.object({
    status: statusShape,
    statusLock: lock,
    title: z.string(),
    titleLock: lock,
    titleSort: z.string(),
    titleSortLock: lock,
    alternateTitles: z.array(z.object({ label: z.string(), title: z.string() })),
    alternateTitlesLock: lock,
    summary: z.string(),
    summaryLock: lock,
    readingDirection: directionShape,
    readingDirectionLock: lock,
    publisher: z.string(),
    publisherLock: lock,
    ageRating: z.int().nullable(),
    ageRatingLock: lock,
    language: z.string(),
    languageLock: lock,
    genres: z.array(z.string()),
    genresLock: lock,
    tags: z.array(z.string()),
    tagsLock: lock,
    totalBookCount: z.int().nullable(),
    totalBookCountLock: lock,
    sharingLabels: z.array(z.string()),
    sharingLabelsLock: lock,
    links: z.array(linkShape),
    linksLock: lock,
    ...times,
  }),
  booksMetadata: z.object({
    authors: z.array(authorShape),
    tags: z.array(z.string()),
    releaseDate: z.string().nullable(),
    summary: z.string(),
    summaryNumber: z.string(),
    ...times,
  }),
});
export type CompatSeries = z.infer<typeof seriesShape>;

/** `sharingLabels` are the names of the sharing tags that the viewer may see. */
export function toSeries(
  row: SeriesRow,
  { sharingLabels, ...metadata }: ShownSeries & { sharingLabels: readonly string[] },
  viewer: Viewer,
): CompatSeries {
  const created = toMoment(row.createdAt);
  // Lists are ordered by this time. Edits of the series change the time of its metadata instead.
  const lastModified = toMoment(row.booksUpdatedAt);
  return {
    id: row.id,
    libraryId: row.libraryId,
    name: toFolderName(row),
    url: can(viewer, 'books:write') ? (toSeriesDto(row, viewer).path ?? '') : '',
    created,
    lastModified,
    fileLastModified: toMoment(row.booksUpdatedAt),
    ...toCounts(row),
    deleted: row.bookCount === 0,
    oneshot: row.isOneshot === 1,
    metadata: {
      ...toMetadata(row, metadata),
      sharingLabels: [...sharingLabels],
      created,
      lastModified: toMoment(metadata.updatedAt),
    },
    booksMetadata: {
      authors: toAuthors(metadata.authors),
      tags: metadata.tags,
      releaseDate: toDayOf(row.releasedAt),
      summary: '',
      summaryNumber: '',
      created,
      lastModified,
    },
  };
}

/** The name of the folder, which edits of the title do not change. The title of a series that shares its folder. */
const toFolderName = ({ path, title }: SeriesRow): string => (path ? toDisplayName(toLastName(path)) : title);

/** Each book counts as read, in progress or unread. */
function toCounts({ bookCount, readCount, inProgressCount }: SeriesRow) {
  const booksReadCount = Math.min(readCount, bookCount);
  const booksInProgressCount = Math.min(inProgressCount, bookCount - booksReadCount);
  return {
    booksCount: toInt(bookCount),
    booksReadCount,
    booksUnreadCount: bookCount - booksReadCount - booksInProgressCount,
    booksInProgressCount,
  };
}

function toMetadata(row: SeriesRow, { locks, ...metadata }: ShownSeries) {
  const isLocked = (field: string) => locks[field] ?? false;
  return {
    status: toStatus(row.status),
    statusLock: isLocked('status'),
    title: row.title,
    titleLock: isLocked('title'),
    titleSort: row.titleSort ?? row.title,
    titleSortLock: isLocked('titleSort'),
    alternateTitles: metadata.alternateTitles.map(({ label, title }) => ({ label, title })),
    alternateTitlesLock: isLocked('alternateTitles'),
    summary: row.summary ?? '',
    summaryLock: isLocked('summary'),
    readingDirection: toDirection(row.readingDirection ?? row.library.defaultReadingDirection),
    readingDirectionLock: isLocked('readingDirection'),
    publisher: row.publisher ?? '',
    publisherLock: isLocked('publisher'),
    ageRating: row.ageRating,
    ageRatingLock: isLocked('ageRating'),
    language: row.language ?? '',
    languageLock: isLocked('language'),
    genres: metadata.genres,
    genresLock: isLocked('genres'),
    tags: metadata.tags,
    tagsLock: isLocked('tags'),
    totalBookCount: row.totalVolumeCount,
    totalBookCountLock: isLocked('totalVolumeCount'),
    // No file and no provider sets sharing tags.
    sharingLabelsLock: true,
    links: toLinks(metadata.externalLinks),
    linksLock: isLocked('externalLinks'),
  };
}

export const toLinks = (links: readonly { sourceName: string; url: string }[]) =>
  links.map(({ sourceName, url }) => ({ label: sourceName, url }));
