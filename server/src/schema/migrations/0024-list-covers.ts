// The uploaded picture that stands for a collection or a read list, where somebody chose one.
import type { Migration } from '../migration.ts';

export const listCovers: Migration = {
  name: '0024-list-covers',
  async up(db, t) {
    for (const table of ['collection', 'readList'])
      await db.schema.alterTable(table).addColumn('coverId', t.text).execute();
  },
};
