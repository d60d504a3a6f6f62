// Removes the copy of the service's failure from tracking. The connected account stores it.
import type { Migration } from '../../migration.ts';

export const oneFailure: Migration = {
  name: '0015-one-failure',
  async up(db) {
    await db.schema.alterTable('trackingAccount').dropColumn('problem').execute();
  },
};
