// Users of Codex. They sign in with a name or an e-mail address, and their access is limited by their own and their
// groups' sharing tags.

import { permissions as known, type Permission } from '@lectern/contract/values';
import {
  groupBy,
  listTexts,
  parseJson,
  type TheirKey,
  type TheirUser,
  toEmail,
  toFlag,
  toMs,
  toPassword,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

const columns = ['id', 'username', 'email', 'password_hash', 'role', 'is_active', 'permissions'];

export function readUsers(database: GivenDatabase): TheirUser[] {
  const tagsOf = readTags(database);
  const rows = database.read('users', columns).filter((row) => toText(row.username) !== '');
  return rows.map((row): TheirUser => {
    const id = toText(row.id);
    const role = toText(row.role);
    const isAdmin = role === 'admin';
    const { permissions, unknown } = readPermissions(row.permissions);
    return {
      id,
      username: toText(row.username),
      isNamed: true,
      email: toEmail(row.email),
      password: toPassword('argon2', row.password_hash),
      isAdmin,
      isMaintainer: role === 'maintainer',
      permissions,
      isActive: toFlag(row.is_active),
      libraryIds: undefined,
      maxAgeRating: null,
      allowUnrated: true,
      allowTags: isAdmin ? [] : tagsOf(id, 'allow'),
      denyTags: isAdmin ? [] : tagsOf(id, 'deny'),
      notes:
        isAdmin || unknown.length === 0
          ? []
          : [
              reason('import_user_rights_unknown', {
                user: toText(row.username),
                rights: unknown.join(', '),
              }),
            ],
    };
  });
}

/** Merges the tags of groups into those of their members. */
function readTags(database: GivenDatabase): (userId: string, access: 'allow' | 'deny') => string[] {
  const names = new Map(
    database.read('sharing_tags', ['id', 'name']).map((row) => [toText(row.id), toText(row.name)]),
  );
  const read = (table: string, owner: string) =>
    groupBy(database.read(table, [owner, 'sharing_tag_id', 'access_mode']), owner);
  const own = read('user_sharing_tags', 'user_id');
  const ofGroups = read('access_group_sharing_tags', 'access_group_id');
  const groups = groupBy(database.read('user_access_groups', ['user_id', 'access_group_id']), 'user_id');
  return (userId, access) => {
    const rules = [
      ...(own.get(userId) ?? []),
      ...listTexts(groups, userId, 'access_group_id').flatMap((group) => ofGroups.get(group) ?? []),
    ];
    const ids = rules.flatMap((rule) => (rule.access_mode === access ? [toText(rule.sharing_tag_id)] : []));
    return [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
  };
}

/** Keys as hashes with a key prefix. Skips disabled and expired keys. */
export function readKeys(database: GivenDatabase): TheirKey[] {
  const columns = ['user_id', 'name', 'key_hash', 'key_prefix', 'permissions', 'is_active', 'expires_at'];
  return database.read('api_keys', columns).flatMap((row) => {
    const expiresAtMs = toMs(row.expires_at) ?? null;
    if (!toFlag(row.is_active) || (expiresAtMs !== null && expiresAtMs < Date.now())) return [];
    return {
      userId: toText(row.user_id),
      name: toText(row.name),
      secret: { argon2: toText(row.key_hash), prefix: toText(row.key_prefix) },
      permissions: readPermissions(row.permissions).permissions,
      expiresAtMs,
    };
  });
}

/**
 * Codex stores permissions with a dash instead of a colon. Permissions that every role has are not reported as unknown.
 */
function readPermissions(value: unknown): { permissions: Permission[]; unknown: string[] } {
  const list = parseJson(value);
  const names = Array.isArray(list) ? list.map((name) => toText(name).slice(0, 50)) : [];
  const toOurs = (name: string) =>
    known.find((one) => one.replace(':', '-') === name.replace(':', '-').replace('read-lists', 'readlists'));
  return {
    permissions: names.flatMap((name) => toOurs(name) ?? []),
    unknown: names.filter((name) => toOurs(name) === undefined && !implied.test(name)),
  };
}

/** Implied permissions: users can always delete their own keys and read their own progress. */
const implied = /^(?:api-keys-delete|progress-read|collections-delete|read-lists-delete)$/;
