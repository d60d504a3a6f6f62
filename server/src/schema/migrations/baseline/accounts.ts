// Accounts, what signs them in, and sign-in providers.
import type { Kysely } from 'kysely';
import type { Ddl } from '../../ddl.ts';
import { index } from './create-index.ts';

export async function createAccounts(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await createUser(db, t);
  await createRefreshToken(db, t);
  await createSession(db, t);
  await createBrowserSession(db, t);
  await createApiKey(db, t);
  await createServerSecret(db, t);
  await createOidcIdentity(db, t);
  await createOidcFlow(db, t);
}

async function createUser(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
    .addColumn('sharingTags', t.text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('maxAgeRating', t.integer)
    .addColumn('allowUnrated', t.integer, (c) => c.notNull().defaultTo(1))
    .addUniqueConstraint('user_emailFolded_key', ['emailFolded'])
    .addUniqueConstraint('user_usernameFolded_key', ['usernameFolded'])
    .execute();
}

async function createRefreshToken(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
  await index(db, 'refreshToken_family', 'refreshToken', '"familyId"');
  await index(db, 'refreshToken_user', 'refreshToken', '"userId", "id"');
}

async function createSession(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id', t.id, (c) => c.primaryKey())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('agent', t.text)
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addColumn('seenAt', t.integer, (c) => c.notNull())
    .execute();
  await index(db, 'session_user', 'session', '"userId", "id"');
}

async function createBrowserSession(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('browserSession')
    .addColumn('sessionId', t.id, (c) => c.primaryKey().references('session.id').onDelete('cascade'))
    .addColumn('browserId', t.id, (c) => c.notNull())
    .addColumn('inUseAt', t.integer, (c) => c.notNull())
    .execute();
  await index(db, 'browserSession_browser', 'browserSession', '"browserId"');
}

async function createApiKey(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
    .addColumn('digestHash', t.text)
    .addUniqueConstraint('apiKey_keyHash_key', ['keyHash'])
    .execute();
  await index(db, 'apiKey_digestHash', 'apiKey', '"digestHash"');
  await index(db, 'apiKey_user', 'apiKey', '"userId", "id"');
}

async function createServerSecret(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('serverSecret')
    .addColumn('name', t.text, (c) => c.primaryKey())
    .addColumn('value', t.text, (c) => c.notNull())
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .execute();
}

async function createOidcIdentity(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await db.schema
    .createTable('oidcIdentity')
    .addColumn('provider', t.text, (c) => c.notNull())
    .addColumn('issuer', t.text, (c) => c.notNull())
    .addColumn('subject', t.text, (c) => c.notNull())
    .addColumn('userId', t.id, (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('createdAt', t.integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('oidcIdentity_provider_issuer_subject_key', ['provider', 'issuer', 'subject'])
    .execute();
  await index(db, 'oidcIdentity_user', 'oidcIdentity', '"userId"');
}

async function createOidcFlow(db: Kysely<unknown>, t: Ddl): Promise<void> {
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
    .addColumn('browserId', t.id)
    .execute();
  await index(db, 'oidcFlow_expiresAt', 'oidcFlow', '"expiresAt"');
}
