// Which permissions lead to the administration: any of them does. Which of its pages each of them opens is said in
// sections.tsx, whose icons the first page shall not wait for; a test compares.
import type { Permission } from '@lectern/contract/values';

export const administering: readonly Permission[] = [
  'libraries:write',
  'libraries:delete',
  'users:read',
  'tasks:read',
  'books:write',
  'settings:read',
  'system:health',
  'system:admin',
];
