// Accounts that have signed in on this device. One click signs in again.
import { ActionIcon, Avatar, Divider, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseAccount, listAccounts } from '../../api/accounts.ts';
import { renew } from '../../api/call.ts';
import { signOut } from '../../api/sign-outs.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError } from '../../ui/toasts/toasts.tsx';
import classes from './sign-in.module.css';

interface Props {
  onSignedIn(): void;
  /** The session has expired, so the user must enter the password. */
  onName(username: string): void;
}

export function StoredAccounts({ onSignedIn, onName }: Props) {
  const t = useTranslate();
  const [accounts, setAccounts] = useState(listAccounts);
  const enter = useMutation({
    mutationFn: (userId: string) => {
      chooseAccount(userId);
      return renew();
    },
    onSuccess(isIn, userId) {
      const name = accounts.find((one) => one.userId === userId)?.username ?? '';
      if (isIn) return onSignedIn();
      setAccounts(listAccounts());
      onName(name);
    },
    onError: showError,
  });
  if (accounts.length === 0) return null;
  return (
    <Stack gap={4} mb="md">
      <Text size="sm" c="dimmed">
        {t('signIn.onThisDevice')}
      </Text>
      {accounts.map((account) => (
        <Group key={account.userId} gap={4} wrap="nowrap">
          <UnstyledButton
            className={classes.known}
            disabled={enter.isPending}
            onClick={() => enter.mutate(account.userId)}
          >
            <Avatar name={account.username} color="amber" size={34} aria-hidden="true" />
            <Text truncate>{t('signIn.continueAs', { name: account.username })}</Text>
          </UnstyledButton>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('signIn.forget', { name: account.username })}
            onClick={() => {
              void signOut(account);
              setAccounts(listAccounts());
            }}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Divider my="xs" label={t('signIn.someoneElse')} />
    </Stack>
  );
}
