// Moves uploaded covers to the database, with their bytes in a separate table. Existing files are imported at the start
// (features/serving/former-covers). Books store the time of the last change to an input of the thumbnail, so that every
// server detects outdated thumbnails.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const coversInTheDatabase: Migration = {
  name: '0004-covers-in-the-database',
  async up(db, t) {
    await new Table(db, t, 'coverImage')
      .reference('coverId', 'cover', { is: 'key', onDelete: 'cascade' })
      .bytes('bytes')
      .create();
    await db.schema
      .alterTable('book')
      .addColumn('pictureChangedAt', t.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
