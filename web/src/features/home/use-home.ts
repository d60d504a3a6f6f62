// What somebody chose for their home page, and how they change it: seen at once, taken back when it was not saved.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { tellFault } from '../../ui/toasts.tsx';
import { type HomeChoice, preferenceKey, readChoice, toPlan } from './plan.ts';
import { preferences, presets } from './queries.ts';

export function useHome() {
  const queries = useQueryClient();
  const kept = useQuery(preferences);
  const known = useQuery(presets);
  const pinned = (known.data?.presets ?? []).filter((preset) => preset.pinned);
  const choice = readChoice(kept.data?.[preferenceKey]);
  const change = useMutation({
    mutationFn: (next: HomeChoice) =>
      call('PUT /api/v1/user/preferences/{key}', {
        params: { key: preferenceKey },
        body: { order: next.order, hidden: next.hidden },
      }),
    onMutate(next) {
      const before = queries.getQueryData(preferences.queryKey);
      const value = { order: next.order, hidden: next.hidden };
      queries.setQueryData(preferences.queryKey, { ...before, [preferenceKey]: value });
      return before;
    },
    onError(error, _, before) {
      queries.setQueryData(preferences.queryKey, before);
      tellFault(error);
    },
  });
  return {
    isPending: kept.isPending || known.isPending,
    pinned,
    plan: toPlan(choice, pinned),
    choice,
    change: change.mutate,
  };
}
