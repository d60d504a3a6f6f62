// Any of these permissions opens the administration. sections.tsx lists the permissions of each page, but its icons would
// increase the size of the first page. A test compares the two lists.
import type { Permission } from '@lectern/contract/values';

export const administrationPermissions: readonly Permission[] = [
  'libraries:write',
  'libraries:delete',
  'users:read',
  'tasks:read',
  'series:write',
  'books:write',
  'files:manage',
  'settings:read',
  'system:health',
  'system:admin',
];
