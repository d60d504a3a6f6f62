// Uploaded covers come into the database: their bytes in a table of their own. Those that are files until now are taken
// in at the start (features/serving/former-covers). And books say since when their thumbnail is drawn from what
// it is drawn from, so that every server knows which of its own are outdated.
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
