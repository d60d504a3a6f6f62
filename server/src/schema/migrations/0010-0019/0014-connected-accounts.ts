// Accounts at services that users connect to plugins: who is on the way there, and what a service refuses.
import type { Migration } from '../../migration.ts';

export const connectedAccounts: Migration = {
  name: '0014-connected-accounts',
  async up(db, t) {
    await db.schema.alterTable('oidcFlow').addColumn('userId', t.id).execute();
    await db.schema.alterTable('pluginAccount').addColumn('failure', t.text).execute();
  },
};
