// Libraries, series, books, what is known of them, and where each reader is in them.
import { type Kysely, sql } from 'kysely';
import type { Ddl } from '../ddl.ts';
import type { Migration } from '../migration.ts';

export const library: Migration = {
  name: '0003-library',
  async up(db, t) {
    await createLibraries(db, t);
    await createSeries(db, t);
    await createBooks(db, t);
    await createBookDetails(db, t);
    await createProgress(db, t);
    await createCovers(db, t);
  },
};

async function createLibraries(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
    .addColumn('placedBy', t.text)
    .addColumn('removalHeldAt', t.integer)
    .addColumn('deletedAt', t.integer)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
  await sql`create unique index "library_nameFolded_key" on library ("nameFolded") where "deletedAt" is null`.execute(
    db,
  );
  await db.schema
    .createTable('libraryRoot')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('libraryId', t.id, (c) => c.notNull().references('library.id'))
    .addColumn('path', t.text, (c) => c.notNull())
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('device', t.text)
    .addColumn('removedAt', t.integer)
    .execute();
  await db.schema
    .createIndex('libraryRoot_library')
    .on('libraryRoot')
    .columns(['libraryId', 'position'])
    .execute();
}

async function createSeries(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('series')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('libraryId', t.id, (c) => c.notNull().references('library.id'))
    .addColumn('seriesKey', t.text, (c) => c.notNull())
    .addColumn('path', t.text)
    .addColumn('rootId', t.id, (c) => c.notNull())
    .addColumn('placedTitle', t.text, (c) => c.notNull())
    .addColumn('placedYear', t.integer)
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
    .addUniqueConstraint('series_libraryId_seriesKey_key', ['libraryId', 'seriesKey'])
    .execute();
  // Lists of series: each order has its index, with the library so that rows of hidden ones are skipped inside it.
  const orders = [
    ['series_title', '"titleKey", id, "libraryId"'],
    ['series_library_title', '"libraryId", "titleKey", id'],
    ['series_created', '"createdAt", id, "libraryId"'],
    ['series_updated', '"booksUpdatedAt", id, "libraryId"'],
  ];
  for (const [name, columns] of orders) {
    await sql`create index ${sql.id(name ?? '')} on series (${sql.raw(columns ?? '')}) where "bookCount" > 0`.execute(
      db,
    );
  }
}

async function createBooks(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('book')
    .addColumn('id', t.id, (c) => c.primaryKey())
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
    .execute();
  // One live row a file; what a scan compares a folder with.
  await sql`create unique index "book_rootId_folder_fileName_key" on book ("rootId", folder, "fileName") where "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "book_deleted" on book ("libraryId", "deletedAt") where "deletedAt" is not null`.execute(
    db,
  );
  // Identity: the same content at another path.
  await db.schema.createIndex('book_hash').on('book').columns(['fileHash', 'fileSize']).execute();
  // For deleted books too: what a series may be deleted by.
  await db.schema.createIndex('book_seriesId').on('book').column('seriesId').execute();
  await db.schema.createIndex('book_readerHash').on('book').column('readerHash').execute();
  await sql`create index "book_thumbnail" on book ("libraryId", id) where "thumbnailState" = 0 and "deletedAt" is null`.execute(
    db,
  );
  const orders = [
    ['book_in_series', '"seriesId", "sortNumber", "fileKey", id'],
    ['book_series_number', '"seriesTitleKey", "seriesId", "sortNumber", "fileKey", id, "libraryId"'],
    ['book_library_series_number', '"libraryId", "seriesTitleKey", "seriesId", "sortNumber", "fileKey", id'],
    ['book_title', '"titleKey", id, "libraryId"'],
    ['book_created', '"createdAt", id, "libraryId"'],
    ['book_updated', '"updatedAt", id, "libraryId"'],
  ];
  for (const [name, columns] of orders) {
    await sql`create index ${sql.id(name ?? '')} on book (${sql.raw(columns ?? '')}) where "deletedAt" is null`.execute(
      db,
    );
  }
}

async function createBookDetails(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookContent')
    .addColumn('bookId', t.id, (c) => c.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('fileSize', t.integer, (c) => c.notNull())
    .addColumn('fileModifiedUs', t.integer, (c) => c.notNull())
    .addColumn('content', t.bytes, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('bookMetadata')
    .addColumn('bookId', t.id, (c) => c.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('id', t.id, (c) => c.notNull())
    .addColumn('title', t.text)
    .addColumn('titleSort', t.text)
    .addColumn('subtitle', t.text)
    .addColumn('number', t.real)
    .addColumn('volume', t.integer)
    .addColumn('chapter', t.real)
    .addColumn('summary', t.text)
    .addColumn('bookType', t.text)
    .addColumn('publisher', t.text)
    .addColumn('imprint', t.text)
    .addColumn('language', t.text)
    .addColumn('releaseDate', t.text)
    .addColumn('ageRating', t.integer)
    .addColumn('series', t.text)
    .addColumn('seriesPosition', t.real)
    .addColumn('seriesTotal', t.integer)
    .addColumn('blackAndWhite', t.integer)
    .addColumn('manga', t.integer)
    .addColumn('formatDetail', t.text)
    .addColumn('edition', t.text)
    .addColumn('originalTitle', t.text)
    .addColumn('originalYear', t.integer)
    .addColumn('readingDirection', t.text)
    .addColumn('lists', t.text, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('bookError')
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('errorType', t.text, (c) => c.notNull())
    .addColumn('message', t.text, (c) => c.notNull())
    .addColumn('details', t.text)
    .addColumn('occurredAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('bookError_pk', ['bookId', 'errorType'])
    .execute();
  await db.schema.createIndex('bookError_type').on('bookError').columns(['errorType', 'bookId']).execute();
}

async function createProgress(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('readProgress')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('currentPage', t.integer, (c) => c.notNull())
    .addColumn('percentage', t.real)
    .addColumn('completed', t.integer, (c) => c.notNull())
    .addColumn('locator', t.text)
    .addColumn('startedAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('completedAt', t.integer)
    .addUniqueConstraint('readProgress_userId_bookId_key', ['userId', 'bookId'])
    .execute();
  await db.schema
    .createIndex('readProgress_recent')
    .on('readProgress')
    .columns(['userId', 'completed', 'updatedAt'])
    .execute();
  await db.schema.createIndex('readProgress_book').on('readProgress').column('bookId').execute();
  await db.schema
    .createTable('seriesProgress')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('readCount', t.integer, (c) => c.notNull())
    .addColumn('inProgressCount', t.integer, (c) => c.notNull())
    .addColumn('lastReadAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('seriesProgress_pk', ['userId', 'seriesId'])
    .execute();
  await db.schema
    .createIndex('seriesProgress_recent')
    .on('seriesProgress')
    .columns(['userId', 'lastReadAt'])
    .execute();
}

async function createCovers(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
  await db.schema.createIndex('cover_entity').on('cover').columns(['entityType', 'entityId', 'id']).execute();
}
