// Sets a new password for another user.
import type { User } from '@lectern/contract/identity/users';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PasswordField } from './password-field.tsx';

export function ResetPassword({ user: { id, username } }: { user: User }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['users'], ['api-keys']);
  const form = useForm({ initialValues: { password: '', endEverything: false } });
  const [secret, setSecret] = useState<Secret>();
  const submit = form.onSubmit((body) =>
    act({
      work: () => call('PATCH /api/v1/users/{id}', { params: { id }, body }),
      after() {
        setSecret({
          title: t('administration.users.passwordSet', { name: username }),
          lines: [{ label: t('administration.users.password'), value: body.password }],
        });
        form.reset();
      },
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack maw={460}>
        <PasswordField
          label={t('administration.users.newPassword')}
          value={form.values.password}
          onChange={(next) => form.setFieldValue('password', next)}
        />
        <Checkbox
          label={t('administration.users.endWithPassword')}
          {...form.getInputProps('endEverything', { type: 'checkbox' })}
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
