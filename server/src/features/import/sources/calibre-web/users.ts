// Users of Calibre-Web. Permissions are stored as bits of a number.

import type { Permission } from '@lectern/contract/values';
import { type TheirUser, toEmail, toNumber, toPassword, toText } from '#features/import/snapshot/index.ts';
import { reason } from '#infrastructure/errors.ts';
import type { AppRows } from './app.ts';
import type { Rules } from './rules.ts';

const bits = { admin: 1, download: 2, edit: 8, anonymous: 32, shelves: 64, viewer: 256 };

/** Skips the guest account. */
export function readUsers({ users, settings }: AppRows, rules: Rules): TheirUser[] {
  const isOwnLogin = (toNumber(settings.config_login_type) ?? 0) === 0;
  const people = users.filter(
    (row) => !((toNumber(row.role) ?? 0) & bits.anonymous) && toText(row.name) !== '',
  );
  return people.map((row): TheirUser => {
    const may = (right: keyof typeof bits) => ((toNumber(row.role) ?? 0) & bits[right]) !== 0;
    const isAdmin = may('admin');
    const user = toText(row.name);
    const params = { user, program: 'Calibre-Web' };
    const { allowTags, denyTags } = isAdmin ? { allowTags: [], denyTags: [] } : rules.of(row);
    const language = toText(row.default_language);
    const isTwofold = !isAdmin && toText(row.allowed_tags) !== '' && toText(row.allowed_column_value) !== '';
    const permissions: Permission[] = [
      ...(may('edit') ? (['books:write', 'series:write'] as const) : []),
      ...(may('shelves') ? (['readlists:write'] as const) : []),
    ];
    return {
      id: toText(row.id),
      username: toText(row.name),
      isNamed: true,
      email: toEmail(row.email),
      password: toPassword('werkzeug', row.password),
      isAdmin,
      isMaintainer: false,
      permissions,
      // Tag and column rules cannot be combined in Lectern, and applying only one would show more. The account is
      // disabled.
      isActive: !isTwofold,
      libraryIds: undefined,
      maxAgeRating: null,
      allowUnrated: true,
      allowTags,
      denyTags,
      notes: [
        ...(isAdmin || may('download') ? [] : [reason('import_user_may_download', params)]),
        ...(isAdmin || may('viewer') ? [] : [reason('import_user_may_read', params)]),
        ...(isTwofold ? [reason('import_user_twofold', { user })] : []),
        ...(language === '' || language === 'all' ? [] : [reason('import_user_languages', { user })]),
        ...(isOwnLogin ? [] : [reason('import_user_provider', { user })]),
      ],
    };
  });
}
