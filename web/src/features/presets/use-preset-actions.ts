// The actions on a preset. Failures are shown as toasts, and deletion can be undone.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { presets, toReplacement } from './queries.ts';

export function usePresetActions() {
  const t = useTranslate();
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: presets.queryKey }),
      queries.invalidateQueries({ queryKey: ['books', 'shelf'] }),
    ]);
  const withErrors = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      showError(error);
    }
    await refresh();
  };
  const replace = (preset: FilterPreset, change: Partial<FilterPreset>) =>
    call('PUT /api/v1/filter-presets/{id}', {
      params: { id: preset.id },
      body: toReplacement(preset, change),
    });
  return {
    change: (preset: FilterPreset, change: Partial<FilterPreset>) =>
      void withErrors(() => replace(preset, change)),
    /** Swaps the positions of two presets. */
    swap: (one: FilterPreset, other: FilterPreset) =>
      void withErrors(async () => {
        const isSame = one.position === other.position;
        await replace(one, { position: other.position });
        await replace(other, { position: isSame ? one.position + 1 : one.position });
      }),
    remove: (preset: FilterPreset) =>
      void withErrors(async () => {
        await call('DELETE /api/v1/filter-presets/{id}', { params: { id: preset.id } });
        const { scope, target } = preset;
        const body = { scope, target, ...toReplacement(preset, {}) };
        showToast(t('presets.removed', { name: preset.name }), () =>
          withErrors(() => call('POST /api/v1/filter-presets', { body })),
        );
      }),
  };
}
