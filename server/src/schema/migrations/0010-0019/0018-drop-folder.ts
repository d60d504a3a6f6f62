// The drop folder: its files with their parsed data, user changes to the proposals, and naming patterns of libraries.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const dropFolder: Migration = {
  name: '0018-drop-folder',
  async up(db, t) {
    await db.schema.alterTable('library').addColumn('namingPattern', t.text).execute();
    await new Table(db, t, 'droppedFile')
      .key('id')
      .text('pathHash', 'folder', 'name')
      .integer('sizeBytes', 'modifiedUs')
      .text('stamp?')
      .integer('isFolder', 'seenAt')
      .text('reading?', 'edits')
      .integer('isDismissed')
      .text('claim?')
      .integer('claimedUntil', 'foundAt')
      .unique('pathHash')
      .index('found', '"isDismissed", "foundAt", id')
      .create();
  },
};
