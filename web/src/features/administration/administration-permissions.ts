// Any of these permissions opens the administration. sections.tsx has the permissions of each page, but its icons would
// make the first page heavier; a test compares the two.
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
