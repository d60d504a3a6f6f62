// Changes the user's password.
import { Alert, Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/toasts/toasts.tsx';

export function PasswordForm({ username }: { username: string }) {
  const t = useTranslate();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string; endEverything: boolean }) =>
      call('PUT /api/v1/user/password', { body }),
    onSuccess() {
      form.current?.reset();
      void client.invalidateQueries();
      showToast(t('account.passwordChanged'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    change.mutate({
      currentPassword: String(fields.get('currentPassword')),
      newPassword: String(fields.get('newPassword')),
      endEverything: fields.has('endEverything'),
    });
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack maw={360}>
        {change.error && (
          <Alert color="red" role="alert">
            {describeError(change.error)}
          </Alert>
        )}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          name="currentPassword"
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
        />
        <PasswordInput
          name="newPassword"
          label={t('account.newPassword')}
          description={t('account.passwordHint')}
          autoComplete="new-password"
          required
          minLength={8}
        />
        <Checkbox
          name="endEverything"
          label={t('account.endEverything')}
          description={t('account.endEverythingHint')}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('account.changePassword')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
