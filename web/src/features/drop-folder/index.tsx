// Exports of the drop-folder feature.
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../api/use-permission.ts';
import { dropFolderStatus } from './queries.ts';

/** Undefined for users without permission. */
export function useDropFolder() {
  const hasPermission = usePermission();
  return useQuery({ ...dropFolderStatus, enabled: hasPermission('files:upload') }).data;
}
