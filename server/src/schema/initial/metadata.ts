// Metadata of books and series: file metadata, user edits, terms (genres, tags, people), sharing tags.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

const optional = { is: 'optional', onDelete: 'cascade' } as const;

export async function createMetadata(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'bookMetadata')
    .reference('bookId', 'book', { is: 'key', onDelete: 'cascade' })
    .id('id')
    .text('title?', 'titleSort?', 'subtitle?')
    .real('number?')
    .integer('volume?')
    .real('chapter?')
    .text('summary?', 'bookType?', 'publisher?', 'imprint?', 'language?', 'releaseDate?')
    .integer('ageRating?')
    .text('series?')
    .real('seriesPosition?')
    .integer('seriesTotal?', 'blackAndWhite?', 'manga?')
    .text('formatDetail?', 'edition?', 'originalTitle?')
    .integer('originalYear?')
    .text('readingDirection?', 'lists')
    .integer('createdAt', 'updatedAt')
    .text('summaryFolded?')
    .real('communityRating?')
    .index('ageRating', '"ageRating", "bookId"', '"ageRating" is not null')
    .index('bookType', '"bookType", "bookId"', '"bookType" is not null')
    .create();

  await new Table(db, t, 'bookEdit')
    .reference('bookId', 'book', { is: 'key', onDelete: 'cascade' })
    .text('original?', 'edits', 'locks')
    .integer('updatedAt')
    .text('provided?')
    .index('provided', '"bookId"', 'provided is not null')
    .create();

  await new Table(db, t, 'seriesMetadata')
    .reference('seriesId', 'series', { is: 'key', onDelete: 'cascade' })
    .text('lists', 'sidecar?', 'edits', 'locks')
    .integer('createdAt', 'updatedAt')
    .text('provided?')
    .index('provided', '"seriesId"', 'provided is not null')
    .create();

  await new Table(db, t, 'metadataMatch')
    .key('id')
    .reference('seriesId', 'series', optional)
    .reference('bookId', 'book', optional)
    .integer('isRefused')
    .text('before?', 'state?', 'provider?', 'externalId?')
    .real('score?')
    .text('proposal?')
    .integer('createdAt', 'updatedAt')
    .uniqueIndex('series', '"seriesId"')
    .uniqueIndex('book', '"bookId"')
    .index('state', 'state, score', 'state is not null')
    .create();

  await new Table(db, t, 'term')
    .key('id')
    .text('kind', 'name', 'nameFolded', 'nameKey')
    .unique('kind', 'nameFolded')
    .create();

  await new Table(db, t, 'bookTerm')
    .reference('bookId', 'book')
    .reference('termId', 'term')
    .text('role')
    .primaryKey(['bookId', 'termId', 'role'])
    .index('term', '"termId", "bookId"')
    .create();

  await new Table(db, t, 'seriesTerm')
    .reference('seriesId', 'series')
    .reference('termId', 'term')
    .text('role')
    .primaryKey(['seriesId', 'termId', 'role'])
    .index('term', '"termId", "seriesId"')
    .create();

  await new Table(db, t, 'searchWord').key('word', 'text').create();

  await new Table(db, t, 'sharingTag')
    .key('id')
    .text('name', 'nameFolded', 'nameKey', 'description?')
    .integer('createdAt', 'updatedAt')
    .unique('nameFolded')
    .create();

  await new Table(db, t, 'seriesSharingTag')
    .reference('seriesId', 'series')
    .reference('sharingTagId', 'sharingTag')
    .primaryKey(['seriesId', 'sharingTagId'])
    .index('tag', '"sharingTagId", "seriesId"')
    .create();
}
