// Sign-in with a password, a provider, or an account of this device.
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef } from 'react';
import { keepSession } from '../../api/accounts.ts';
import { call } from '../../api/call.ts';
import { setupStatus } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { showErrorOf, showProviderError } from './faults.ts';
import { Frame } from './frame.tsx';
import { KnownAccounts } from './known-accounts.tsx';
import { Providers } from './providers.tsx';
import { useEnter } from './use-enter.ts';
import { WaitingSignOuts } from './waiting-sign-outs.tsx';

export function SignInPage() {
  const t = useTranslate();
  const { next = '/', isOver, fault, name: known } = useSearch({ from: '/sign-in' });
  const enter = useEnter(next);
  const { data: status } = useQuery(setupStatus);
  const name = useRef<HTMLInputElement>(null);
  const word = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      call('POST /api/v1/auth/browser/login', { body }),
    onSuccess(session) {
      keepSession(session);
      enter();
    },
    // Usually the password is wrong.
    onError: () => word.current?.select(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signIn.mutate({ username: String(form.get('username')), password: String(form.get('password')) });
  };
  const askFor = (username: string) => {
    if (name.current) name.current.value = username;
    word.current?.focus();
  };
  const told = signIn.error ? showErrorOf(signIn.error, t) : fault ? showProviderError(fault, t) : undefined;
  return (
    <Frame>
      <KnownAccounts onSignedIn={enter} onName={askFor} />
      <form onSubmit={submit}>
        <Stack>
          {told && (
            <Alert color="red" role="alert">
              {told}
            </Alert>
          )}
          <WaitingSignOuts />
          {isOver && !told && <Alert role="status">{t('signIn.over')}</Alert>}
          {known !== undefined && !told && (
            <Alert role="status">{t('signIn.passwordNeeded', { name: known })}</Alert>
          )}
          <TextInput
            ref={name}
            defaultValue={known}
            label={t('signIn.nameOrEmail')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            required
            autoFocus={known === undefined}
          />
          <PasswordInput
            ref={word}
            label={t('signIn.password')}
            name="password"
            autoComplete="current-password"
            required
            autoFocus={known !== undefined}
          />
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.signIn')}
          </Button>
        </Stack>
      </form>
      <Providers next={next} />
      {status?.registrationEnabled && (
        <Text size="sm" mt="md" ta="center">
          {t('signIn.newHere')}{' '}
          <AnchorLink to="/sign-in/new" search={{ next }}>
            {t('signIn.createAccount')}
          </AnchorLink>
        </Text>
      )}
    </Frame>
  );
}
