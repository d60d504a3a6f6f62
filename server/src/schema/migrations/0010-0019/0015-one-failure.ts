// What a service refuses stands with the connected account alone; a copy of it stood with tracking too.
import type { Migration } from '../../migration.ts';

export const oneFailure: Migration = {
  name: '0015-one-failure',
  async up(db) {
    await db.schema.alterTable('trackingAccount').dropColumn('problem').execute();
  },
};
