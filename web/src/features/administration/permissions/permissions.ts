// Every permission with its words, by what it is about, and the roles that bring it. The contract's own lists would
// bring its schemas along; a test compares.
import type { Permission, Role } from '@lectern/contract/permissions';
import type { en } from './words/en.ts';

type Key = Exclude<keyof typeof en, 'fromRole'>;

/** The words of a permission and the least role that has it. */
const known: Record<Permission, readonly [words: Key, from: Role]> = {
  'libraries:read': ['seesLibraries', 'reader'],
  'libraries:write': ['writesLibraries', 'maintainer'],
  'libraries:delete': ['deletesLibraries', 'maintainer'],
  'series:read': ['seesSeries', 'reader'],
  'series:write': ['writesSeries', 'maintainer'],
  'series:delete': ['deletesSeries', 'maintainer'],
  'books:read': ['seesBooks', 'reader'],
  'books:write': ['writesBooks', 'maintainer'],
  'books:delete': ['deletesBooks', 'maintainer'],
  'pages:read': ['seesPages', 'reader'],
  'files:download': ['downloads', 'reader'],
  'collections:read': ['seesCollections', 'reader'],
  'collections:write': ['writesCollections', 'maintainer'],
  'readlists:read': ['seesReadlists', 'reader'],
  'readlists:write': ['writesReadlists', 'maintainer'],
  'progress:write': ['writesProgress', 'reader'],
  'tasks:read': ['seesTasks', 'maintainer'],
  'tasks:write': ['writesTasks', 'maintainer'],
  'users:read': ['seesUsers', 'admin'],
  'users:write': ['writesUsers', 'admin'],
  'users:delete': ['deletesUsers', 'admin'],
  'api-keys:read': ['seesApiKeys', 'reader'],
  'api-keys:write': ['writesApiKeys', 'reader'],
  'settings:read': ['seesSettings', 'admin'],
  'settings:write': ['writesSettings', 'admin'],
  'system:health': ['seesHealth', 'admin'],
  'system:admin': ['administers', 'admin'],
};

export const permissions = Object.keys(known) as Permission[];
export const wordsOf = (permission: Permission): Key => known[permission][0];

export const roles = ['reader', 'maintainer', 'admin'] as const satisfies readonly Role[];
/** Whether a role brings a permission by itself. */
export const isOfRole = (permission: Permission, role: Role): boolean =>
  roles.indexOf(known[permission][1]) <= roles.indexOf(role);

const of = (...nouns: string[]) => permissions.filter((one) => nouns.includes(one.split(':')[0] ?? ''));

export const groups: readonly { words: Key; permissions: readonly Permission[] }[] = [
  { words: 'groupReading', permissions: ['pages:read', 'files:download', 'progress:write'] },
  { words: 'groupLibraries', permissions: of('libraries') },
  { words: 'groupMetadata', permissions: of('series', 'books') },
  { words: 'groupGatherings', permissions: of('collections', 'readlists') },
  { words: 'groupPeople', permissions: of('users', 'api-keys') },
  { words: 'groupServer', permissions: of('tasks', 'settings', 'system') },
];
