// Metadata of books and series: what files say, what people set, terms (genres, tags, people), sharing tags.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createMetadata(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createBookMetadata(db, t);
  await createBookEdit(db, t);
  await createSeriesMetadata(db, t);
  await createTerm(db, t);
  await createBookTerm(db, t);
  await createSeriesTerm(db, t);
  await createSharingTag(db, t);
  await createSeriesSharingTag(db, t);
}

async function createBookMetadata(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
    .addColumn('summaryFolded', t.text)
    .addColumn('communityRating', t.real)
    .execute();
  await index(db, 'bookMetadata_ageRating', 'bookMetadata', '"ageRating", "bookId"', {
    where: '"ageRating" is not null',
  });
  await index(db, 'bookMetadata_bookType', 'bookMetadata', '"bookType", "bookId"', {
    where: '"bookType" is not null',
  });
}

async function createBookEdit(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookEdit')
    .addColumn('bookId', t.id, (c) => c.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('original', t.text)
    .addColumn('edits', t.text, (c) => c.notNull())
    .addColumn('locks', t.text, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
}

async function createSeriesMetadata(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('seriesMetadata')
    .addColumn('seriesId', t.id, (c) => c.primaryKey().references('series.id').onDelete('cascade'))
    .addColumn('lists', t.text, (c) => c.notNull())
    .addColumn('sidecar', t.text)
    .addColumn('edits', t.text, (c) => c.notNull())
    .addColumn('locks', t.text, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
}

async function createTerm(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('term')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addUniqueConstraint('term_kind_nameFolded_key', ['kind', 'nameFolded'])
    .execute();
}

async function createBookTerm(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookTerm')
    .addColumn('bookId', t.id, (c) => c.notNull().references('book.id').onDelete('cascade'))
    .addColumn('termId', t.id, (c) => c.notNull().references('term.id').onDelete('cascade'))
    .addColumn('role', t.text, (c) => c.notNull())
    .addColumn('year', t.integer)
    .addPrimaryKeyConstraint('bookTerm_pk', ['bookId', 'termId', 'role'])
    .execute();
  // With the year, so that a genre of some years is counted by the index alone.
  await index(db, 'bookTerm_term', 'bookTerm', '"termId", "bookId", year');
}

async function createSeriesTerm(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('seriesTerm')
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('termId', t.id, (c) => c.notNull().references('term.id').onDelete('cascade'))
    .addColumn('role', t.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('seriesTerm_pk', ['seriesId', 'termId', 'role'])
    .execute();
  await index(db, 'seriesTerm_term', 'seriesTerm', '"termId", "seriesId"');
}

async function createSharingTag(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('sharingTag')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addColumn('description', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .addUniqueConstraint('sharingTag_nameFolded_key', ['nameFolded'])
    .execute();
}

async function createSeriesSharingTag(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('seriesSharingTag')
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('sharingTagId', t.id, (c) => c.notNull().references('sharingTag.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('seriesSharingTag_pk', ['seriesId', 'sharingTagId'])
    .execute();
  await index(db, 'seriesSharingTag_tag', 'seriesSharingTag', '"sharingTagId", "seriesId"');
}
