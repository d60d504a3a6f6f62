// Libraries, their folders, series, books and book contents.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

const optional = { is: 'optional', onDelete: 'cascade' } as const;

/** Rows that lists show. */
const present = '"deletedAt" is null';
const shown = '"bookCount" > 0';

export async function createLibraries(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'library')
    .key('id')
    .text('name', 'nameFolded', 'nameKey', 'description?')
    .integer('isActive')
    .text('seriesStrategy', 'seriesConfig?', 'bookStrategy', 'bookConfig?', 'numberStrategy')
    .text('numberConfig?', 'defaultReadingDirection', 'allowedFormats', 'excludedPatterns', 'hashing')
    .text('cronSchedule?', 'cronTimezone?')
    .integer('scanOnStart', 'watch', 'purgeDeletedAfterDays?', 'bookCount', 'seriesCount')
    .integer('lastScannedAt?')
    .text('assignedBy?')
    .integer('removalHeldAt?', 'deletedAt?', 'createdAt', 'updatedAt')
    .text('metadataProviders?', 'namingPattern?')
    .withDefault('text', 'off', 'writeMetadata')
    .withDefault('text', 'mixed', 'kind')
    .withDefault('integer', 0, 'allowFileChanges', 'comparePages', 'groupFormats')
    .integer('formatsGroupedBy?', 'wordsVersion?')
    .text('orderedBy?')
    .create();

  await new Table(db, t, 'libraryRoot')
    .key('id')
    .reference('libraryId', 'library', { is: 'required' })
    .text('path')
    .integer('position')
    .text('device?')
    .integer('removedAt?')
    .text('folderTimes?')
    .index('library', '"libraryId", "position"')
    .create();

  await new Table(db, t, 'series')
    .rowKey()
    .reference('libraryId', 'library', { is: 'required' })
    .text('seriesKey', 'path?')
    .id('rootId')
    .text('assignedTitle')
    .integer('assignedYear?')
    .text('title', 'titleSort?', 'titleFolded', 'titleKey')
    .text('summary?', 'publisher?', 'imprint?')
    .integer('year?')
    .text('status?', 'language?')
    .integer('ageRating?')
    .text('readingDirection?')
    .integer('totalVolumeCount?')
    .text('coverSource')
    .id('coverId?')
    .integer('bookCount', 'booksUpdatedAt', 'createdAt', 'updatedAt')
    .text('titleSortFolded?', 'summaryFolded?', 'pathFolded?')
    .integer('totalChapterCount?', 'releasedAt?')
    .real('communityRating?')
    .withDefault('integer', 0, 'ownedVolumeCount', 'isOneshot', 'hasExternalId')
    .withDefault('text', 'reading_order', 'bookOrder')
    .withDefault('text', 'after', 'specials')
    .unique('libraryId', 'seriesKey')
    .index('bookCount', '"bookCount", id, "libraryId"', shown)
    .index('created', '"createdAt", id, "libraryId"', shown)
    .index('library_title', '"libraryId", "titleKey", id', shown)
    // One index per sort order, including the library, so that rows of hidden libraries are skipped within the index.
    .index('title', '"titleKey", id, "libraryId"', shown)
    .index('updated', '"booksUpdatedAt", id, "libraryId"', shown)
    .index('year_asc', '(year is null), year asc, id asc', shown)
    .index('year_desc', '(year is null), year desc, id desc', shown)
    .create();

  await new Table(db, t, 'book')
    .rowKey()
    .reference('libraryId', 'library', { is: 'required' })
    .reference('seriesId', 'series', { is: 'required' })
    .reference('rootId', 'libraryRoot', { is: 'required' })
    .text('folder', 'fileName', 'fileFormat')
    .integer('fileSize', 'fileModifiedUs')
    .text('fileHash', 'readerHash?', 'title', 'titleSort?', 'titleFolded', 'titleKey')
    .integer('number?', 'volume?')
    .real('chapter?', 'numberValue?', 'orderNumber')
    .text('numberText?', 'volumeText?', 'orderFacts', 'orderKey', 'fileKey', 'seriesTitleKey')
    .integer('pageCount', 'analyzed')
    .text('analysisError?')
    .id('coverId?')
    .integer('thumbnailState', 'deletedAt?', 'createdAt', 'updatedAt')
    .text('titleSortFolded?', 'pathFolded?')
    .integer('releasedAt?', 'year?')
    .text('sidecarStamp?', 'nameHash?', 'thumbHash?', 'pageHash?', 'importHash?')
    .withDefault('integer', 0, 'pictureChangedAt')
    .id('mainBookId?')
    .text('formatGroup?')
    .index('created', '"createdAt", id, "libraryId"', present)
    .index('deleted', '"libraryId", "deletedAt"', '"deletedAt" is not null')
    .index('fileKey', '"fileKey", id, "libraryId"', present)
    .index('fileSize', '"fileSize", id, "libraryId"', present)
    .index('formatGroup', '"formatGroup"', '"formatGroup" is not null')
    .index('format_library', '"libraryId", id', '"mainBookId" is not null')
    // In addition to the unique index of the same columns, which holds only the books of lists.
    .index('format_path', '"rootId", folder, "fileName"', '"mainBookId" is not null')
    .index('formats', '"mainBookId", id', '"mainBookId" is not null')
    .index('gone', 'id', '"deletedAt" is not null')
    // Books of a removed folder are found by path when the folder is added again.
    .index('gone_path', '"rootId", folder, "fileName"', '"deletedAt" is not null')
    // Includes `deletedAt`, because SQLite's planner uses a covering index only if it contains every column.
    .index('holdings', '"libraryId", "fileFormat", "fileSize", "pageCount", "deletedAt"', present)
    // One index per sort order.
    .index('in_series', '"seriesId", "orderKey", id', present)
    .index('library_series_number', '"libraryId", "seriesTitleKey", "seriesId", "orderKey", id', present)
    // Starts of random hashes (catalog/books/hashes.ts).
    .index('nameHash', 'substr("nameHash", 1, 8)')
    .index('pageHash', 'substr("pageHash", 1, 8)', '"pageHash" is not null')
    .index('pageCount', '"pageCount", id, "libraryId"', present)
    // Finds a document of KOReader, and the same file at another path.
    .index('readerHash', 'substr("readerHash", 1, 8)')
    .index('released_asc', '("releasedAt" is null), "releasedAt" asc, id asc', present)
    .index('released_desc', '("releasedAt" is null), "releasedAt" desc, id desc', present)
    // One row per existing file; scans compare folders with it.
    .uniqueIndex('rootId_folder_fileName_key', '"rootId", folder, "fileName"', present)
    // Includes `deletedAt`, so that a series with 200,000 books is counted with the index only.
    .index('seriesId', '"seriesId", id, "deletedAt"')
    // Includes the year, so that a list filtered by year is read from the index only.
    .index('series_number', '"seriesTitleKey", "seriesId", "orderKey", id, "libraryId", year', present)
    .index('thumbnail', '"libraryId", id', '"thumbnailState" = 0 and "deletedAt" is null')
    .index('title', '"titleKey", id, "libraryId"', present)
    .index('updated', '"updatedAt", id, "libraryId"', present)
    // Includes `deletedAt`, so that years are counted with the index only.
    .index('year', 'year, id, "deletedAt"')
    .create();
  await t.createListIndexes(db);

  await new Table(db, t, 'bookContent')
    .reference('bookId', 'book', { is: 'key', onDelete: 'cascade' })
    .integer('fileSize', 'fileModifiedUs')
    .bytes('content')
    .create();

  await new Table(db, t, 'bookError')
    .reference('bookId', 'book')
    .text('errorType', 'message', 'details?')
    .integer('occurredAt')
    .primaryKey(['bookId', 'errorType'])
    .index('type', '"errorType", "bookId"')
    .create();

  await new Table(db, t, 'cover')
    .key('id')
    .text('entityType')
    .id('entityId')
    .text('mediaType')
    .integer('width', 'height', 'fileSize', 'createdAt')
    .text('thumbHash?', 'provider?', 'providerName?', 'url?')
    .index('entity', '"entityType", "entityId", "id"')
    .create();

  await new Table(db, t, 'coverImage')
    .reference('coverId', 'cover', { is: 'key', onDelete: 'cascade' })
    .bytes('bytes')
    .create();

  await new Table(db, t, 'coverChoice')
    .key('id')
    .reference('seriesId', 'series', optional)
    .reference('bookId', 'book', optional)
    .integer('isByPerson?', 'wantedAt?', 'tries')
    .uniqueIndex('series', '"seriesId"')
    .uniqueIndex('book', '"bookId"')
    .index('wanted', '"wantedAt"', '"wantedAt" is not null')
    .create();

  await new Table(db, t, 'missingPicture')
    .key('addressHash', 'text')
    .integer('until')
    .index('until', '"until"')
    .create();
}
