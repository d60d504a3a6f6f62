// People as sign-in providers name them, and sign-ins that are under way.
import type { Migration } from '../migration.ts';

export const identities: Migration = {
  name: '0009-identities',
  async up(db, t) {
    await db.schema
      .createTable('oidcIdentity')
      .addColumn('provider', t.text, (c) => c.notNull())
      .addColumn('issuer', t.text, (c) => c.notNull())
      .addColumn('subject', t.text, (c) => c.notNull())
      .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('createdAt', t.integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('oidcIdentity_provider_issuer_subject_key', ['provider', 'issuer', 'subject'])
      .execute();
    await db.schema.createIndex('oidcIdentity_user').on('oidcIdentity').column('userId').execute();
    await db.schema
      .createTable('oidcFlow')
      .addColumn('stateHash', t.text, (c) => c.primaryKey())
      .addColumn('browserHash', t.text, (c) => c.notNull())
      .addColumn('provider', t.text, (c) => c.notNull())
      .addColumn('nonce', t.text, (c) => c.notNull())
      .addColumn('codeVerifier', t.text, (c) => c.notNull())
      .addColumn('redirectUri', t.text, (c) => c.notNull())
      .addColumn('redirectTo', t.text, (c) => c.notNull())
      .addColumn('expiresAt', t.integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('oidcFlow_expiresAt').on('oidcFlow').column('expiresAt').execute();
  },
};
