// Plugins with their packages and data, so that every server of the database can run them.
import type { Migration } from '../../migration.ts';
import { Table } from '../baseline/table.ts';

export const plugins: Migration = {
  name: '0007-plugins',
  async up(db, t) {
    await new Table(db, t, 'plugin')
      .key('id')
      .text(
        'package',
        'version',
        'origin',
        'folder?',
        'archiveHash?',
        'start',
        'manifest?',
        'config',
        'credentials?',
      )
      .integer('isEnabled', 'callsPerMinute', 'timeoutSeconds', 'failures', 'failedAt?')
      .text('failure?')
      .integer('createdAt', 'updatedAt')
      .unique('package')
      .create();
    await new Table(db, t, 'pluginArchive')
      .reference('pluginId', 'plugin', { is: 'key', onDelete: 'cascade' })
      .bytes('bytes')
      .create();
    await new Table(db, t, 'pluginAccount')
      .key('id')
      .reference('pluginId', 'plugin')
      .reference('userId', 'user')
      .integer('isEnabled')
      .text('config', 'credentials?')
      .integer('createdAt', 'updatedAt')
      .unique('pluginId', 'userId')
      .index('user', '"userId"')
      .create();
    await new Table(db, t, 'pluginValue')
      .id('ownerId')
      .text('key')
      .reference('pluginId', 'plugin')
      .reference('accountId', 'pluginAccount', { is: 'optional', onDelete: 'cascade' })
      .text('data')
      .integer('expiresAt?', 'updatedAt')
      .primaryKey(['ownerId', 'key'])
      .index('plugin', '"pluginId"')
      .index('account', '"accountId"')
      .create();
    await new Table(db, t, 'pluginLog')
      .key('id')
      .reference('pluginId', 'plugin')
      .integer('at')
      .text('level', 'text')
      .index('plugin', '"pluginId", "id"')
      .create();
  },
};
