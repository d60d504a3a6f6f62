// The actions on an API key.
import type { ApiKey } from '@lectern/contract/identity/api-keys';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Question } from '../../../ui/manage/confirmation.tsx';
import { useAction } from '../../../ui/use-action.ts';

export function useApiKeyActions() {
  const t = useTranslate();
  const { act, runAction } = useAction(['api-keys']);
  const setActive = (id: string, isActive: boolean) =>
    call('PATCH /api/v1/api-keys/{id}', { params: { id }, body: { isActive } });
  return {
    /** Undo is possible only for the current user's keys. */
    activate: ({ id, name }: ApiKey, isActive: boolean, isOwn: boolean) =>
      act({
        work: () => setActive(id, isActive),
        done: t(isActive ? 'administration.apiKeys.isOn' : 'administration.apiKeys.isOff', { name }),
        ...(isOwn && { undo: () => setActive(id, !isActive) }),
      }),
    remove: ({ id, name }: ApiKey): Question => ({
      title: t('administration.apiKeys.removeTitle', { name }),
      text: t('administration.apiKeys.removeText'),
      action: t('administration.apiKeys.remove'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/api-keys/{id}', { params: { id } }),
          done: t('administration.apiKeys.removed', { name }),
        }),
    }),
  };
}
