// Collections of series and read lists of books.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createLists(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createCollection(db, t);
  await createCollectionSeries(db, t);
  await createReadList(db, t);
  await createReadListBook(db, t);
}

async function createCollection(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('collection')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('summary', t.text)
    .addColumn('ordered', t.integer, (c) => c.notNull())
    .addColumn('condition', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('coverId', t.text)
    .addUniqueConstraint('collection_nameFolded_key', ['nameFolded'])
    .execute();
}

async function createCollectionSeries(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('collectionSeries')
    .addColumn('collectionId', t.id, (c) => c.notNull().references('collection.id').onDelete('cascade'))
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('addedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('collectionSeries_pk', ['collectionId', 'seriesId'])
    .execute();
  await index(db, 'collectionSeries_member', 'collectionSeries', '"seriesId"');
  await index(db, 'collectionSeries_order', 'collectionSeries', '"collectionId", "position"');
}

async function createReadList(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('readList')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('summary', t.text)
    .addColumn('ordered', t.integer, (c) => c.notNull())
    .addColumn('condition', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addColumn('coverId', t.text)
    .addUniqueConstraint('readList_nameFolded_key', ['nameFolded'])
    .execute();
}

async function createReadListBook(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('readListBook')
    .addColumn('readListId', t.id, (c) => c.notNull().references('readList.id').onDelete('cascade'))
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('position', t.integer, (c) => c.notNull())
    .addColumn('addedAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('readListBook_pk', ['readListId', 'bookId'])
    .execute();
  await index(db, 'readListBook_member', 'readListBook', '"bookId"');
  await index(db, 'readListBook_order', 'readListBook', '"readListId", "position"');
}
