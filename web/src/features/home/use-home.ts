// The user's choice for the home page. Changes are shown immediately and reverted on failure.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { preferences } from '../../api/queries.ts';
import { showError } from '../../ui/toasts/toasts.tsx';
import { presets } from '../presets/index.tsx';
import { type HomeChoice, preferenceKey, readChoice, toPlan } from './plan.ts';

const toValue = ({ order, hidden, shown, dismissed }: HomeChoice) => ({ order, hidden, shown, dismissed });

export function useHome() {
  const queries = useQueryClient();
  const stored = useQuery(preferences);
  const known = useQuery(presets);
  const pinned = (known.data ?? []).filter((preset) => preset.pinned);
  const choice = readChoice(stored.data?.[preferenceKey]);
  const change = useMutation({
    // Sends one change at a time, so that the last choice wins.
    scope: { id: preferenceKey },
    mutationFn: (next: HomeChoice) =>
      call('PUT /api/v1/user/preferences/{key}', {
        params: { key: preferenceKey },
        body: toValue(next),
      }),
    onMutate(next) {
      const before = queries.getQueryData(preferences.queryKey);
      queries.setQueryData(preferences.queryKey, { ...before, [preferenceKey]: toValue(next) });
      return before;
    },
    onError(error, _, before) {
      queries.setQueryData(preferences.queryKey, before);
      showError(error);
    },
  });
  return {
    isKnown: !stored.isPending && !known.isPending,
    pinned,
    plan: toPlan(choice, pinned),
    choice,
    change: change.mutate,
  };
}

export type Home = ReturnType<typeof useHome>;
