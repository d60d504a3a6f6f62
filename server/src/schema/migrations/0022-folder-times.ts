// When the folders of a library changed last, as its last scan found them.
import type { Migration } from '../migration.ts';

export const folderTimes: Migration = {
  name: '0022-folder-times',
  async up(db, t) {
    await db.schema.alterTable('libraryRoot').addColumn('folderTimes', t.text).execute();
  },
};
