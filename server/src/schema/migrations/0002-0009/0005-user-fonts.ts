// Fonts that users add for reading. The bytes are stored in the database, because they cannot be recreated.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const userFonts: Migration = {
  name: '0005-user-fonts',
  async up(db, t) {
    await new Table(db, t, 'userFont')
      .key('id')
      .reference('userId', 'user')
      .text('name', 'format')
      .integer('sizeBytes')
      .text('hash')
      .bytes('bytes')
      .integer('createdAt')
      .unique('userId', 'hash')
      .create();
  },
};
