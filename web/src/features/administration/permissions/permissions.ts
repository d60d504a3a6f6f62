// Every permission with its words, by what it is about, and the roles that bring it. The contract's own lists would
// bring its schemas along; a test compares.
import type { Permission, Role } from '@lectern/contract/permissions';
import type { MessageKey } from '../../../i18n/translate.ts';

/** The words of a permission and the least role that has it. */
const known: Record<Permission, readonly [words: MessageKey, from: Role]> = {
  'libraries:read': ['administration.permissions.seesLibraries', 'reader'],
  'libraries:write': ['administration.permissions.writesLibraries', 'maintainer'],
  'libraries:delete': ['administration.permissions.deletesLibraries', 'maintainer'],
  'series:read': ['administration.permissions.seesSeries', 'reader'],
  'series:write': ['administration.permissions.writesSeries', 'maintainer'],
  'series:delete': ['administration.permissions.deletesSeries', 'maintainer'],
  'books:read': ['administration.permissions.seesBooks', 'reader'],
  'books:write': ['administration.permissions.writesBooks', 'maintainer'],
  'books:delete': ['administration.permissions.deletesBooks', 'maintainer'],
  'pages:read': ['administration.permissions.seesPages', 'reader'],
  'files:download': ['administration.permissions.downloads', 'reader'],
  'collections:read': ['administration.permissions.seesCollections', 'reader'],
  'collections:write': ['administration.permissions.writesCollections', 'maintainer'],
  'readlists:read': ['administration.permissions.seesReadlists', 'reader'],
  'readlists:write': ['administration.permissions.writesReadlists', 'maintainer'],
  'progress:write': ['administration.permissions.writesProgress', 'reader'],
  'tasks:read': ['administration.permissions.seesTasks', 'maintainer'],
  'tasks:write': ['administration.permissions.writesTasks', 'maintainer'],
  'users:read': ['administration.permissions.seesUsers', 'admin'],
  'users:write': ['administration.permissions.writesUsers', 'admin'],
  'users:delete': ['administration.permissions.deletesUsers', 'admin'],
  'api-keys:read': ['administration.permissions.seesApiKeys', 'reader'],
  'api-keys:write': ['administration.permissions.writesApiKeys', 'reader'],
  'settings:read': ['administration.permissions.seesSettings', 'admin'],
  'settings:write': ['administration.permissions.writesSettings', 'admin'],
  'system:health': ['administration.permissions.seesHealth', 'admin'],
  'system:admin': ['administration.permissions.administers', 'admin'],
};

export const permissions = Object.keys(known) as Permission[];
export const wordsOf = (permission: Permission): MessageKey => known[permission][0];

export const roles = ['reader', 'maintainer', 'admin'] as const satisfies readonly Role[];
/** Whether a role brings a permission by itself. */
export const isOfRole = (permission: Permission, role: Role): boolean =>
  roles.indexOf(known[permission][1]) <= roles.indexOf(role);

const of = (...nouns: string[]) => permissions.filter((one) => nouns.includes(one.split(':')[0] ?? ''));

export const groups: readonly { words: MessageKey; permissions: readonly Permission[] }[] = [
  {
    words: 'administration.permissions.groupReading',
    permissions: ['pages:read', 'files:download', 'progress:write'],
  },
  { words: 'administration.permissions.groupLibraries', permissions: of('libraries') },
  { words: 'administration.permissions.groupMetadata', permissions: of('series', 'books') },
  { words: 'administration.permissions.groupGatherings', permissions: of('collections', 'readlists') },
  { words: 'administration.permissions.groupPeople', permissions: of('users', 'api-keys') },
  { words: 'administration.permissions.groupServer', permissions: of('tasks', 'settings', 'system') },
];
