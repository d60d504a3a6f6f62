// Whether an administrator accepts that a plugin runs without restrictions. Plugins from before ask for it again.
import type { Migration } from '../migration.ts';

export const unrestrictedPlugins: Migration = {
  name: '0024-unrestricted-plugins',
  async up(db, t) {
    await db.schema
      .alterTable('plugin')
      .addColumn('acceptsUnrestricted', t.integer, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
