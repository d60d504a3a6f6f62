// Name, address, role of an account, and whether it can be used.
import type { User } from '@lectern/contract/users';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { RoleSelect } from '../permissions/role-select.tsx';
import { useUserActs } from './use-user-acts.ts';
import { useText } from './words/index.ts';

export function AccountForm({ user }: { user: User }) {
  const t = useText();
  const { id, isActive } = user;
  const { act, isBusy } = useAction(['users'], ['me']);
  const acts = useUserActs();
  const [draft, setDraft] = useState({ username: user.username, email: user.email, role: user.role });
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: () => call('PATCH /api/v1/users/{id}', { params: { id }, body: draft }),
      done: t('saved', { name: draft.username }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextInput
            label={t('userName')}
            required
            maxLength={64}
            value={draft.username}
            onChange={(event) => change({ username: event.currentTarget.value })}
          />
          <TextInput
            label={t('email')}
            type="email"
            required
            maxLength={254}
            value={draft.email}
            onChange={(event) => change({ email: event.currentTarget.value })}
          />
          <RoleSelect label={t('role')} value={draft.role} onChange={(role) => change({ role })} />
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={() => acts.activate(user, !isActive)}>
            {t(isActive ? 'disable' : 'enable')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
