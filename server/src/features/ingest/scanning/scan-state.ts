// The state of a scan, stored with its task, and its representation in the API.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { readLastError } from '#infrastructure/tasks/define.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';

export interface ScanState {
  filesTotal: number;
  filesProcessed: number;
  seriesFound: number;
  booksFound: number;
  /** Messages for users about files that could not be read. */
  errors: Reason[];
  /** This scan has used its confirmation of removals. */
  hasUsedConfirmation?: boolean;
}

const nothing: ScanState = { filesTotal: 0, filesProcessed: 0, seriesFound: 0, booksFound: 0, errors: [] };

/** Counts of the visible part of the library; undefined if the caller sees all of it. */
export type OwnCounts = { bookCount: number; seriesCount: number } | undefined;

const seeLog = reason('scan_failed');

/**
 * The scan status for a caller who sees only a part of the library or does not manage it. With partial visibility,
 * numbers of files are replaced by percentages, because they would reveal hidden books. Without management permission,
 * errors are omitted, because they name files and folders.
 */
export function toOwnScanStatus(task: TaskRow, viewer: Viewer, counts: OwnCounts): ScanStatus {
  const status = toScanStatus(task);
  const isWhole = counts === undefined;
  const notes =
    isWhole && can(viewer, 'libraries:write') ? status.notes : status.status === 'failed' ? [seeLog] : [];
  const errors = notes.map(({ message }) => message);
  if (isWhole) return { ...status, errors, notes };
  const found = { seriesFound: counts.seriesCount, booksFound: counts.bookCount };
  return { ...status, ...toHundredths(status), ...found, errors, notes };
}

/** The progress of a scan as a percentage, without numbers of files. */
export const toHundredths = ({
  filesTotal,
  filesProcessed,
}: Pick<ScanStatus, 'filesTotal' | 'filesProcessed'>) => ({
  filesTotal: 100,
  filesProcessed: filesTotal === 0 ? 0 : Math.min(100, Math.floor((100 * filesProcessed) / filesTotal)),
});

export function toScanStatus(task: TaskRow): ScanStatus {
  const state: ScanState = task.state === null ? nothing : JSON.parse(task.state);
  const { errors, hasUsedConfirmation: _, ...figures } = state;
  const notes = [...errors, ...[readLastError(task.lastError) ?? []].flat()];
  return {
    libraryId: task.libraryId ?? '',
    taskId: task.id,
    status: task.status,
    ...figures,
    errors: notes.map(({ message }) => message),
    notes,
    startedAt: toTime(task.startedAt ?? task.createdAt),
    completedAt: toTimeOrNull(task.completedAt),
  };
}
