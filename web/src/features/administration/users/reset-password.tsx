// Sets a new password for another user.
import type { User } from '@lectern/contract/identity/users';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PasswordField } from './password-field.tsx';

export function ResetPassword({ user: { id, username } }: { user: User }) {
  const t = useTranslate();
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
          title: t('administration.users.passwordSet', { name: username }),
          lines: [{ label: t('administration.users.password'), value: password }],
        });
        setPassword('');
        setEndEverything(false);
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={460}>
        <PasswordField
          label={t('administration.users.newPassword')}
          value={password}
          onChange={setPassword}
        />
        <Checkbox
          label={t('administration.users.endWithPassword')}
          checked={endEverything}
          onChange={(event) => setEndEverything(event.currentTarget.checked)}
        />
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            {t('administration.users.setPassword')}
          </Button>
        </Group>
      </Stack>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </form>
  );
}
