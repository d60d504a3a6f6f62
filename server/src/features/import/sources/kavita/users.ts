// Users of Kavita. They sign in by name, have access to assigned libraries, and may have an age restriction.

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
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

/** ComicInfo age ratings by Kavita's rating number, starting at 1. Lower numbers mean no rating. */
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

/** Returns the age in years, or undefined for unknown, pending and not applicable. */
export function toYears(rating: unknown): number | undefined {
  const name = ratingNames[(toNumber(rating) ?? 0) - 1];
  return name === undefined ? undefined : parseAgeRating(name);
}

/** Returns the highest age that the restriction allows. Kavita's rating numbers are not sorted by age. */
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

/** Open invitations are counted but not imported as users. */
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
    const params = { user: toText(row.UserName), program: 'Kavita' };
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
        ...(isAdmin || held.includes('Download') ? [] : [reason('import_user_may_download', params)]),
        ...(held.includes('Read Only') ? [reason('import_user_may_change', params)] : []),
        ...(isAdmin || held.includes('Login') ? [] : [reason('import_user_no_sign_in', params)]),
      ],
    };
  });
  return { users, invitations: rows.length - people.length };
}
