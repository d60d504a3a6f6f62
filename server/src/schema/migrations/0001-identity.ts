// Accounts, sessions, keys, secrets.
import type { Migration } from '../migration.ts';

export const identity: Migration = {
  name: '0001-identity',
  async up(db, t) {
    await db.schema
      .createTable('user')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('username', t.text, (c) => c.notNull())
      .addColumn('usernameFolded', t.text, (c) => c.notNull())
      .addColumn('email', t.text, (c) => c.notNull())
      .addColumn('emailFolded', t.text, (c) => c.notNull())
      .addColumn('passwordHash', t.text)
      .addColumn('role', t.text, (c) => c.notNull())
      .addColumn('extraPermissions', t.text, (c) => c.notNull())
      .addColumn('isActive', t.integer, (c) => c.notNull())
      .addColumn('emailVerified', t.integer, (c) => c.notNull())
      .addColumn('tokenVersion', t.integer, (c) => c.notNull())
      .addColumn('sharedLibraryIds', t.text, (c) => c.notNull())
      .addColumn('lastLoginAt', t.integer)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('updatedAt', t.integer, (c) => c.notNull())
      .addUniqueConstraint('user_usernameFolded_key', ['usernameFolded'])
      .addUniqueConstraint('user_emailFolded_key', ['emailFolded'])
      .execute();
    await db.schema
      .createTable('refreshToken')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('familyId', t.id, (c) => c.notNull())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('tokenHash', t.text, (c) => c.notNull())
      .addColumn('tokenVersion', t.integer, (c) => c.notNull())
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('expiresAt', t.integer, (c) => c.notNull())
      .addColumn('usedAt', t.integer)
      .addColumn('revokedAt', t.integer)
      .addUniqueConstraint('refreshToken_tokenHash_key', ['tokenHash'])
      .execute();
    await db.schema.createIndex('refreshToken_family').on('refreshToken').column('familyId').execute();
    await db.schema.createIndex('refreshToken_user').on('refreshToken').columns(['userId', 'id']).execute();
    await db.schema
      .createTable('apiKey')
      .addColumn('id', t.id, (c) => c.primaryKey())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', t.text, (c) => c.notNull())
      .addColumn('keyPrefix', t.text, (c) => c.notNull())
      .addColumn('keyHash', t.text, (c) => c.notNull())
      .addColumn('permissions', t.text)
      .addColumn('isActive', t.integer, (c) => c.notNull())
      .addColumn('expiresAt', t.integer)
      .addColumn('lastUsedAt', t.integer)
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addColumn('updatedAt', t.integer, (c) => c.notNull())
      .addUniqueConstraint('apiKey_keyHash_key', ['keyHash'])
      .execute();
    await db.schema.createIndex('apiKey_user').on('apiKey').columns(['userId', 'id']).execute();
    await db.schema
      .createTable('serverSecret')
      .addColumn('name', t.text, (c) => c.primaryKey())
      .addColumn('value', t.text, (c) => c.notNull())
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .execute();
  },
};
