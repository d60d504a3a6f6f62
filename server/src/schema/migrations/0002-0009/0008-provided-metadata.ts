// Provider metadata of books and series, a layer between user edits and file metadata.
import { sql } from 'kysely';
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const providedMetadata: Migration = {
  name: '0008-provided-metadata',
  async up(db, t) {
    await db.schema.alterTable('library').addColumn('metadataProviders', t.text).execute();
    for (const [table, owner] of [
      ['bookEdit', 'bookId'],
      ['seriesMetadata', 'seriesId'],
    ] as const) {
      await db.schema.alterTable(table).addColumn('provided', t.text).execute();
      await sql`create index ${sql.id(`${table}_provided`)} on ${sql.id(table)} (${sql.id(owner)})
        where provided is not null`.execute(db);
    }
    const optional = { is: 'optional', onDelete: 'cascade' } as const;
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
  },
};
