// The user's goals with their progress.
import { useQuery } from '@tanstack/react-query';
import { preferences } from '../../../api/queries.ts';
import { daysOfYear, readingMonths, toDay } from '../queries.ts';
import { type Goal, goalsPreference, readTargets, type Targets, toGoals } from './goals.ts';

export interface GoalState {
  isKnown: boolean;
  targets: Targets;
  goals: Goal[];
}

export function useGoals(): GoalState {
  const today = toDay(new Date());
  const stored = useQuery(preferences);
  const found = useQuery(readingMonths(daysOfYear(Number(today.slice(0, 4)))));
  const targets = readTargets(stored.data?.[goalsPreference]);
  const nothing = { booksFinished: 0, pagesRead: 0 };
  const month = found.data?.buckets.find(({ start }) => start === `${today.slice(0, 7)}-01`);
  const figures = { year: found.data?.totals ?? nothing, month: month ?? nothing };
  return {
    isKnown: !stored.isPending && !found.isPending,
    targets,
    goals: toGoals(targets, figures, today),
  };
}
