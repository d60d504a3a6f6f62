// Import files for installations with several servers, all of which need access to them.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const importParts: Migration = {
  name: '0006-import-parts',
  async up(db, t) {
    await new Table(db, t, 'importPart')
      .key('id')
      .id('importId')
      .text('name')
      .integer('position')
      .bytes('bytes')
      .integer('writtenAt')
      .unique('importId', 'name', 'position')
      .create();
  },
};
