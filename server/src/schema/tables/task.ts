// Background tasks.
/** Written by infrastructure/tasks. */
export interface TaskTable {
  id: string;
  type: string;
  /** Unique among the waiting and running tasks. */
  taskKey: string;
  status: TaskStatus;
  priority: number;
  params: string;
  progressCurrent: number | null;
  progressTotal: number | null;
  progressMessage: string | null;
  /** JSON of the handler's own state. */
  state: string | null;
  /** Runs that failed, and the one that runs. */
  attempts: number;
  maxAttempts: number;
  /** Runs that ended with their process. */
  interruptions: number;
  /** JSON of the reason (infrastructure/tasks/define.ts). */
  lastError: string | null;
  /** The kind of its subject (infrastructure/tasks/define.ts); its id is in the column of that kind. */
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
  /** 1 when a running task is to stop. */
  cancelRequested: number;
  /** 1 when it was requested again while it ran: it runs once more when it ends. */
  rerunRequested: number;
  /** The process that runs it, and until when that process has leased it. */
  workerId: string | null;
  leaseUntil: number | null;
}

import type { TaskStatus } from '@lectern/contract/values';

/**
 * The last tick of each schedule that was acted on, so that of several processes one acts.
 * Written by infrastructure/tasks.
 */
export interface ScheduleTable {
  name: string;
  lastTickAt: number;
}
