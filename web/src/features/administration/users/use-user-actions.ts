// The actions on an account.
import type { User } from '@lectern/contract/identity/users';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Question } from '../../../ui/manage/confirmation.tsx';
import { useAction } from '../../../ui/use-action.ts';

export function useUserActions(onRemoved?: () => void) {
  const t = useTranslate();
  const { act } = useAction(['users']);
  // Invalidates only the lists: invalidating everything would request the removed account.
  const { runAction } = useAction(['users', 'list'], ['users', 'all']);
  const setActive = (id: string, isActive: boolean) =>
    call('PATCH /api/v1/users/{id}', { params: { id }, body: { isActive } });
  return {
    activate: ({ id, username: name }: User, isActive: boolean) =>
      act({
        work: () => setActive(id, isActive),
        done: t(isActive ? 'administration.users.isEnabled' : 'administration.users.isDisabled', { name }),
        undo: () => setActive(id, !isActive),
      }),
    remove: ({ id, username: name }: User): Question => ({
      title: t('administration.users.removeTitle', { name }),
      text: t('administration.users.removeText', { name }),
      action: t('administration.users.remove'),
      typed: name,
      act: () =>
        runAction({
          async work() {
            await call('DELETE /api/v1/users/{id}', { params: { id } });
            onRemoved?.();
          },
          done: t('administration.users.removed', { name }),
        }),
    }),
  };
}
