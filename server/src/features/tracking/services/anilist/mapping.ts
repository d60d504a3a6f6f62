// Reads and writes list entries of AniList. Pure.
import { toRecord } from '@lectern/contract/records';
import { numberOf, textOf } from '#features/providers/kit/index.ts';
import { type Change, type Position, readCount, readScore, toStatuses, toSteps } from '../../kit/index.ts';

const statuses = toStatuses({
  reading: 'CURRENT',
  completed: 'COMPLETED',
  plan_to_read: 'PLANNING',
  on_hold: 'PAUSED',
  dropped: 'DROPPED',
});
const rereading = 'REPEATING';

/** Rounds a score from 1 to 100 to the user's score format. The three smileys are 35, 60 and 85. */
export function toGranularity(format: unknown): (score: number) => number {
  switch (textOf(format)) {
    case 'POINT_10':
      return toSteps(10);
    case 'POINT_5':
      return toSteps(20);
    case 'POINT_3':
      return (score) => {
        if (score <= 35) return 35;
        return score <= 60 ? 60 : 85;
      };
    default:
      return Math.round;
  }
}

export function readEntry(
  entry: Readonly<Record<string, unknown>>,
  toScore: (score: number) => number = Math.round,
): Position {
  const isRereading = entry.status === rereading;
  const score = readScore(entry.score);
  return {
    status: isRereading ? 'reading' : statuses.read(entry.status),
    isRereading,
    chapters: readCount(entry.progress),
    volumes: readCount(entry.progressVolumes),
    pages: 0,
    score: score === null ? null : toScore(score),
    startedAt: readDate(entry.startedAt),
    completedAt: readDate(entry.completedAt),
  };
}

/** Year, month and day may each be missing. */
function readDate(value: unknown): string | null {
  const date = toRecord(value);
  const parts: string[] = [];
  for (const [name, digits] of [
    ['year', 4],
    ['month', 2],
    ['day', 2],
  ] as const) {
    const part = numberOf(date[name]);
    if (!part) break;
    parts.push(String(part).padStart(digits, '0'));
  }
  return parts.length === 0 ? null : parts.join('-');
}

/** Missing variables leave fields unchanged. */
export function toWritten({ handle, next, changed, isPrivate }: Change<number>): object {
  const { chapters, volumes, score, startedAt, completedAt } = changed;
  const hasState = changed.status !== undefined || changed.isRereading !== undefined;
  return {
    mediaId: handle,
    ...(hasState && { status: next.isRereading ? rereading : statuses.write(next.status) }),
    ...(chapters !== undefined && { progress: chapters }),
    ...(volumes !== undefined && { progressVolumes: volumes }),
    ...(typeof score === 'number' && { scoreRaw: score }),
    ...(startedAt && { startedAt: toFuzzyDate(startedAt) }),
    ...(completedAt && { completedAt: toFuzzyDate(completedAt) }),
    ...(isPrivate && { private: true }),
  };
}

function toFuzzyDate(day: string) {
  const [year, month, date] = day.split('-').map(Number);
  return { year, month, day: date };
}
