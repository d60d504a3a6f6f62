// Libraries, their folders, series, books and what was read of them.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createLibraries(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createLibrary(db, t);
  await createLibraryRoot(db, t);
  await createSeries(db, t);
  await createBook(db, t);
  await createBookContent(db, t);
  await createBookError(db, t);
  await createCover(db, t);
}

async function createLibrary(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('library')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('description', t.text)
    .addColumn('isActive', t.integer, (c) => c.notNull())
    .addColumn('seriesStrategy', t.text, (c) => c.notNull())
    .addColumn('seriesConfig', t.text)
    .addColumn('bookStrategy', t.text, (c) => c.notNull())
    .addColumn('bookConfig', t.text)
    .addColumn('numberStrategy', t.text, (c) => c.notNull())
    .addColumn('numberConfig', t.text)
    .addColumn('defaultReadingDirection', t.text, (c) => c.notNull())
    .addColumn('allowedFormats', t.text, (c) => c.notNull())
    .addColumn('excludedPatterns', t.text, (c) => c.notNull())
    .addColumn('hashing', t.text, (c) => c.notNull())
    .addColumn('cronSchedule', t.text)
    .addColumn('cronTimezone', t.text)
    .addColumn('scanOnStart', t.integer, (c) => c.notNull())
    .addColumn('watch', t.integer, (c) => c.notNull())
    .addColumn('purgeDeletedAfterDays', t.integer)
    .addColumn('bookCount', t.integer, (c) => c.notNull())
    .addColumn('seriesCount', t.integer, (c) => c.notNull())
    .addColumn('lastScannedAt', t.integer)
    .addColumn('assignedBy', t.text)
    .addColumn('removalHeldAt', t.integer)
    .addColumn('deletedAt', t.integer)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
}

async function createLibraryRoot(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('libraryRoot')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('libraryId', t.id, (c) => c.notNull().references('library.id'))
    .addColumn('path', t.text, (c) => c.notNull())
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('device', t.text)
    .addColumn('removedAt', t.integer)
    .addColumn('folderTimes', t.text)
    .execute();
  await index(db, 'libraryRoot_library', 'libraryRoot', '"libraryId", "position"');
}

