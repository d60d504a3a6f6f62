// Tasks for scans, and for deleting the books of removed libraries and roots.
import { z } from 'zod';
import { administration, defineTask, type TaskContext } from '#infrastructure/tasks/define.ts';
import type { FolderScan } from './folder.ts';
import type { ScanParams } from './scan.ts';

const day = 24 * 60 * 60;

interface Dependencies {
  scan(context: TaskContext<ScanParams>): Promise<unknown>;
  scanFolder(context: TaskContext<FolderScan>): Promise<unknown>;
  softDelete(signal: AbortSignal): Promise<unknown>;
  purgeExpired(signal: AbortSignal): Promise<unknown>;
}

export function defineScanningTasks({ scan, scanFolder, softDelete, purgeExpired }: Dependencies) {
  return {
    scan: defineTask<ScanParams>({
      type: 'scanning.scan',
      payload: z.object({
        libraryId: z.uuid(),
        mode: z.enum(['normal', 'deep']),
        confirmedAtMs: z.number().nullable(),
      }),
      key: ({ libraryId }) => libraryId,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      priority: 60,
      attempts: 20,
      timeoutSeconds: 7 * day,
      run: scan,
    }),
    scanFolder: defineTask<FolderScan>({
      type: 'scanning.scan_folder',
      payload: z.object({ libraryId: z.uuid(), rootId: z.uuid(), folder: z.string() }),
      key: ({ libraryId, rootId, folder }) => `${libraryId}:${rootId}:${folder}`,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      priority: 70,
      attempts: 20,
      timeoutSeconds: day,
      run: scanFolder,
    }),
    softDelete: defineTask<Record<string, never>>({
      type: 'scanning.put_away',
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 40,
      attempts: 20,
      timeoutSeconds: day,
      run: ({ signal }) => softDelete(signal),
    }),
    purgeExpired: defineTask<Record<string, never>>({
      type: 'scanning.purge_expired',
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 10,
      attempts: 3,
      timeoutSeconds: day,
      run: ({ signal }) => purgeExpired(signal),
    }),
  };
}

export type ScanningTasks = ReturnType<typeof defineScanningTasks>;
