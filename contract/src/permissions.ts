// Roles and permissions.
import { z } from 'zod';

export const permissions = [
  'libraries:read',
  'libraries:write',
  'libraries:delete',
  'series:read',
  'series:write',
  'series:delete',
  'books:read',
  'books:write',
  'books:delete',
  'pages:read',
  'files:download',
  'collections:read',
  'collections:write',
  'readlists:read',
  'readlists:write',
  'progress:write',
  'tasks:read',
  'tasks:write',
  'users:read',
  'users:write',
  'users:delete',
  'api-keys:read',
  'api-keys:write',
  'settings:read',
  'settings:write',
  'system:health',
  'system:admin',
] as const;

export const permissionSchema = z.enum(permissions).meta({ id: 'Permission' });
export type Permission = (typeof permissions)[number];

export const roles = ['reader', 'maintainer', 'admin'] as const;
export const roleSchema = z.enum(roles).meta({ id: 'Role' });
export type Role = (typeof roles)[number];

const reader: readonly Permission[] = [
  'libraries:read',
  'series:read',
  'books:read',
  'pages:read',
  'files:download',
  'collections:read',
  'readlists:read',
  'progress:write',
  'api-keys:read',
  'api-keys:write',
];

const maintainer: readonly Permission[] = [
  ...reader,
  'libraries:write',
  'libraries:delete',
  'series:write',
  'series:delete',
  'books:write',
  'books:delete',
  'collections:write',
  'readlists:write',
  'tasks:read',
  'tasks:write',
];

/** What each role may do. A reader's rights are a maintainer's too, a maintainer's an admin's. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  reader,
  maintainer,
  admin: permissions,
};
