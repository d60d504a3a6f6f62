// What lists look up: folded columns, terms (genres, tags, authors, publishers, …), search documents; what people
// set by hand on series and books; sharing tags and ages; filter presets.
import { type Kysely, sql } from 'kysely';
import type { Ddl } from '../ddl.ts';
import type { Migration } from '../migration.ts';

export const lists: Migration = {
  name: '0008-lists',
  async up(db, t) {
    await widenLibrary(db, t);
    await createTerms(db, t);
    await t.createSearchTable(db, 'bookSearch', 'book');
    await t.createSearchTable(db, 'seriesSearch', 'series');
    await createEdits(db, t);
    await createSharing(db, t);
    await createPresets(db, t);
  },
};

async function widenLibrary(db: Kysely<unknown>, t: Ddl): Promise<void> {
  const add = async (table: string, columns: Record<string, Ddl[keyof Ddl]>, isFlag = false) => {
    for (const [name, type] of Object.entries(columns)) {
      await db.schema
        .alterTable(table)
        .addColumn(name, type as Ddl['text'], (c) => (isFlag ? c.notNull().defaultTo(0) : c))
        .execute();
    }
  };
  await add('book', { titleSortFolded: t.text, pathFolded: t.text, releasedAt: t.integer });
  await add('book', { listVersion: t.integer }, true);
  await add('bookMetadata', { summaryFolded: t.text, year: t.integer, communityRating: t.real });
  await add('series', {
    titleSortFolded: t.text,
    summaryFolded: t.text,
    pathFolded: t.text,
    totalChapterCount: t.integer,
    releasedAt: t.integer,
    communityRating: t.real,
  });
  await add(
    'series',
    { ownedVolumeCount: t.integer, isOneshot: t.integer, hasExternalId: t.integer, listVersion: t.integer },
    true,
  );
  await sql`create index "book_outdated" on book (id) where "listVersion" = 0`.execute(db);
  await sql`create index "book_fileSize" on book ("fileSize", id, "libraryId") where "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "book_pageCount" on book ("pageCount", id, "libraryId") where "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "book_fileKey" on book ("fileKey", id, "libraryId") where "deletedAt" is null`.execute(
    db,
  );
  for (const direction of ['asc', 'desc']) {
    const order = sql.raw(direction);
    await sql`create index ${sql.id(`book_released_${direction}`)}
      on book (("releasedAt" is null), "releasedAt" ${order}, id ${order}) where "deletedAt" is null`.execute(
      db,
    );
    await sql`create index ${sql.id(`series_year_${direction}`)}
      on series ((year is null), year ${order}, id ${order}) where "bookCount" > 0`.execute(db);
  }
  await sql`create index "series_bookCount" on series ("bookCount", id, "libraryId") where "bookCount" > 0`.execute(
    db,
  );
}

async function createTerms(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('term')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('kind', t.text, (c) => c.notNull())
    .addColumn('name', t.text, (c) => c.notNull())
    .addColumn('nameFolded', t.text, (c) => c.notNull())
    .addColumn('nameKey', t.text, (c) => c.notNull())
    .addUniqueConstraint('term_kind_nameFolded_key', ['kind', 'nameFolded'])
    .execute();
  for (const owner of ['book', 'series']) {
    const table = `${owner}Term`;
    await db.schema
      .createTable(table)
      .addColumn(`${owner}Id`, t.id, (c) => c.notNull().references(`${owner}.id`).onDelete('cascade'))
      .addColumn('termId', t.id, (c) => c.notNull().references('term.id').onDelete('cascade'))
      .addColumn('role', t.text, (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, [`${owner}Id`, 'termId', 'role'] as never)
      .execute();
    await db.schema
      .createIndex(`${table}_term`)
      .on(table)
      .columns(['termId', `${owner}Id`] as never)
      .execute();
  }
}

async function createEdits(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('bookEdit')
    .addColumn('bookId', t.id, (c) => c.primaryKey().references('book.id').onDelete('cascade'))
    .addColumn('original', t.text)
    .addColumn('edits', t.text, (c) => c.notNull())
    .addColumn('locks', t.text, (c) => c.notNull())
    .addColumn('updatedAt', t.integer, (c) => c.notNull())
    .execute();
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

async function createSharing(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
  await db.schema
    .createTable('seriesSharingTag')
    .addColumn('seriesId', t.id, (c) => c.notNull().references('series.id').onDelete('cascade'))
    .addColumn('sharingTagId', t.id, (c) => c.notNull().references('sharingTag.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('seriesSharingTag_pk', ['seriesId', 'sharingTagId'])
    .execute();
  await db.schema
    .createIndex('seriesSharingTag_tag')
    .on('seriesSharingTag')
    .columns(['sharingTagId', 'seriesId'])
    .execute();
  await db.schema
    .alterTable('user')
    .addColumn('sharingTags', t.text, (c) => c.notNull().defaultTo('[]'))
    .execute();
  await db.schema.alterTable('user').addColumn('maxAgeRating', t.integer).execute();
  await db.schema
    .alterTable('user')
    .addColumn('allowUnrated', t.integer, (c) => c.notNull().defaultTo(1))
    .execute();
}

async function createPresets(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
