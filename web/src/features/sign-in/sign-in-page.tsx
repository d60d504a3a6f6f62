// Sign-in with a password, a provider, or an account stored on this device.
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { listAccounts, saveSession } from '../../api/accounts.ts';
import { call } from '../../api/call.ts';
import { setupStatus } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { describeProviderError, describeSignInError } from './describe-errors.ts';
import { Frame } from './frame.tsx';
import { PendingSignOuts } from './pending-sign-outs.tsx';
import { PinForm } from './pin-form.tsx';
import { Providers } from './providers.tsx';
import { StoredAccounts } from './stored-accounts.tsx';
import { useOpenAfterSignIn } from './use-open-after-sign-in.ts';

export function SignInPage() {
  const t = useTranslate();
  const { next = '/', isOver, fault, name, locked: lockedId } = useSearch({ from: '/sign-in' });
  // A profile that needs its password or its PIN.
  const [known, setKnown] = useState(name);
  const [locked, setLocked] = useState(() => listAccounts().find(({ userId }) => userId === lockedId));
  const enter = useOpenAfterSignIn(next);
  const { data: status } = useQuery(setupStatus);
  const field = useRef<HTMLInputElement>(null);
  const word = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      call('POST /api/v1/auth/browser/login', { body }),
    onSuccess(session) {
      saveSession(session);
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
  const requestPassword = (username: string) => {
    if (field.current) field.current.value = username;
    word.current?.focus();
  };
  const message = signIn.error
    ? describeSignInError(signIn.error, t)
    : fault && describeProviderError(fault, t);
  if (locked)
    return (
      <Frame>
        <PinForm
          account={locked}
          onSignedIn={enter}
          onPassword={() => {
            setKnown(locked.username);
            setLocked(undefined);
          }}
        />
      </Frame>
    );
  return (
    <Frame>
      <StoredAccounts onSignedIn={enter} onName={requestPassword} onLocked={setLocked} />
      <form onSubmit={submit}>
        <Stack>
          {message && (
            <Alert color="red" role="alert">
              {message}
            </Alert>
          )}
          <PendingSignOuts />
          {isOver && !message && <Alert role="status">{t('signIn.over')}</Alert>}
          {known !== undefined && !message && (
            <Alert role="status">{t('signIn.passwordNeeded', { name: known })}</Alert>
          )}
          <TextInput
            ref={field}
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
      {status?.passwordResetByMail && (
        <Text size="sm" mt="md" ta="center">
          <AnchorLink to="/sign-in/forgotten" search={{ next }}>
            {t('signIn.forgotten')}
          </AnchorLink>
        </Text>
      )}
      <Providers next={next} />
      {status?.quickConnectEnabled && (
        <Text size="sm" mt="md" ta="center">
          <AnchorLink to="/sign-in/device" search={{ next }}>
            {t('quickConnect.withDevice')}
          </AnchorLink>
        </Text>
      )}
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
