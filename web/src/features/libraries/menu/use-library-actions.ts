// The actions on a library, with undo where possible.
import type { Library } from '@lectern/contract/libraries/libraries';
import type { ScanMode } from '@lectern/contract/values';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { forgetLibrary } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Question } from '../../../ui/manage/confirmation.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';

export type LibraryActions = ReturnType<typeof useLibraryActions>;

export function useLibraryActions({ id, name }: Library) {
  const t = useTranslate();
  const { act, runAction, isBusy } = useAction(['libraries'], ['tasks']);
  const queries = useQueryClient();
  const params = { id };
  const activate = (isActive: boolean) =>
    call('PATCH /api/v1/libraries/{id}', { params, body: { isActive } });
  const scan = (mode: ScanMode, confirmRemovals: 'true' | 'false' = 'false') =>
    call('POST /api/v1/libraries/{id}/scan', { params, query: { mode, confirmRemovals } });
  return {
    isBusy,
    scan: (mode: ScanMode) =>
      act({ work: () => scan(mode), done: t('administration.libraries.scanStarted', { name }) }),
    stop: () =>
      act({
        work: () => call('POST /api/v1/libraries/{id}/scan/cancel', { params }),
        done: t('administration.libraries.stopped', { name }),
      }),
    activate: (isActive: boolean) =>
      act({
        work: () => activate(isActive),
        done: t(isActive ? 'administration.libraries.isResumed' : 'administration.libraries.isPaused', {
          name,
        }),
        undo: () => activate(!isActive),
      }),
    letGo: (): Question => ({
      title: t('administration.libraries.meantEmptyTitle'),
      text: t('administration.libraries.meantEmptyText', { name }),
      action: t('administration.libraries.meantEmptyAction'),
      act: () => runAction({ work: () => scan('normal', 'true') }),
    }),
    purge: (): Question => ({
      title: t('administration.libraries.purgeTitle'),
      text: t('administration.libraries.purgeText', { name }),
      action: t('administration.libraries.purgeAction'),
      typed: name,
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/libraries/{id}/purge-deleted', { params }),
          done: ({ purged }) => t('administration.libraries.purged', { count: purged }),
        }),
    }),
    remove: (): Question => ({
      title: t('administration.libraries.removeTitle', { name }),
      text: t('administration.libraries.removeText'),
      action: t('administration.libraries.remove'),
      typed: name,
      async act() {
        await call('DELETE /api/v1/libraries/{id}', { params });
        forgetLibrary(queries, id);
        await queries.invalidateQueries({ queryKey: ['libraries'], exact: true });
        showToast(t('administration.libraries.removed', { name }));
      },
    }),
  };
}
