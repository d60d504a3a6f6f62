// Collections, read lists, what people want to read, ratings, preferences.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import type { Migration } from '../migration.ts';

export const shelves: Migration = {
  name: '0004-shelves',
  async up(db, t) {
    await createGathering(db, t, { name: 'collection', member: 'series', members: 'collectionSeries' });
    await createGathering(db, t, { name: 'readList', member: 'book', members: 'readListBook' });
    await createOpinions(db, t);
  },
};

interface Gathering {
  name: string;
  member: string;
  members: string;
}

async function createGathering(
  db: Kysely<unknown>,
  t: Ddl,
  { name, member, members }: Gathering,
): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('summary', t.text)
    .addColumn('ordered', t.integer, (c) => c.notNull())
    .addColumn('condition', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addUniqueConstraint(`${name}_nameFolded_key`, ['nameFolded'])
    .execute();
  await db.schema
    .createTable(members)
    .addColumn(`${name}Id`, t.id, (c) => c.notNull().references(`${name}.id`).onDelete('cascade'))
    .addColumn(`${member}Id`, t.id, (c) => c.notNull().references(`${member}.id`).onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('addedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint(`${members}_pk`, [`${name}Id`, `${member}Id`] as never)
    .execute();
  await db.schema
    .createIndex(`${members}_order`)
    .on(members)
    .columns([`${name}Id`, 'position'] as never)
    .execute();
  await db.schema
    .createIndex(`${members}_member`)
    .on(members)
    .column(`${member}Id` as never)
    .execute();
}

async function createOpinions(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('wantToRead')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('entityType', t.text, (c) => c.notNull())
    .addColumn('entityId', t.id, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('wantToRead_pk', ['userId', 'entityType', 'entityId'])
    .execute();
  await db.schema
    .createIndex('wantToRead_entity')
    .on('wantToRead')
    .columns(['entityType', 'entityId'])
    .execute();
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
  await db.schema.createIndex('seriesRating_series').on('seriesRating').column('seriesId').execute();
  await db.schema
    .createTable('userPreference')
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('key', t.text, (c) => c.notNull())
    .addColumn('value', t.text, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('userPreference_pk', ['userId', 'key'])
    .execute();
}
