// Kobo e-readers and KOReader: tokens, sync states, positions.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createDevices(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'koboDevice')
    .key('id')
    .reference('userId', 'user')
    .text('name', 'tokenHash', 'scopeKind')
    .id('scopeId?')
    .integer('acknowledged', 'planned', 'syncedAt?', 'createdAt')
    .unique('tokenHash')
    .index('user', '"userId", "id"')
    .create();

  // Includes deleted books, whose removal must be sent to the device, so there is no foreign key.
  await new Table(db, t, 'koboBook')
    .reference('deviceId', 'koboDevice')
    .id('bookId')
    .text('stamp')
    .integer('progressAt?', 'isArchived')
    .primaryKey(['deviceId', 'bookId'])
    .create();

  await new Table(db, t, 'koboChange')
    .reference('deviceId', 'koboDevice')
    .integer('position')
    .id('bookId')
    .text('kind', 'stamp')
    .integer('progressAt?')
    .primaryKey(['deviceId', 'position'])
    .create();

  await new Table(db, t, 'koboPosition')
    .reference('userId', 'user')
    .reference('bookId', 'book')
    .integer('readAt')
    .real('percent?', 'chapterPercent?')
    .text('location?', 'statistics?')
    .integer('timesStarted')
    .primaryKey(['userId', 'bookId'])
    .index('book', '"bookId"')
    .create();

  await new Table(db, t, 'koreaderKey')
    .key('id')
    .reference('userId', 'user')
    .text('name', 'keyHash')
    .integer('lastUsedAt?', 'createdAt')
    .index('user', '"userId", "id"')
    .create();

  await new Table(db, t, 'koreaderPosition')
    .reference('userId', 'user')
    .text('document', 'progress')
    .real('percentage')
    .text('device', 'deviceId')
    .integer('reportedAt', 'isWaiting')
    .primaryKey(['userId', 'document'])
    .index('waiting', '"userId", "reportedAt"', '"isWaiting" = 1')
    .create();
}
