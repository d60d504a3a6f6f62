// What readers leave: progress and its history, sessions, annotations, ratings, preferences.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createReading(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createReadProgress(db, t);
  await createSeriesProgress(db, t);
  await createForgottenProgress(db, t);
  await createReadHistory(db, t);
  await createReadingSession(db, t);
  await createAnnotation(db, t);
  await createWantToRead(db, t);
  await createSeriesRating(db, t);
  await createUserPreference(db, t);
  await createFilterPreset(db, t);
}

async function createReadProgress(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
  await index(db, 'readProgress_book', 'readProgress', '"bookId"');
  await index(db, 'readProgress_latest', 'readProgress', '"userId", "updatedAt", "bookId"');
  await index(db, 'readProgress_recent', 'readProgress', '"userId", "completed", "updatedAt"');
}

async function createSeriesProgress(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('seriesProgress')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('readCount', t.integer, (c) => c.notNull())
    .addColumn('inProgressCount', t.integer, (c) => c.notNull())
    .addColumn('lastReadAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('seriesProgress_pk', ['userId', 'seriesId'])
    .execute();
  await index(db, 'seriesProgress_recent', 'seriesProgress', '"userId", "lastReadAt"');
}

async function createForgottenProgress(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('forgottenProgress')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('forgottenAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('forgottenProgress_pk', ['userId', 'bookId'])
    .execute();
  await index(db, 'forgottenProgress_book', 'forgottenProgress', '"bookId"');
}

async function createReadHistory(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('readHistory')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('deviceId', t.text)
    .addColumn('deviceName', t.text)
    .addColumn('page', t.integer, (c) => c.notNull())
    .addColumn('percentage', t.real)
    .addColumn('completed', t.integer, (c) => c.notNull())
    .addColumn('locator', t.text)
    .addColumn('readAt', t.integer, (c) => c.notNull())
    .addColumn('recordedAt', t.integer, (c) => c.notNull())
    .addColumn('beganAt', t.integer)
    .addColumn('claimedAt', t.integer)
    .execute();
  await index(db, 'readHistory_bookId', 'readHistory', '"bookId"');
  // Finished books are counted by this index alone.
  await index(db, 'readHistory_finished', 'readHistory', '"userId", "readAt", "bookId", id', {
    where: 'completed = 1',
  });
  await index(db, 'readHistory_places', 'readHistory', '"userId", "bookId", "readAt", "id", "completed"');
}

async function createReadingSession(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('readingSession')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('id', t.id, (c) => c.notNull())
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('startedAt', t.integer, (c) => c.notNull())
    .addColumn('endedAt', t.integer, (c) => c.notNull())
    .addColumn('pagesRead', t.integer, (c) => c.notNull())
    .addColumn('startPage', t.integer)
    .addColumn('endPage', t.integer)
    .addColumn('deviceId', t.text)
    .addColumn('deviceName', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('readingSession_pk', ['userId', 'id'])
    .execute();
  await index(db, 'readingSession_book', 'readingSession', '"bookId"');
  await index(db, 'readingSession_time', 'readingSession', '"userId", "startedAt"');
}

async function createAnnotation(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('annotation')
    .addColumn('id', t.id, (c) => c.notNull())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('locator', t.text, (c) => c.notNull())
    .addColumn('totalProgression', t.real, (c) => c.notNull())
    .addColumn('color', t.text)
    .addColumn('note', t.text)
    .addColumn('text', t.text)
    .addColumn('folded', t.text, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('deletedAt', t.integer)
    .addPrimaryKeyConstraint('annotation_pk', ['userId', 'id'])
    .execute();
  await index(db, 'annotation_book', 'annotation', '"bookId"');
  await index(db, 'annotation_place', 'annotation', '"userId", "bookId", "totalProgression", "id"');
}

async function createWantToRead(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('wantToRead')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entityType', t.text, (c) => c.notNull())
    .addColumn('entityId', t.id, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('wantToRead_pk', ['userId', 'entityType', 'entityId'])
    .execute();
  await index(db, 'wantToRead_entity', 'wantToRead', '"entityType", "entityId"');
}

async function createSeriesRating(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('seriesRating')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('rating', t.integer, (c) => c.notNull())
    .addColumn('notes', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('seriesRating_pk', ['userId', 'seriesId'])
    .execute();
  await index(db, 'seriesRating_series', 'seriesRating', '"seriesId"');
}

async function createUserPreference(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('userPreference')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', t.text, (c) => c.notNull())
    .addColumn('value', t.text, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('userPreference_pk', ['userId', 'key'])
    .execute();
}

async function createFilterPreset(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('filterPreset')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('scope', t.text, (c) => c.notNull())
    .addColumn('target', t.text, (c) => c.notNull())
    .addColumn('libraryId', t.id)
    .addColumn('condition', t.text, (c) => c.notNull())
    .addColumn('query', t.text)
    .addColumn('sort', t.text)
    .addColumn('pinned', t.integer, (c) => c.notNull())
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addUniqueConstraint('filterPreset_userId_nameFolded_key', ['userId', 'nameFolded'])
    .execute();
}
