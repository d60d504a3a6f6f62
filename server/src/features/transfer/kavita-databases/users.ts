// Users of Kavita: they sign in by name, see the libraries that they were given, and are limited by the names of age ratings.

import { parseAgeRating } from '@lectern/formats/values/age-rating';
import {
  groupBy,
  listTexts,
  type TheirUser,
  toEmail,
  toFlag,
  toNumber,
  toPassword,
  toText,
} from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

/** By the number of a rating, from 1 on; those before say nothing. The names are those of ComicInfo. */
const ratingNames = [
  'Rating Pending',
  'Early Childhood',
  'Everyone',
  'G',
  'Everyone 10+',
  'PG',
  'Kids to Adults',
  'Teen',
  'MA15+',
  'Mature 17+',
  'M',
  'R18+',
  'Adults Only 18+',
  'X18+',
];

/** Years; undefined for unknown, pending and not applicable. */
export function toYears(rating: unknown): number | undefined {
  const name = ratingNames[(toNumber(rating) ?? 0) - 1];
  return name === undefined ? undefined : parseAgeRating(name);
}

/** The highest year that a limit shows: the order of the numbers is not that of the years. */
function toLimit(rating: unknown): number | null {
  const limit = toNumber(rating) ?? -1;
  if (limit < 0) return null;
  const years = ratingNames.slice(0, limit).flatMap((name) => parseAgeRating(name) ?? []);
  return Math.max(0, ...years);
}

const columns = [
  ...['Id', 'UserName', 'Email', 'PasswordHash', 'EmailConfirmed', 'ConfirmationToken'],
  ...['AgeRestriction', 'AgeRestrictionIncludeUnknowns'],
];

/** Open invitations are nobody yet. */
export function readUsers(database: GivenDatabase): { users: TheirUser[]; invitations: number } {
  const roleNames = new Map(
    database.read('AspNetRoles', ['Id', 'Name']).map((row) => [toText(row.Id), toText(row.Name)]),
  );
  const roles = groupBy(database.read('AspNetUserRoles', ['UserId', 'RoleId']), 'UserId');
  const shared = groupBy(database.read('AppUserLibrary', ['AppUsersId', 'LibrariesId']), 'AppUsersId');
  const rows = database.read('AspNetUsers', columns).filter((row) => toText(row.UserName) !== '');
  const people = rows.filter(
    (row) =>
      toText(row.PasswordHash) !== '' || toFlag(row.EmailConfirmed) || toText(row.ConfirmationToken) === '',
  );
  const users = people.map((row): TheirUser => {
    const id = toText(row.Id);
    const held = listTexts(roles, id, 'RoleId').map((role) => roleNames.get(role));
    const isAdmin = held.includes('Admin');
    const said = { user: toText(row.UserName), program: 'Kavita' };
    return {
      id,
      username: toText(row.UserName),
      isNamed: true,
      email: toEmail(row.Email),
      password: toPassword('aspNet', row.PasswordHash),
      isAdmin,
      isMaintainer: false,
      permissions: [],
      isActive: isAdmin || held.includes('Login'),
      libraryIds: isAdmin ? undefined : listTexts(shared, id, 'LibrariesId'),
      maxAgeRating: isAdmin ? null : toLimit(row.AgeRestriction),
      allowUnrated:
        isAdmin || toLimit(row.AgeRestriction) === null || toFlag(row.AgeRestrictionIncludeUnknowns),
      allowTags: [],
      denyTags: [],
      notes: [
        ...(isAdmin || held.includes('Download') ? [] : [reason('import_user_may_download', said)]),
        ...(held.includes('Read Only') ? [reason('import_user_may_change', said)] : []),
        ...(isAdmin || held.includes('Login') ? [] : [reason('import_user_no_sign_in', said)]),
      ],
    };
  });
  return { users, invitations: rows.length - people.length };
}
