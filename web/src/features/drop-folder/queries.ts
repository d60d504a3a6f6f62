// Queries for the files in the drop folder.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const dropFolderStatus = queryOptions({
  queryKey: ['drop-folder', 'status'],
  queryFn: ({ signal }) => call('GET /api/v1/drop-folder', {}, { signal }),
  staleTime: 60_000,
});

const pageSize = 50;
/** Polls, because new files arrive without an event. */
const everyMs = 5_000;

export const droppedFiles = ({ page, dismissed }: { page: number; dismissed: boolean }) =>
  queryOptions({
    queryKey: ['drop-folder', 'files', page, dismissed],
    queryFn: ({ signal }) =>
      call(
        'GET /api/v1/drop-folder/files',
        { query: { page, pageSize, ...(dismissed && { dismissed: 'true' as const }) } },
        { signal },
      ),
    staleTime: 0,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  });
