// Accounts, credentials and sign-in providers.
import type { Kysely } from 'kysely';
import type { Ddl } from '../ddl.ts';
import { Table } from '../table-builder.ts';

export async function createAccounts(db: Kysely<unknown>, t: Ddl): Promise<void> {
  await new Table(db, t, 'user')
    .key('id')
    .text('username', 'usernameFolded', 'email', 'emailFolded', 'passwordHash?', 'role')
    .text('extraPermissions')
    .integer('isActive', 'emailVerified', 'tokenVersion')
    .text('sharedLibraryIds')
    .integer('lastLoginAt?', 'createdAt', 'updatedAt')
    .withDefault('text', '[]', 'sharingTags')
    .integer('maxAgeRating?')
    .withDefault('integer', 1, 'allowUnrated')
    .withDefault('integer', 0, 'choseEmail')
    .text('language?')
    .unique('emailFolded')
    .unique('usernameFolded')
    .create();

  await new Table(db, t, 'refreshToken')
    .key('id')
    .id('familyId')
    .reference('userId', 'user')
    .text('tokenHash')
    .integer('tokenVersion', 'createdAt', 'expiresAt', 'usedAt?', 'revokedAt?')
    .unique('tokenHash')
    .index('family', '"familyId"')
    .index('user', '"userId", "id"')
    .create();

  await new Table(db, t, 'session')
    .key('id')
    .reference('userId', 'user')
    .text('agent?')
    .integer('createdAt', 'seenAt')
    .index('user', '"userId", "id"')
    .create();

  await new Table(db, t, 'browserSession')
    .reference('sessionId', 'session', { is: 'key', onDelete: 'cascade' })
    .id('browserId')
    .integer('inUseAt')
    .index('browser', '"browserId"')
    .create();

  await new Table(db, t, 'apiKey')
    .key('id')
    .reference('userId', 'user')
    .text('name', 'keyPrefix', 'keyHash', 'permissions?')
    .integer('isActive', 'expiresAt?', 'lastUsedAt?', 'createdAt', 'updatedAt')
    .text('digestHash?')
    .unique('keyHash')
    .index('digestHash', '"digestHash"')
    .index('user', '"userId", "id"')
    .create();

  await new Table(db, t, 'serverSecret').key('name', 'text').text('value').integer('createdAt').create();

  await new Table(db, t, 'oidcIdentity')
    .text('provider', 'issuer', 'subject')
    .reference('userId', 'user')
    .integer('createdAt')
    .primaryKey(['provider', 'issuer', 'subject'], 'oidcIdentity_provider_issuer_subject_key')
    .index('user', '"userId"')
    .create();

  await new Table(db, t, 'oidcFlow')
    .key('stateHash', 'text')
    .text('browserHash', 'provider', 'nonce', 'codeVerifier', 'redirectUri', 'redirectTo')
    .integer('expiresAt')
    .id('browserId?', 'userId?')
    .index('expiresAt', '"expiresAt"')
    .create();

  await new Table(db, t, 'invitation')
    .key('id')
    .text('secretHash', 'note?', 'email?', 'role', 'sharedLibraryIds', 'sharingTags', 'language?')
    .integer('maxAgeRating?', 'allowUnrated', 'createdAt', 'expiresAt', 'revokedAt?', 'usedAt?')
    .reference('inviterId', 'user', { is: 'optional', onDelete: 'set null' })
    .reference('userId', 'user', { is: 'optional', onDelete: 'set null' })
    .unique('secretHash')
    .index('inviter', '"inviterId", "id"')
    .index('user', '"userId"')
    .create();

  await new Table(db, t, 'passwordReset')
    .reference('userId', 'user', { is: 'key', onDelete: 'cascade' })
    .text('secretHash')
    .reference('creatorId', 'user', { is: 'optional', onDelete: 'cascade' })
    .integer('tokenVersion', 'createdAt', 'expiresAt')
    .unique('secretHash')
    .index('creator', '"creatorId"')
    .create();

  await new Table(db, t, 'mailServer')
    .key('name', 'text')
    .text('host', 'security', 'username?', 'password?', 'fromAddress', 'fromName')
    .integer('port', 'updatedAt')
    .create();

  await new Table(db, t, 'quickConnect')
    .key('id')
    .text('code', 'secretHash', 'name', 'result', 'address')
    .reference('userId', 'user', { is: 'optional', onDelete: 'cascade' })
    .integer('tokenVersion?', 'deniedAt?', 'polledAt', 'createdAt', 'expiresAt')
    .unique('code')
    .unique('secretHash')
    .index('user', '"userId"')
    .create();

  await new Table(db, t, 'profilePin')
    .reference('userId', 'user', { is: 'key', onDelete: 'cascade' })
    .text('pinHash')
    .integer('updatedAt')
    .create();

  await new Table(db, t, 'lockedProfile')
    .key('secretHash', 'text')
    .reference('userId', 'user')
    .integer('tokenVersion', 'attempts', 'createdAt', 'expiresAt')
    .index('user', '"userId", "createdAt"')
    .create();
}
