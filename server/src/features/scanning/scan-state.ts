// A scan's own account of itself, kept with its task, and how the API shows it (contract section 3).
import type { ScanStatus } from '@lectern/contract/scanning';
import { toTime, toTimeOrNull } from '#kernel/clock.ts';
import type { TaskRow } from '#kernel/tasks/store.ts';

export interface ScanState {
  filesTotal: number;
  filesProcessed: number;
  seriesFound: number;
  booksFound: number;
  /** Sentences for people: what kept the scan, or parts of it, from its work. */
  errors: string[];
  /** Removals were confirmed, and this scan has acted on it. */
  hasUsedConfirmation?: boolean;
}

const nothing: ScanState = { filesTotal: 0, filesProcessed: 0, seriesFound: 0, booksFound: 0, errors: [] };

export function toScanStatus(task: TaskRow): ScanStatus {
  const {
    errors,
    hasUsedConfirmation: _,
    ...figures
  } = task.state === null ? nothing : (JSON.parse(task.state) as ScanState);
  return {
    libraryId: task.libraryId ?? '',
    taskId: task.id,
    status: task.status as ScanStatus['status'],
    ...figures,
    errors: task.lastError === null ? errors : [...errors, task.lastError],
    startedAt: toTime(task.startedAt ?? task.createdAt),
    completedAt: toTimeOrNull(task.completedAt),
  };
}
