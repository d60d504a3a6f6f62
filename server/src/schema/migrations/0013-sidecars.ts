// Which files beside a book were read with it.
import type { Migration } from '../migration.ts';

export const sidecars: Migration = {
  name: '0013-sidecars',
  async up(db, t) {
    await db.schema.alterTable('book').addColumn('sidecarStamp', t.text).execute();
  },
};
