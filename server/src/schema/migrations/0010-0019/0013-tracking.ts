// Tracking: progress sync with services.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const tracking: Migration = {
  name: '0013-tracking',
  async up(db, t) {
    const optional = { is: 'optional', onDelete: 'cascade' } as const;
    await new Table(db, t, 'trackingAccount')
      .reference('userId', 'user')
      .reference('pluginId', 'plugin')
      .text('settings', 'username?', 'problem?')
      .integer('sentUntil', 'lastSentAt?')
      .text('run?')
      .integer('createdAt', 'updatedAt')
      .primaryKey(['userId', 'pluginId'])
      .index('plugin', '"pluginId"')
      .create();
    await new Table(db, t, 'trackingLink')
      .key('id')
      .reference('userId', 'user')
      .reference('pluginId', 'plugin')
      .reference('seriesId', 'series', optional)
      .reference('bookId', 'book', optional)
      .text('externalId')
      .integer('isHeld')
      .text('unit?', 'status?', 'lastSent?')
      .integer('lastSentAt?')
      .text('failure?')
      .integer('createdAt', 'updatedAt')
      .uniqueIndex('ofSeries', '"userId", "pluginId", "seriesId"')
      .uniqueIndex('ofBook', '"userId", "pluginId", "bookId"')
      .index('plugin', '"pluginId"')
      .index('series', '"seriesId"')
      .index('book', '"bookId"')
      .create();
    await new Table(db, t, 'trackingLog')
      .key('id')
      .reference('userId', 'user')
      .reference('pluginId', 'plugin')
      .integer('at')
      .text('change')
      .index('account', '"userId", "pluginId", id')
      .index('plugin', '"pluginId"')
      .create();
  },
};
