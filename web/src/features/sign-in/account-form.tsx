// Creates an account: the first administrator, or by registration.
import type { NewAccount } from '@lectern/contract/identity/auth';
import type { BrowserSession } from '@lectern/contract/identity/browser-accounts';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { saveSession } from '../../api/accounts.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { describeSignInError } from './describe-errors.ts';

interface Props {
  create(account: NewAccount & { setupCode?: string }): Promise<BrowserSession>;
  onDone(): void;
  action: string;
  /** The server requires the code shown in its terminal. */
  needsSetupCode?: boolean;
}

export function AccountForm({ create, onDone, action, needsSetupCode = false }: Props) {
  const t = useTranslate();
  const creation = useMutation({
    mutationFn: create,
    onSuccess(session) {
      saveSession(session);
      onDone();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const of = (name: string) => String(form.get(name));
    creation.mutate({
      username: of('username'),
      ...(of('email').trim() !== '' && { email: of('email') }),
      password: of('password'),
      ...(needsSetupCode && { setupCode: of('setupCode') }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {creation.error && (
          <Alert color="red" role="alert">
            {describeSignInError(creation.error, t)}
          </Alert>
        )}
        {needsSetupCode && (
          <TextInput
            label={t('signIn.setupCode')}
            name="setupCode"
            description={t('signIn.setupCodeHint')}
            placeholder="xxxxx-xxxxx-xxxxx-xxxxx"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={100}
            autoFocus
          />
        )}
        <TextInput
          label={t('signIn.userName')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          maxLength={64}
          autoFocus={!needsSetupCode}
        />
        <TextInput label={t('signIn.optionalEmail')} name="email" type="email" autoComplete="email" />
        <PasswordInput
          label={t('signIn.password')}
          name="password"
          description={t('signIn.passwordHint')}
          autoComplete="new-password"
          required
          minLength={8}
        />
        <Button type="submit" loading={creation.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
