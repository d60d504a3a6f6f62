// Kobo e-readers and KOReader: their tokens, what each was sent, positions.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createDevices(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createKoboDevice(db, t);
  await createKoboBook(db, t);
  await createKoboChange(db, t);
  await createKoboPosition(db, t);
  await createKoreaderKey(db, t);
  await createKoreaderPosition(db, t);
}

async function createKoboDevice(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koboDevice')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('tokenHash', t.text, (c) => c.notNull())
    .addColumn('scopeKind', t.text, (c) => c.notNull())
    .addColumn('scopeId', t.id)
    .addColumn('acknowledged', t.integer, (c) => c.notNull())
    .addColumn('planned', t.integer, (c) => c.notNull())
    .addColumn('syncedAt', t.integer)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addUniqueConstraint('koboDevice_tokenHash_key', ['tokenHash'])
    .execute();
  await index(db, 'koboDevice_user', 'koboDevice', '"userId", "id"');
}

async function createKoboBook(db: Kysely<unknown>, t: Ddl): Promise<void> {
  // Of books that are gone as well, which a device has to be told: hence no reference to them.
  await db.schema
    .createTable('koboBook')
    .addColumn('deviceId', t.id, (c) => c.notNull().references('koboDevice.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull())
    .addColumn('stamp', t.text, (c) => c.notNull())
    .addColumn('progressAt', t.integer)
    .addColumn('isArchived', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('koboBook_pk', ['deviceId', 'bookId'])
    .execute();
}

async function createKoboChange(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koboChange')
    .addColumn('deviceId', t.id, (c) => c.notNull().references('koboDevice.id').onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('bookId', t.id, (c) => c.notNull())
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('stamp', t.text, (c) => c.notNull())
    .addColumn('progressAt', t.integer)
    .addPrimaryKeyConstraint('koboChange_pk', ['deviceId', 'position'])
    .execute();
}

async function createKoboPosition(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koboPosition')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('readAt', t.integer, (c) => c.notNull())
    .addColumn('percent', t.real)
    .addColumn('chapterPercent', t.real)
    .addColumn('location', t.text)
    .addColumn('statistics', t.text)
    .addColumn('timesStarted', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('koboPosition_pk', ['userId', 'bookId'])
    .execute();
  await index(db, 'koboPosition_book', 'koboPosition', '"bookId"');
}

async function createKoreaderKey(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koreaderKey')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('keyHash', t.text, (c) => c.notNull())
    .addColumn('lastUsedAt', t.integer)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .execute();
  await index(db, 'koreaderKey_user', 'koreaderKey', '"userId", "id"');
}

async function createKoreaderPosition(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('koreaderPosition')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('document', t.text, (c) => c.notNull())
    .addColumn('progress', t.text, (c) => c.notNull())
    .addColumn('percentage', t.real, (c) => c.notNull())
    .addColumn('device', t.text, (c) => c.notNull())
    .addColumn('deviceId', t.text, (c) => c.notNull())
    .addColumn('reportedAt', t.integer, (c) => c.notNull())
    .addColumn('isWaiting', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('koreaderPosition_pk', ['userId', 'document'])
    .execute();
  await index(db, 'koreaderPosition_waiting', 'koreaderPosition', '"userId", "reportedAt"', {
    where: '"isWaiting" = 1',
  });
}
