// Edits the restrictions of a user.
import type { Restrictions, User } from '@lectern/contract/identity/users';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { restrictionsOf } from './queries.ts';
import { RestrictionFields } from './restriction-fields.tsx';

export function RestrictionsForm({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(restrictionsOf(user.id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return <Fields key={JSON.stringify(data)} user={user} saved={data} />;
}

function Fields({ user: { id, username }, saved }: { user: User; saved: Restrictions }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['users', 'restrictions', id]);
  const [restrictions, setRestrictions] = useState(saved);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: () => call('PUT /api/v1/users/{id}/restrictions', { params: { id }, body: restrictions }),
      done: t('administration.users.restrictionsSaved', { name: username }),
      undo: () => call('PUT /api/v1/users/{id}/restrictions', { params: { id }, body: saved }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={560}>
        <RestrictionFields value={restrictions} onChange={setRestrictions} />
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('administration.users.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
