// Converts books for the API.
import type { BookFormat } from '@lectern/contract/libraries/book-files';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { joinNames, toDisplayName } from '#infrastructure/files/names.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { toCoverVersion } from '../cover-versions.ts';
import type { BookRow } from './book-rows.ts';
import type { FormatFile } from './formats.ts';
import { isFileThere } from './presence.ts';

/** `path` is the full path for users who may edit books, else the file name. */
export function toBookDto(row: BookRow, viewer: Viewer): BookDto {
  return {
    id: row.id,
    libraryId: row.libraryId,
    libraryName: row.library.name,
    seriesId: row.seriesId,
    seriesName: row.seriesTitle,
    title: row.title,
    titleSort: row.titleSort,
    number: row.number,
    numberText: row.numberText,
    volume: row.volume,
    volumeText: row.volumeText,
    chapter: row.chapter,
    placed: row.isPlaced === 1,
    pageCount: row.pageCount,
    path: toDisplayName(can(viewer, 'books:write') ? fullPath(row) : row.fileName),
    fileFormat: row.fileFormat,
    fileSize: row.fileSize,
    fileHash: row.fileHash,
    readerHash: row.readerHash,
    analyzed: row.analyzed === 1,
    analysisError: row.analysisError,
    deleted: !isFileThere(row),
    readingDirection: row.seriesReadingDirection ?? row.library.defaultReadingDirection,
    readProgress: row.progress && toReadProgress(row.progress),
    coverVersion: toCoverVersion(row),
    thumbHash: row.thumbHash,
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
  };
}

/** A file in the detail of a book. */
export const toBookFormat = ({ id, isMain, fileName, fileFormat, fileSize }: FormatFile): BookFormat => ({
  bookId: id,
  fileFormat,
  fileName: toDisplayName(fileName),
  fileSize,
  main: isMain,
});

export const fullPath = (row: Pick<BookRow, 'rootPath' | 'folder' | 'fileName'>): string =>
  `${row.rootPath.replace(/\/$/, '')}/${joinNames(row.folder, row.fileName)}`;

export function toReadProgress(row: ReadProgressTable): ReadProgress {
  return {
    id: row.id,
    userId: row.userId,
    bookId: row.bookId,
    currentPage: row.currentPage,
    progressPercentage: row.percentage,
    completed: row.completed === 1,
    startedAt: toTime(row.startedAt),
    updatedAt: toTime(row.updatedAt),
    completedAt: toTimeOrNull(row.completedAt),
    locator: row.locator === null ? null : JSON.parse(row.locator),
  };
}
