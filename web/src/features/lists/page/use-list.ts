// Mutations of a collection or read list, with undo where possible.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import type { Input } from '../../../api/routes.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';
import { addMembers, type Kind, removeMember, replaceMembers, toNoun } from '../queries.ts';

type Change = Input<'POST /api/v1/collections'>['body'];

interface SaveOptions {
  kind: Kind;
  list: SharedList | undefined;
  onSaved(): void;
}

const useRefresh = (kind: Kind) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [toNoun(kind)] });
};

export function useSaveList({ kind, list, onSaved }: SaveOptions) {
  const navigate = useNavigate();
  const refresh = useRefresh(kind);
  return useMutation({
    mutationFn: (body: Change) =>
      list
        ? call(`PATCH /api/v1/${kind}/{id}`, { params: { id: list.id }, body })
        : call(`POST /api/v1/${kind}`, { body }),
    onSuccess: ({ id }) => {
      onSaved();
      if (!list)
        void navigate({ to: kind === 'collections' ? '/collections/$id' : '/readlists/$id', params: { id } });
    },
    onError: showError,
    onSettled: refresh,
  });
}

export function useDeleteList(kind: Kind, { id, name }: SharedList) {
  const t = useTranslate();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    await call(`DELETE /api/v1/${kind}/{id}`, { params: { id } });
    showToast(t('lists.deleted', { name }));
    await navigate({ to: kind === 'collections' ? '/collections' : '/readlists' });
    queries.removeQueries({ queryKey: [toNoun(kind), 'one', id] });
    await queries.invalidateQueries({ queryKey: [toNoun(kind), 'list'] });
  };
}

export interface Member {
  id: string;
  title: string;
}

/** Sorts, removes and adds members. */
export function useArrange(kind: Kind, { id, name }: SharedList) {
  const t = useTranslate();
  const queries = useQueryClient();
  const refresh = useRefresh(kind);
  const key = [toNoun(kind), 'all-members', id];
  const again = async (ids: string[]) => {
    await replaceMembers(kind, id, ids).catch(showError);
    await refresh();
  };
  const settled = { onError: showError, onSettled: refresh };
  const order = useMutation({
    ...settled,
    mutationFn: ({ ids }: { ids: string[]; before: string[] }) => replaceMembers(kind, id, ids),
    onMutate: async ({ ids }) => {
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData<Member[]>(key, (known) =>
        ids.flatMap((one) => known?.find((member) => member.id === one) ?? []),
      );
    },
    onSuccess: (_done, { before }) => showToast(t('lists.orderSaved'), () => again(before)),
  });
  const remove = useMutation({
    ...settled,
    mutationFn: ({ member }: { member: Member; before: string[] }) => removeMember(kind, id, member.id),
    onSuccess: (_done, { member, before }) =>
      showToast(t('lists.removed', { title: member.title, name }), () => again(before)),
  });
  const add = useMutation({
    ...settled,
    mutationFn: (member: Member) => addMembers(kind, id, [member.id]),
    onSuccess: (_done, { title }) => showToast(t('lists.added', { title, name })),
  });
  return { order, remove, add };
}
