// Requests a link by e-mail that sets a new password.
import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { call } from '../../api/call.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { describeSignInError } from './describe-errors.ts';
import { Frame } from './frame.tsx';

export function ForgottenPage() {
  const t = useTranslate();
  const { next = '/' } = useSearch({ from: '/sign-in/forgotten' });
  const language = useLanguage();
  const request = useMutation({
    mutationFn: (login: string) =>
      call('POST /api/v1/auth/password-reset/request', { body: { login, language } }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    request.mutate(String(new FormData(event.currentTarget).get('username')).trim());
  };
  return (
    <Frame>
      <form onSubmit={submit}>
        <Stack>
          <Title order={2} size="h3">
            {t('signIn.forgottenTitle')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('signIn.forgottenText')}
          </Text>
          {request.error && (
            <Alert color="red" role="alert">
              {describeSignInError(request.error, t)}
            </Alert>
          )}
          {request.isSuccess && (
            <Alert color="green" role="status">
              {t('signIn.linkRequested')}
            </Alert>
          )}
          <TextInput
            label={t('signIn.nameOrEmail')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
            maxLength={254}
            autoFocus
          />
          <Button type="submit" loading={request.isPending}>
            {t('signIn.sendLink')}
          </Button>
        </Stack>
      </form>
      <Text size="sm" mt="md" ta="center">
        <AnchorLink to="/sign-in" search={{ next }}>
          {t('signIn.backToSignIn')}
        </AnchorLink>
      </Text>
    </Frame>
  );
}
