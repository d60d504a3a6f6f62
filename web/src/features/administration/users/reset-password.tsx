// Another password for somebody who has lost theirs.
import type { User } from '@lectern/contract/users';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { PasswordField } from './password-field.tsx';
import { useText } from './words/index.ts';

export function ResetPassword({ user: { id, username } }: { user: User }) {
  const t = useText();
  const { act, isBusy } = useAction(['users', 'api-keys']);
  const [password, setPassword] = useState('');
  const [endEverything, setEndEverything] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: () => call('PATCH /api/v1/users/{id}', { params: { id }, body: { password, endEverything } }),
      after() {
        setSecret({
          title: t('passwordSet', { name: username }),
          lines: [{ label: t('password'), value: password }],
        });
        setPassword('');
        setEndEverything(false);
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={460}>
        <PasswordField label={t('newPassword')} value={password} onChange={setPassword} />
        <Checkbox
          label={t('endWithPassword')}
          checked={endEverything}
          onChange={(event) => setEndEverything(event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {t('setPassword')}
          </Button>
        </Group>
      </Stack>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </form>
  );
}
