// A task as the API shows it.
import type { TaskDto } from '@lectern/contract/tasks';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { readLastError } from '#infrastructure/tasks/define.ts';
import type { TaskRow } from '#infrastructure/tasks/store.ts';

export function toTaskDto(row: TaskRow): TaskDto {
  const { progressCurrent: current, progressTotal: total, progressMessage: message } = row;
  const failure = readLastError(row.lastError);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    priority: row.priority,
    params: JSON.parse(row.params),
    progress: current === null || total === null ? null : { current, total, message },
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
    result: row.result === null ? null : JSON.parse(row.result),
  };
}
