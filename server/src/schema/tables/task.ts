// Background work as people see it.
/** Written by infrastructure/tasks. */
export interface TaskTable {
  id: string;
  type: string;
  /** Two tasks that wait or run never share a key. */
  taskKey: string;
  status: string;
  priority: number;
  params: string;
  progressCurrent: number | null;
  progressTotal: number | null;
  progressMessage: string | null;
  /** JSON of the handler's own account of its progress. */
  state: string | null;
  attempts: number;
  maxAttempts: number;
  /** JSON of the reason (infrastructure/tasks/define.ts). */
  lastError: string | null;
  libraryId: string | null;
  seriesId: string | null;
  bookId: string | null;
  scheduledFor: number;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  result: string | null;
  /** A running task asked to stop. */
  cancelRequested: number;
  /** Asked for again while it ran: runs once more when it ends. */
  rerunRequested: number;
  /** The process that runs it, and until when that process has vouched for it. */
  workerId: string | null;
  leaseUntil: number | null;
}

/**
 * The last moment of each schedule that was acted on, so that of several processes one acts.
 * Written by infrastructure/tasks.
 */
export interface ScheduleTable {
  name: string;
  lastTickAt: number;
}
