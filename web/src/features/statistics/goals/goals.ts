// Reading goals: the preference that stores them, and their progress. Uses no React.
import { toRecord } from '@lectern/contract/records';

export const goalKinds = ['booksOfYear', 'pagesOfYear', 'booksOfMonth', 'pagesOfMonth'] as const;
type GoalKind = (typeof goalKinds)[number];

/** Missing kinds have no goal. */
export type Targets = Partial<Record<GoalKind, number>>;

export const goalsPreference = 'web.goals';
export const maxTarget = 1_000_000;

/** The preference may have been written by another version or another client. */
export function readTargets(value: unknown): Targets {
  const stored = toRecord(value);
  const isTarget = (target: unknown): target is number =>
    typeof target === 'number' && Number.isInteger(target) && target > 0 && target <= maxTarget;
  return Object.fromEntries(
    goalKinds.flatMap((kind) => (isTarget(stored[kind]) ? [[kind, stored[kind]] as const] : [])),
  );
}

export interface Figures {
  booksFinished: number;
  pagesRead: number;
}

export interface Goal {
  kind: GoalKind;
  done: number;
  target: number;
  /** Books or pages ahead of an even pace, rounded. Negative if behind. */
  ahead: number;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Share of a period that is over at the end of a day. */
function toShare(today: string, first: string, last: string): number {
  const [at, from, to] = [today, first, last].map((day) => Date.parse(`${day}T00:00:00Z`));
  return ((at ?? 0) - (from ?? 0) + dayMs) / ((to ?? 0) - (from ?? 0) + dayMs);
}

/** `today` as `2026-01-31`. */
export function toGoals(targets: Targets, found: { year: Figures; month: Figures }, today: string): Goal[] {
  const year = today.slice(0, 4);
  const month = today.slice(0, 7);
  const lastOfMonth = new Date(Date.UTC(Number(year), Number(today.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10);
  const shareOfYear = toShare(today, `${year}-01-01`, `${year}-12-31`);
  const shareOfMonth = toShare(today, `${month}-01`, lastOfMonth);
  const parts: Record<GoalKind, { done: number; share: number }> = {
    booksOfYear: { done: found.year.booksFinished, share: shareOfYear },
    pagesOfYear: { done: found.year.pagesRead, share: shareOfYear },
    booksOfMonth: { done: found.month.booksFinished, share: shareOfMonth },
    pagesOfMonth: { done: found.month.pagesRead, share: shareOfMonth },
  };
  return goalKinds.flatMap((kind) => {
    const target = targets[kind];
    const { done, share } = parts[kind];
    return target === undefined ? [] : [{ kind, done, target, ahead: Math.round(done - target * share) }];
  });
}
