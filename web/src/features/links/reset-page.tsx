// Sets a new password by a link.
import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { describeSignInError, Frame } from '../sign-in/index.tsx';
import { useLinkSecret } from './link-secret.ts';
import { LinkState } from './link-state.tsx';

export function ResetPage() {
  const secret = useLinkSecret();
  const { data, error } = useQuery({
    queryKey: ['password-reset', secret],
    queryFn: ({ signal }) => call('POST /api/v1/auth/password-reset/check', { body: { secret } }, { signal }),
    enabled: secret !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Frame>
      {data ? (
        <ResetForm secret={secret} username={data.username} />
      ) : (
        <LinkState secret={secret} error={error} />
      )}
    </Frame>
  );
}

function ResetForm({ secret, username }: { secret: string; username: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (password: string) =>
      call('POST /api/v1/auth/password-reset', { body: { secret, password } }),
    onSuccess: () => navigate({ to: '/sign-in', search: { name: username } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    reset.mutate(String(new FormData(event.currentTarget).get('password')));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2} size="h3">
          {t('signIn.newPasswordFor', { name: username })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('signIn.newPasswordText')}
        </Text>
        {reset.error && (
          <Alert color="red" role="alert">
            {describeSignInError(reset.error, t)}
          </Alert>
        )}
        {/* Password managers store the password for this name. */}
        <TextInput
          label={t('signIn.userName')}
          name="username"
          autoComplete="username"
          readOnly
          value={username}
        />
        <PasswordInput
          label={t('signIn.newPassword')}
          name="password"
          description={t('signIn.passwordHint')}
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={1024}
          autoFocus
        />
        <Button type="submit" loading={reset.isPending}>
          {t('signIn.setPassword')}
        </Button>
      </Stack>
    </form>
  );
}
