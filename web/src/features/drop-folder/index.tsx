// What other pages show of the drop folder.
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../api/use-permission.ts';
import { dropFolderStatus } from './queries.ts';

/** Undefined for those who may not see it. */
export function useDropFolder() {
  const hasPermission = usePermission();
  return useQuery({ ...dropFolderStatus, enabled: hasPermission('files:upload') }).data;
}
