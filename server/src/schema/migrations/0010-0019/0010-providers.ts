// Request limits of metadata providers, shared by all servers, and cached responses.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const providers: Migration = {
  name: '0010-providers',
  async up(db, t) {
    await new Table(db, t, 'providerPace')
      .reference('pluginId', 'plugin')
      .text('lane')
      .integer('nextAt', 'queuedUntil', 'blockedUntil', 'windowStartedAt', 'windowCount')
      .primaryKey(['pluginId', 'lane'])
      .create();
    await new Table(db, t, 'providerAnswer')
      .reference('pluginId', 'plugin')
      .text('key', 'data')
      .integer('askedAt', 'expiresAt')
      .primaryKey(['pluginId', 'key'])
      .index('expiry', '"pluginId", "expiresAt"')
      .create();
  },
};
