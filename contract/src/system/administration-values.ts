// Lists of values of the administration. Without schemas, so that the web client can import it.
import type { Permission } from '../values.ts';

/** Any of these permissions opens the administration. */
export const administrationPermissions = [
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
] as const satisfies readonly Permission[];

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof logLevels)[number];
/** Problems that need the attention of an administrator. */
export const attentionKinds = [
  'disk_low',
  'backup_failed',
  'backup_missing',
  'failed_tasks',
  'damaged_books',
  'dropped_files',
  'update_available',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];
