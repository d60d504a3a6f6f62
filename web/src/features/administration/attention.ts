// Problems for the bell and the badges of the menu. Without components, because every page loads this file.
import {
  type AttentionKind,
  administrationPermissions,
} from '@lectern/contract/system/administration-values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/routes.ts';
import { usePermission } from '../../api/use-permission.ts';
import type { MessageKey } from '../../i18n/translate.ts';

export type Overview = Output<'GET /api/v1/admin/overview'>;
export type Attention = Overview['attention'][number];

/** Events invalidate it, at most every ten seconds (api/server-events.ts). */
export const overview = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/overview', {}, { signal }),
});

export const attentionLabels = {
  disk_low: 'administration.attention.disk_low',
  backup_failed: 'administration.attention.backup_failed',
  backup_missing: 'administration.attention.backup_missing',
  failed_tasks: 'administration.attention.failed_tasks',
  damaged_books: 'administration.bookErrors.total',
  dropped_files: 'administration.attention.dropped_files',
  update_available: 'administration.attention.update_available',
} as const satisfies Record<AttentionKind, MessageKey>;

/** The pages that show the details. A new version is described above every page. */
export const attentionPages = {
  disk_low: '/administration/overview',
  backup_failed: '/administration/backup',
  backup_missing: '/administration/backup',
  failed_tasks: '/administration/tasks',
  damaged_books: '/administration/book-errors',
  dropped_files: '/drop-folder',
  update_available: '/administration/overview',
} as const satisfies Record<AttentionKind, string>;

/** Empty for other users, and until it is loaded. */
export function useAttention(): readonly Attention[] {
  const hasPermission = usePermission();
  const { data } = useQuery({ ...overview, enabled: hasPermission(...administrationPermissions) });
  return data?.attention ?? [];
}