async function createSeries(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await t
    .addRowKey(db.schema.createTable('series'))
    .addColumn('libraryId', t.id, (c) => c.notNull().references('library.id'))
    .addColumn('seriesKey', t.text, (c) => c.notNull())
    .addColumn('path', t.text)
    .addColumn('rootId', t.id, (c) => c.notNull())
    .addColumn('assignedTitle', t.text, (c) => c.notNull())
    .addColumn('assignedYear', t.integer)
    .addColumn('title', t.text, (c) => c.notNull())
    .addColumn('titleSort', t.text)
    .addColumn('titleFolded', t.text, (c) => c.notNull())
    .addColumn('titleKey', t.text, (c) => c.notNull())
    .addColumn('titleLocked', t.integer, (c) => c.notNull())
    .addColumn('summary', t.text)
    .addColumn('publisher', t.text)
    .addColumn('imprint', t.text)
    .addColumn('year', t.integer)
    .addColumn('status', t.text)
    .addColumn('language', t.text)
    .addColumn('ageRating', t.integer)
    .addColumn('readingDirection', t.text)
    .addColumn('totalVolumeCount', t.integer)
    .addColumn('coverSource', t.text, (c) => c.notNull())
    .addColumn('coverId', t.id)
    .addColumn('bookCount', t.integer, (c) => c.notNull())
    .addColumn('booksUpdatedAt', t.integer, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('titleSortFolded', t.text)
    .addColumn('summaryFolded', t.text)
    .addColumn('pathFolded', t.text)
    .addColumn('totalChapterCount', t.integer)
    .addColumn('releasedAt', t.integer)
    .addColumn('communityRating', t.real)
    .addColumn('ownedVolumeCount', t.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('isOneshot', t.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('hasExternalId', t.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('listVersion', t.integer, (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('series_libraryId_seriesKey_key', ['libraryId', 'seriesKey'])
    .execute();
  await index(db, 'series_bookCount', 'series', '"bookCount", id, "libraryId"', { where: '"bookCount" > 0' });
  await index(db, 'series_created', 'series', '"createdAt", id, "libraryId"', { where: '"bookCount" > 0' });
  await index(db, 'series_library_title', 'series', '"libraryId", "titleKey", id', {
    where: '"bookCount" > 0',
  });
  // Each order of lists has its index, with the library, so that rows of hidden ones are skipped inside it.
  await index(db, 'series_title', 'series', '"titleKey", id, "libraryId"', { where: '"bookCount" > 0' });
  await index(db, 'series_updated', 'series', '"booksUpdatedAt", id, "libraryId"', {
    where: '"bookCount" > 0',
  });
  await index(db, 'series_year_asc', 'series', '(year is null), year asc, id asc', {
    where: '"bookCount" > 0',
  });
  await index(db, 'series_year_desc', 'series', '(year is null), year desc, id desc', {
    where: '"bookCount" > 0',
  });
}

async function createBook(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await t
    .addRowKey(db.schema.createTable('book'))
    .addColumn('libraryId', t.id, (c) => c.notNull().references('library.id'))
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id'))
    .addColumn('rootId', t.id, (c) => c.notNull().references('libraryRoot.id'))
    .addColumn('folder', t.text, (c) => c.notNull())
    .addColumn('fileName', t.text, (c) => c.notNull())
    .addColumn('fileFormat', t.text, (c) => c.notNull())
    .addColumn('fileSize', t.integer, (c) => c.notNull())
    .addColumn('fileModifiedUs', t.integer, (c) => c.notNull())
    .addColumn('fileHash', t.text, (c) => c.notNull())
    .addColumn('readerHash', t.text)
    .addColumn('title', t.text, (c) => c.notNull())
    .addColumn('titleSort', t.text)
    .addColumn('titleFolded', t.text, (c) => c.notNull())
    .addColumn('titleKey', t.text, (c) => c.notNull())
    .addColumn('titleLocked', t.integer, (c) => c.notNull())
    .addColumn('number', t.integer)
    .addColumn('numberLocked', t.integer, (c) => c.notNull())
    .addColumn('volume', t.integer)
    .addColumn('chapter', t.real)
    .addColumn('sortNumber', t.real, (c) => c.notNull())
    .addColumn('fileKey', t.text, (c) => c.notNull())
    .addColumn('seriesTitleKey', t.text, (c) => c.notNull())
    .addColumn('pageCount', t.integer, (c) => c.notNull())
    .addColumn('analyzed', t.integer, (c) => c.notNull())
    .addColumn('analysisError', t.text)
    .addColumn('coverId', t.id)
    .addColumn('thumbnailState', t.integer, (c) => c.notNull())
    .addColumn('deletedAt', t.integer)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('titleSortFolded', t.text)
    .addColumn('pathFolded', t.text)
    .addColumn('releasedAt', t.integer)
    .addColumn('year', t.integer)
    .addColumn('listVersion', t.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('sidecarStamp', t.text)
    .addColumn('nameHash', t.text)
    .execute();
  await index(db, 'book_created', 'book', '"createdAt", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_deleted', 'book', '"libraryId", "deletedAt"', { where: '"deletedAt" is not null' });
  await index(db, 'book_fileKey', 'book', '"fileKey", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_fileSize', 'book', '"fileSize", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_gone', 'book', 'id', { where: '"deletedAt" is not null' });
  // The same content at another path.
  await index(db, 'book_hash', 'book', '"fileHash", "fileSize"');
  // `deletedAt` is there for SQLite's planner, which reads the index alone only if it has every column.
  await index(
    db,
    'book_holdings',
    'book',
    '"libraryId", "fileFormat", "fileSize", "pageCount", "deletedAt"',
    { where: '"deletedAt" is null' },
  );
  // Each order of lists has its index.
  await index(db, 'book_in_series', 'book', '"seriesId", "sortNumber", "fileKey", id', {
    where: '"deletedAt" is null',
  });
  await index(
    db,
    'book_library_series_number',
    'book',
    '"libraryId", "seriesTitleKey", "seriesId", "sortNumber", "fileKey", id',
    { where: '"deletedAt" is null' },
  );
  await index(db, 'book_nameHash', 'book', '"nameHash"');
  await index(db, 'book_outdated', 'book', 'id', { where: '"listVersion" = 0' });
  await index(db, 'book_pageCount', 'book', '"pageCount", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_readerHash', 'book', '"readerHash"');
  await index(db, 'book_released_asc', 'book', '("releasedAt" is null), "releasedAt" asc, id asc', {
    where: '"deletedAt" is null',
  });
  await index(db, 'book_released_desc', 'book', '("releasedAt" is null), "releasedAt" desc, id desc', {
    where: '"deletedAt" is null',
  });
  // One row a file that is there; what a scan compares a folder with.
  await index(db, 'book_rootId_folder_fileName_key', 'book', '"rootId", folder, "fileName"', {
    isUnique: true,
    where: '"deletedAt" is null',
  });
  // With `deletedAt`, so that a series of 200,000 books is counted by the index alone.
  await index(db, 'book_seriesId', 'book', '"seriesId", id, "deletedAt"');
  // With the year, so that a list of years is read off the order alone.
  await index(
    db,
    'book_series_number',
    'book',
    '"seriesTitleKey", "seriesId", "sortNumber", "fileKey", id, "libraryId", year',
    { where: '"deletedAt" is null' },
  );
  await index(db, 'book_thumbnail', 'book', '"libraryId", id', {
    where: '"thumbnailState" = 0 and "deletedAt" is null',
  });
  await index(db, 'book_title', 'book', '"titleKey", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_updated', 'book', '"updatedAt", id, "libraryId"', { where: '"deletedAt" is null' });
  await index(db, 'book_year', 'book', 'year, id');
  await t.createListIndexes(db);
}

async function createBookContent(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookContent')
    .addColumn('bookId', t.id, (c) => c.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('fileSize', t.integer, (c) => c.notNull())
    .addColumn('fileModifiedUs', t.integer, (c) => c.notNull())
    .addColumn('content', t.bytes, (c) => c.notNull())
    .execute();
}

async function createBookError(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookError')
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('errorType', t.text, (c) => c.notNull())
    .addColumn('message', t.text, (c) => c.notNull())
    .addColumn('details', t.text)
    .addColumn('occurredAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('bookError_pk', ['bookId', 'errorType'])
    .execute();
  await index(db, 'bookError_type', 'bookError', '"errorType", "bookId"');
}

async function createCover(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('cover')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('entityType', t.text, (c) => c.notNull())
    .addColumn('entityId', t.id, (c) => c.notNull())
    .addColumn('mediaType', t.text, (c) => c.notNull())
    .addColumn('width', t.integer, (c) => c.notNull())
    .addColumn('height', t.integer, (c) => c.notNull())
    .addColumn('fileSize', t.integer, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .execute();
  await index(db, 'cover_entity', 'cover', '"entityType", "entityId", "id"');
}
