// Several files of one book: the entry of each file, user decisions about it, and the libraries that group files.
import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const bookFormats: Migration = {
  name: '0020-book-formats',
  async up(db, t) {
    await db.schema
      .alterTable('library')
      .addColumn('groupFormats', t.integer, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('library').addColumn('formatsGroupedBy', t.integer).execute();
    await db.schema.alterTable('book').addColumn('mainBookId', t.id).execute();
    await db.schema.alterTable('book').addColumn('formatGroup', t.text).execute();
    for (const [name, columns, where] of [
      ['book_formats', '"mainBookId", id', '"mainBookId" is not null'],
      // In addition to the index of the same columns, which contains only listed books.
      ['book_format_path', '"rootId", folder, "fileName"', '"mainBookId" is not null'],
      ['book_format_library', '"libraryId", id', '"mainBookId" is not null'],
      ['book_formatGroup', '"formatGroup"', '"formatGroup" is not null'],
    ] as const)
      await sql`create index ${sql.id(name)} on book (${sql.raw(columns)}) where ${sql.raw(where)}`.execute(
        db,
      );
  },
};
