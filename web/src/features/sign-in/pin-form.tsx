// The PIN of a locked profile.
import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { type Account, saveSession } from '../../api/accounts.ts';
import { ApiError, call } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ProfileAvatar } from './stored-accounts.tsx';

interface Props {
  account: Account;
  onSignedIn(): void;
  /** The user signs in with the password instead. */
  onPassword(): void;
}

export function PinForm({ account: { userId, username }, onSignedIn, onPassword }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const unlock = useMutation({
    mutationFn: (pin: string) => call('POST /api/v1/auth/browser/unlock', { body: { userId, pin } }),
    onSuccess(session) {
      saveSession(session);
      onSignedIn();
    },
    onError: () => field.current?.select(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    unlock.mutate(String(new FormData(event.currentTarget).get('pin')));
  };
  const isOver =
    unlock.error instanceof ApiError && unlock.error.reason !== 'wrong_pin' && unlock.error.status === 401;
  return (
    <form onSubmit={submit}>
      <Stack align="stretch">
        <Stack align="center" gap={4}>
          <ProfileAvatar name={username} size={84} />
          <Text fw={600}>{username}</Text>
        </Stack>
        {unlock.error && (
          <Alert color="red" role="alert">
            {unlock.error instanceof ApiError && unlock.error.status === 429
              ? t('signIn.tooMany', { seconds: unlock.error.retryAfterSeconds ?? 60 })
              : describeError(unlock.error)}
          </Alert>
        )}
        {!isOver && (
          <>
            <PasswordInput
              ref={field}
              label={t('signIn.pinOf', { name: username })}
              name="pin"
              inputMode="numeric"
              pattern="[0-9]{4,8}"
              title={t('account.pinHint')}
              autoComplete="off"
              required
              minLength={4}
              maxLength={8}
              autoFocus
            />
            <Button type="submit" loading={unlock.isPending}>
              {t('signIn.unlock')}
            </Button>
          </>
        )}
        <Button variant={isOver ? 'filled' : 'subtle'} onClick={onPassword}>
          {t('signIn.usePassword')}
        </Button>
      </Stack>
    </form>
  );
}
