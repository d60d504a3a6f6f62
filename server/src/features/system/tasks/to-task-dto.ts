// A task as the API shows it.
import { toReason } from '@lectern/contract/reasons';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { type Reason, reason } from '#infrastructure/errors.ts';
import { readLastError } from '#infrastructure/tasks/define.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';
import type { TaskSight } from './visibility.ts';

export function toTaskDto(row: TaskRow, sight: TaskSight = 'whole'): TaskDto {
  const isWhole = sight !== 'part';
  const stored = readLastError(row.lastError);
  const failure = stored && sight !== 'whole' ? toNameless(stored, sight) : stored;
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    priority: row.priority,
    params: isWhole ? JSON.parse(row.params) : {},
    progress: isWhole ? toProgress(row) : toPercentage(toProgress(row)),
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    lastError: failure?.message ?? null,
    failure,
    libraryId: row.libraryId,
    seriesId: row.seriesId,
    bookId: row.bookId,
    scheduledFor: toTime(row.scheduledFor),
    createdAt: toTime(row.createdAt),
    startedAt: toTimeOrNull(row.startedAt),
    completedAt: toTimeOrNull(row.completedAt),
    result: row.result === null || !isWhole ? null : JSON.parse(row.result),
  };
}

/** Sentences of errors and values of messages can name files. */
const toNameless = ({ reason: key, params }: Reason, sight: TaskSight): Reason =>
  sight === 'part' || params ? reason('task_failed') : toReason({ reason: key });

const toProgress = ({ progressCurrent, progressTotal, progressMessage }: TaskRow): TaskDto['progress'] =>
  progressCurrent === null || progressTotal === null
    ? null
    : { current: progressCurrent, total: progressTotal, message: progressMessage };

/** Counts of books would reveal hidden books. */
function toPercentage(progress: TaskDto['progress']): TaskDto['progress'] {
  if (!progress) return null;
  const { current, total } = progress;
  return {
    current: total === 0 ? 0 : Math.min(100, Math.floor((100 * current) / total)),
    total: 100,
    message: null,
  };
}
