// Creates an account by the link of an invitation.
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { findAccount } from '../../api/accounts.ts';
import { call } from '../../api/call.ts';
import { suggestLanguage } from '../../i18n/language.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { AccountForm, Frame, useOpenAfterSignIn } from '../sign-in/index.tsx';
import { useLinkSecret } from './link-secret.ts';
import { LinkState } from './link-state.tsx';

export function JoinPage() {
  const t = useTranslate();
  const secret = useLinkSecret();
  const enter = useOpenAfterSignIn('/');
  const { data, error } = useQuery({
    queryKey: ['invitation', secret],
    queryFn: ({ signal }) => call('POST /api/v1/auth/invitation/check', { body: { secret } }, { signal }),
    enabled: secret !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const language = data?.language;
  useEffect(() => {
    if (isLanguage(language)) suggestLanguage(language);
  }, [language]);
  if (!data)
    return (
      <Frame>
        <LinkState secret={secret} error={error} />
      </Frame>
    );
  const current = findAccount();
  return (
    <Frame>
      <Stack gap="xs" mb="md">
        <Title order={2} size="h3">
          {t('signIn.invitedBy', { name: data.inviter })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('signIn.invitedText')}
        </Text>
        {current && (
          <Alert color="yellow" role="status">
            {t('signIn.invitedSignedIn', { name: current.username })}{' '}
            <AnchorLink to="/" inherit>
              {t('signIn.continueAs', { name: current.username })}
            </AnchorLink>
          </Alert>
        )}
      </Stack>
      <AccountForm
        create={(account) => call('POST /api/v1/auth/browser/join', { body: { ...account, secret } })}
        onDone={enter}
        action={t('signIn.createAccount')}
      />
      {!current && (
        <Text size="sm" mt="md" ta="center">
          <AnchorLink to="/sign-in">{t('signIn.haveAccount')}</AnchorLink>
        </Text>
      )}
    </Frame>
  );
}
