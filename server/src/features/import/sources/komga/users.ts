// Users of Komga. They sign in by e-mail address; restrictions are by library, age and label.
import {
  groupBy,
  listTexts,
  type TheirUser,
  toFlag,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

const columns = [
  'ID',
  'EMAIL',
  'PASSWORD',
  'SHARED_ALL_LIBRARIES',
  'AGE_RESTRICTION',
  'AGE_RESTRICTION_ALLOW_ONLY',
  // Roles before version 1.17, which introduced a role table.
  'ROLE_ADMIN',
  'ROLE_FILE_DOWNLOAD',
  'ROLE_PAGE_STREAMING',
];

export function readUsers(database: GivenDatabase): TheirUser[] {
  const roles = groupBy(database.read('USER_ROLE', ['USER_ID', 'ROLE']), 'USER_ID');
  const shared = groupBy(database.read('USER_LIBRARY_SHARING', ['USER_ID', 'LIBRARY_ID']), 'USER_ID');
  const labels = groupBy(database.read('USER_SHARING', ['USER_ID', 'LABEL', 'ALLOW']), 'USER_ID');
  const hasRoles = database.has('USER_ROLE');
  const rows = database.read('USER', columns).filter((row) => toText(row.EMAIL) !== '');
  return rows.map((row): TheirUser => {
    const id = toText(row.ID);
    const email = toText(row.EMAIL);
    const username = email.split('@', 1)[0] ?? email;
    const params = { user: username, program: 'Komga' };
    const holds = (role: string) =>
      hasRoles ? listTexts(roles, id, 'ROLE').includes(role) : toFlag(row[`ROLE_${role}`]);
    const isAdmin = holds('ADMIN');
    const tagsOf = (allow: 0 | 1) =>
      (labels.get(id) ?? []).filter((one) => one.ALLOW === allow).map((one) => toText(one.LABEL));
    const sees = listTexts(shared, id, 'LIBRARY_ID');
    const isLimited = !isAdmin && !toFlag(row.SHARED_ALL_LIBRARIES);
    const age = readAge(row);
    const allowTags = tagsOf(1);
    return {
      id,
      username,
      isNamed: false,
      email,
      password: { scheme: 'bcrypt', hash: toText(row.PASSWORD) },
      isAdmin,
      isMaintainer: false,
      permissions: [],
      isActive: true,
      libraryIds: isLimited ? sees : undefined,
      ...age,
      allowTags,
      denyTags: tagsOf(0),
      notes: [
        ...(isAdmin || holds('FILE_DOWNLOAD') ? [] : [reason('import_user_may_download', params)]),
        ...(isAdmin || holds('PAGE_STREAMING') ? [] : [reason('import_user_may_read', params)]),
        ...(!age.allowUnrated && allowTags.length > 0 ? [reason('import_user_age_and_label', params)] : []),
      ],
    };
  });
}

/** "Allow only under N" hides unrated series; "exclude over N" shows them. */
function readAge(row: GivenRow): Pick<TheirUser, 'maxAgeRating' | 'allowUnrated'> {
  const age = toNumber(row.AGE_RESTRICTION);
  if (age === undefined) return { maxAgeRating: null, allowUnrated: true };
  const isAllowOnly = toFlag(row.AGE_RESTRICTION_ALLOW_ONLY);
  return { maxAgeRating: Math.max(0, isAllowOnly ? age : age - 1), allowUnrated: !isAllowOnly };
}
