// Users of calibre's content server, from a separate database. It stores passwords in plain text; they are hashed on
// reading and never exposed.

import { toRecord } from '@lectern/contract/records';
import { hash } from '@node-rs/argon2';
import { parseJson, type TheirUser, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { type CalibreLibrary, libraryId } from './books.ts';
import { findTags, readTagSearch } from './limits.ts';
import { toUserId } from './reading.ts';
import type { Tagging } from './tagging.ts';

/** Includes the search that restricts the user. Empty if the user sees everything. */
export interface ServerUser extends TheirUser {
  search: string;
}

/**
 * Converts tag searches to sharing tags. Users with other searches are disabled, because they would see more than
 * before.
 */
export function limitUsers(
  users: readonly ServerUser[],
  { tags }: Pick<CalibreLibrary, 'tags'>,
  tagging: Tagging,
): TheirUser[] {
  const all = new Set([...tags.values()].flat());
  return users.map(({ search, ...user }) => {
    if (search === '') return user;
    const found = readTagSearch(search);
    const allowed = found && findTags(found.allow, all);
    if (!found || !allowed || (found.allow.length > 0 && allowed.length === 0))
      return {
        ...user,
        notes: [reason('import_user_search', { user: user.username, search }), ...user.notes],
      };
    return {
      ...user,
      isActive: true,
      allowTags: allowed.map((tag) => tagging.nameOf(tag, 'allow', tags)),
      denyTags: findTags(found.deny, all).map((tag) => tagging.nameOf(tag, 'deny', tags)),
    };
  });
}

/** `libraryName`: folder name of the library, used in user restrictions. */
export function readUsers(database: GivenDatabase, libraryName: string): Promise<ServerUser>[] {
  return database
    .read('users', ['name', 'pw', 'restriction', 'readonly'])
    .flatMap((row): Promise<ServerUser>[] => {
      const name = toText(row.name);
      if (name === '') return [];
      const typed = toText(row.pw);
      const limits = readLimits(row.restriction, libraryName);
      return [
        hashed(typed, {
          ...toUser(name),
          // Disabled until the search is converted.
          isActive: limits.search === '',
          libraryIds: limits.isHidden ? [] : [libraryId],
          search: limits.search,
          notes: [
            ...(row.readonly === 'y'
              ? [reason('import_user_may_change', { user: name, program: 'calibre' })]
              : []),
          ],
        }),
      ];
    });
}

async function hashed(typed: string, user: ServerUser): Promise<ServerUser> {
  return typed === '' ? user : { ...user, password: { scheme: 'argon2', hash: await hash(typed) } };
}

/** A user of whom only the name is known. */
export const toUser = (username: string): TheirUser => ({
  id: toUserId(username),
  username,
  isNamed: true,
  email: undefined,
  password: undefined,
  isAdmin: false,
  isMaintainer: false,
  permissions: [],
  isActive: true,
  libraryIds: undefined,
  maxAgeRating: null,
  allowUnrated: true,
  allowTags: [],
  denyTags: [],
  notes: [],
});

function readLimits(value: unknown, name: string): { isHidden: boolean; search: string } {
  const rules = toRecord(parseJson(value));
  const names = (list: unknown) => (Array.isArray(list) ? list.map((one) => toText(one).toLowerCase()) : []);
  const allowed = names(rules.allowed_library_names);
  const blocked = names(rules.blocked_library_names);
  const searches = Object.entries(toRecord(rules.library_restrictions));
  const search = searches.find(([library]) => library.toLowerCase() === name.toLowerCase())?.[1];
  return {
    isHidden:
      blocked.includes(name.toLowerCase()) || (allowed.length > 0 && !allowed.includes(name.toLowerCase())),
    search: toText(search).slice(0, 200),
  };
}
