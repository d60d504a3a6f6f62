// User data: progress and history, sessions, annotations, ratings, preferences.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createReading(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'readProgress')
    .key('id')
    .reference('userId', 'user')
    .reference('bookId', 'book')
    .integer('currentPage')
    .real('percentage?')
    .integer('completed')
    .text('locator?')
    .integer('startedAt', 'updatedAt', 'completedAt?')
    .unique('userId', 'bookId')
    .index('book', '"bookId"')
    .index('latest', '"userId", "updatedAt", "bookId"')
    .index('recent', '"userId", "completed", "updatedAt"')
    .create();

  await new Table(db, t, 'seriesProgress')
    .reference('userId', 'user')
    .reference('seriesId', 'series')
    .integer('readCount', 'inProgressCount', 'lastReadAt')
    .primaryKey(['userId', 'seriesId'])
    .index('recent', '"userId", "lastReadAt"')
    .create();

  await new Table(db, t, 'forgottenProgress')
    .reference('userId', 'user')
    .reference('bookId', 'book')
    .integer('forgottenAt')
    .primaryKey(['userId', 'bookId'])
    .index('book', '"bookId"')
    .create();

  await new Table(db, t, 'readHistory')
    .key('id')
    .reference('userId', 'user')
    .reference('bookId', 'book')
    .text('deviceId?', 'deviceName?')
    .integer('page')
    .real('percentage?')
    .integer('completed')
    .text('locator?')
    .integer('readAt', 'recordedAt', 'beganAt?', 'claimedAt?')
    .withDefault('integer', 0, 'marked')
    .index('bookId', '"bookId"')
    // Finished books are counted with this index only.
    .index('finished', '"userId", "readAt", "bookId", id', 'completed = 1 and marked = 0')
    .index('places', '"userId", "bookId", "readAt", "id", "completed"')
    .create();

  await new Table(db, t, 'readingSession')
    .reference('userId', 'user')
    .id('id')
    .reference('bookId', 'book')
    .integer('startedAt', 'endedAt', 'pagesRead', 'startPage?', 'endPage?')
    .text('deviceId?', 'deviceName?')
    .integer('createdAt')
    .primaryKey(['userId', 'id'])
    .index('book', '"bookId"')
    .index('time', '"userId", "startedAt"')
    .create();

  await new Table(db, t, 'annotation')
    .id('id')
    .reference('userId', 'user')
    .reference('bookId', 'book')
    .text('kind', 'locator')
    .real('totalProgression')
    .text('color?', 'note?', 'text?', 'folded')
    .integer('createdAt', 'updatedAt', 'deletedAt?')
    .primaryKey(['userId', 'id'])
    .index('book', '"bookId"')
    .index('place', '"userId", "bookId", "totalProgression", "id"')
    .create();

  await new Table(db, t, 'wantToRead')
    .reference('userId', 'user')
    .text('entityType')
    .id('entityId')
    .integer('createdAt')
    .primaryKey(['userId', 'entityType', 'entityId'])
    .index('entity', '"entityType", "entityId"')
    .create();

  await new Table(db, t, 'seriesRating')
    .reference('userId', 'user')
    .reference('seriesId', 'series')
    .integer('rating')
    .text('notes?')
    .integer('createdAt', 'updatedAt')
    .primaryKey(['userId', 'seriesId'])
    .index('series', '"seriesId"')
    .create();

  await new Table(db, t, 'userPreference')
    .reference('userId', 'user')
    .text('key', 'value')
    .integer('updatedAt')
    .primaryKey(['userId', 'key'])
    .create();

  await new Table(db, t, 'filterPreset')
    .key('id')
    .reference('userId', 'user')
    .text('name', 'nameFolded', 'scope', 'target')
    .id('libraryId?')
    .text('condition', 'query?', 'sort?')
    .integer('pinned', 'position', 'createdAt', 'updatedAt')
    .unique('userId', 'nameFolded')
    .create();

  await new Table(db, t, 'userFont')
    .key('id')
    .reference('userId', 'user')
    .text('name', 'format')
    .integer('sizeBytes')
    .text('hash')
    .bytes('bytes')
    .integer('createdAt')
    .unique('userId', 'hash')
    .create();
}
