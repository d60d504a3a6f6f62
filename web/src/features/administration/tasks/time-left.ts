// Estimates when a task ends.
import type { TaskDto } from '@lectern/contract/system/tasks';

/** A longer estimate is not useful: the task waits for something. */
const mostSeconds = 2 * 24 * 60 * 60;
/** Before this time and this share, an estimate is a guess. */
const leastMs = 5_000;
const leastShare = 0.01;

/** Assumes that the task continues at its average speed. Undefined if that is unknown. */
export function findSecondsLeft(
  { status, progress, startedAt }: Pick<TaskDto, 'status' | 'progress' | 'startedAt'>,
  nowMs: number,
): number | undefined {
  if (status !== 'running' || !progress || progress.total === 0 || startedAt === null) return undefined;
  const share = progress.current / progress.total;
  const elapsedMs = nowMs - Date.parse(startedAt);
  if (elapsedMs < leastMs || share < leastShare || share >= 1) return undefined;
  const seconds = (elapsedMs / 1000) * ((1 - share) / share);
  return seconds <= mostSeconds ? seconds : undefined;
}
