// Name, e-mail address, role and state of an account.
import type { User } from '@lectern/contract/identity/users';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { RoleSelect } from '../permissions/role-select.tsx';
import { useUserActions } from './use-user-actions.ts';

export function AccountForm({ user }: { user: User }) {
  const t = useTranslate();
  const { id, isActive } = user;
  const { act, isBusy } = useAction(['users'], ['me']);
  const actions = useUserActions();
  const [draft, setDraft] = useState({ username: user.username, email: user.email, role: user.role });
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: () => call('PATCH /api/v1/users/{id}', { params: { id }, body: draft }),
      done: t('administration.users.saved', { name: draft.username }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('administration.users.userName')}
            required
            maxLength={64}
            value={draft.username}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
          <TextInput
            label={t('administration.users.email')}
            type="email"
            required
            maxLength={254}
            value={draft.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <RoleSelect
            label={t('administration.users.role')}
            value={draft.role}
            onChange={(role) => change({ role })}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('administration.users.save')}
          </Button>
          <Button variant="default" onClick={() => actions.activate(user, !isActive)}>
            {t(isActive ? 'administration.users.disable' : 'administration.users.enable')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
