// Accounts that users connect to plugins: sign-ins in progress, and failures reported by the service.
import type { Migration } from '../../migration.ts';

export const connectedAccounts: Migration = {
  name: '0014-connected-accounts',
  async up(db, t) {
    await db.schema.alterTable('oidcFlow').addColumn('userId', t.id).execute();
    await db.schema.alterTable('pluginAccount').addColumn('failure', t.text).execute();
  },
};
