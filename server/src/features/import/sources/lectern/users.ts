// Reads the accounts of an export.
import { permissions } from '@lectern/contract/values';
import type { CommonRecords } from '#features/export/index.ts';
import { schemeNames } from '#features/identity/password-schemes/index.ts';
import type { TheirUser } from '#features/import/snapshot/index.ts';

export function toUser(user: CommonRecords['users']): TheirUser {
  const tags = (access: 'allow' | 'deny') =>
    user.sharingTags.filter((tag) => tag.access === access).map(({ name }) => name);
  return {
    id: user.id,
    username: user.username,
    isNamed: true,
    email: user.email,
    choseEmail: user.choseEmail,
    password: toPassword(user.passwordHash),
    isAdmin: user.role === 'admin',
    isMaintainer: user.role === 'maintainer',
    permissions: permissions.filter((permission) => user.extraPermissions.includes(permission)),
    isActive: user.isActive,
    libraryIds: user.libraryIds.length > 0 ? user.libraryIds : undefined,
    maxAgeRating: user.maxAgeRating,
    allowUnrated: user.allowUnrated,
    allowTags: tags('allow'),
    denyTags: tags('deny'),
    notes: [],
  };
}

/** Parses a stored password hash. Hashes of other programs are prefixed with their scheme. */
function toPassword(stored: string | null): TheirUser['password'] {
  if (stored === null) return undefined;
  const [, name, foreign = ''] = /^\{(\w+)\}(.*)$/s.exec(stored) ?? [];
  if (name === undefined) return { scheme: 'lectern', hash: stored };
  const scheme = schemeNames.find((known) => known === name);
  return scheme && { scheme, hash: foreign };
}
