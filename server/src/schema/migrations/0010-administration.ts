// Settings with their history, and the record of sign-ins and changes.
import type { Migration } from '../migration.ts';

export const administration: Migration = {
  name: '0010-administration',
  async up(db, t) {
    await db.schema
      .createTable('setting')
      .addColumn('key', t.text, (c) => c.primaryKey())
      .addColumn('value', t.text, (c) => c.notNull())
      .addColumn('updatedAt', t.integer, (c) => c.notNull())
      .addColumn('userId', t.id, (c) => c.references('user.id').onDelete('set null'))
      .execute();
    await db.schema
      .createTable('settingChange')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('key', t.text, (c) => c.notNull())
      .addColumn('oldValue', t.text, (c) => c.notNull())
      .addColumn('newValue', t.text, (c) => c.notNull())
      .addColumn('isReset', t.integer, (c) => c.notNull())
      .addColumn('userId', t.id, (c) => c.references('user.id').onDelete('set null'))
      .addColumn('username', t.text, (c) => c.notNull())
      .addColumn('changedAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('settingChange_key').on('settingChange').columns(['key', 'id']).execute();
    await db.schema.createIndex('settingChange_user').on('settingChange').column('userId').execute();
    await db.schema
      .createTable('activity')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('at', t.integer, (c) => c.notNull())
      .addColumn('kind', t.text, (c) => c.notNull())
      .addColumn('action', t.text, (c) => c.notNull())
      .addColumn('summary', t.text, (c) => c.notNull())
      .addColumn('userId', t.id)
      .addColumn('username', t.text)
      .addColumn('via', t.text)
      .addColumn('apiKeyId', t.id)
      .addColumn('address', t.text)
      .addColumn('userAgent', t.text)
      .addColumn('entityType', t.text)
      .addColumn('entityId', t.text)
      .addColumn('entityName', t.text)
      .addColumn('fields', t.text, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('activity_user').on('activity').columns(['userId', 'id']).execute();
    await db.schema.createIndex('activity_kind').on('activity').columns(['kind', 'id']).execute();
    await db.schema
      .createIndex('activity_entity')
      .on('activity')
      .columns(['entityType', 'entityId', 'id'])
      .execute();
  },
};
