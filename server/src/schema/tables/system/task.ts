// Background tasks.
/** Written by infrastructure/tasks. */
export interface TaskTable {
  id: string;
  type: string;
  /** Unique among waiting and running tasks. */
  taskKey: string;
  status: TaskStatus;
  priority: number;
  params: string;
  progressCurrent: number | null;
  progressTotal: number | null;
  progressMessage: string | null;
  /** JSON of the handler's saved state. */
  state: string | null;
  /** Number of failed runs, plus the current one. */
  attempts: number;
  maxAttempts: number;
  /** Number of runs that ended with their process. */
  interruptions: number;
  /** JSON of the reason (infrastructure/tasks/define.ts). */
  lastError: string | null;
  /** Kind of the subject (infrastructure/tasks/define.ts). Its id is in the column of that kind. */
  subject: 'library' | 'series' | 'book' | 'user' | 'administration';
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  userId: string | null;
  scheduledFor: number;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  result: string | null;
  /** 1: a running task should stop. */
  cancelRequested: number;
  /** 1: requested again during the run; it runs once more afterwards. */
  rerunRequested: number;
  /** The process that runs the task, and the end of its lease. */
  workerId: string | null;
  leaseUntil: number | null;
}

import type { TaskStatus } from '@lectern/contract/values';

/** The last handled tick of each schedule, so that only one process handles it. Written by infrastructure/tasks. */
export interface ScheduleTable {
  name: string;
  lastTickAt: number;
}
