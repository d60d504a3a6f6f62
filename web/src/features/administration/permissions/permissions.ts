// The message and group of every permission.
import { type Permission, permissions, type Role, rolePermissions } from '@lectern/contract/values';
import type { MessageKey } from '../../../i18n/translate.ts';

const labels: Record<Permission, MessageKey> = {
  'libraries:read': 'administration.permissions.seesLibraries',
  'libraries:write': 'administration.permissions.writesLibraries',
  'libraries:delete': 'administration.permissions.deletesLibraries',
  'series:read': 'administration.permissions.seesSeries',
  'series:write': 'administration.permissions.writesSeries',
  'series:delete': 'administration.permissions.deletesSeries',
  'books:read': 'administration.permissions.seesBooks',
  'books:write': 'administration.permissions.writesBooks',
  'books:delete': 'administration.permissions.deletesBooks',
  'pages:read': 'administration.permissions.seesPages',
  'files:download': 'administration.permissions.downloads',
  'files:upload': 'administration.permissions.uploads',
  'files:manage': 'administration.permissions.managesFiles',
  'collections:read': 'administration.permissions.seesCollections',
  'collections:write': 'administration.permissions.writesCollections',
  'readlists:read': 'administration.permissions.seesReadlists',
  'readlists:write': 'administration.permissions.writesReadlists',
  'progress:write': 'administration.permissions.writesProgress',
  'tasks:read': 'administration.permissions.seesTasks',
  'tasks:write': 'administration.permissions.writesTasks',
  'users:read': 'administration.permissions.seesUsers',
  'users:write': 'administration.permissions.writesUsers',
  'users:delete': 'administration.permissions.deletesUsers',
  'api-keys:read': 'administration.permissions.seesApiKeys',
  'api-keys:write': 'administration.permissions.writesApiKeys',
  'settings:read': 'administration.permissions.seesSettings',
  'settings:write': 'administration.permissions.writesSettings',
  'system:health': 'administration.permissions.seesHealth',
  'system:admin': 'administration.permissions.administers',
};

export const findPermissionLabel = (permission: Permission): MessageKey => labels[permission];

/** Whether a role includes a permission. */
export const isInRole = (permission: Permission, role: Role): boolean =>
  rolePermissions[role].includes(permission);

const of = (...nouns: string[]) => permissions.filter((one) => nouns.includes(one.split(':')[0] ?? ''));

export const groups: readonly { words: MessageKey; permissions: readonly Permission[] }[] = [
  {
    words: 'administration.permissions.groupReading',
    permissions: ['pages:read', 'files:download', 'progress:write'],
  },
  {
    words: 'administration.permissions.groupLibraries',
    permissions: [...of('libraries'), 'files:upload', 'files:manage'],
  },
  { words: 'administration.permissions.groupMetadata', permissions: of('series', 'books') },
  { words: 'administration.permissions.groupGatherings', permissions: of('collections', 'readlists') },
  { words: 'administration.permissions.groupPeople', permissions: of('users', 'api-keys') },
  { words: 'administration.permissions.groupServer', permissions: of('tasks', 'settings', 'system') },
];
