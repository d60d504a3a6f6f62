// The profiles of this device: accounts that have signed in here. One click signs in again. A locked account needs its PIN.
import {
  ActionIcon,
  Avatar,
  Divider,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, chooseAccount, listAccounts } from '../../api/accounts.ts';
import { resume } from '../../api/call.ts';
import { signOut } from '../../api/sign-outs.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError } from '../../ui/toasts/toasts.tsx';
import classes from './sign-in.module.css';

interface Props {
  onSignedIn(): void;
  /** The session has expired, so the user must enter the password. */
  onName(username: string): void;
  /** The profile needs its PIN. */
  onLocked(account: Account): void;
}

export function StoredAccounts({ onSignedIn, onName, onLocked }: Props) {
  const t = useTranslate();
  const [accounts, setAccounts] = useState(listAccounts);
  const enter = useMutation({
    mutationFn: ({ userId }: Account) => {
      chooseAccount(userId);
      return resume();
    },
    onSuccess(resumed, account) {
      if (resumed === 'renewed') return onSignedIn();
      setAccounts(listAccounts());
      if (resumed === 'locked') onLocked(account);
      else onName(account.username);
    },
    onError: showError,
  });
  if (accounts.length === 0) return null;
  return (
    <Stack gap="xs" mb="md">
      <Title order={2} size="h4" ta="center">
        {t('signIn.whoReads')}
      </Title>
      <ul className={classes.profiles}>
        {accounts.map((account) => (
          <li key={account.userId} className={classes.profile}>
            <UnstyledButton
              className={classes.known}
              disabled={enter.isPending}
              onClick={() => enter.mutate(account)}
            >
              <VisuallyHidden>{t('signIn.continueAs', { name: account.username })}</VisuallyHidden>
              <ProfileAvatar name={account.username} size={72} />
              <Text size="sm" truncate maw={96} aria-hidden="true">
                {account.username}
              </Text>
            </UnstyledButton>
            <ActionIcon
              className={classes.forget}
              variant="default"
              radius="xl"
              size={28}
              aria-label={t('signIn.forget', { name: account.username })}
              onClick={() => {
                void signOut(account);
                setAccounts(listAccounts());
              }}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Divider my="xs" label={t('signIn.someoneElse')} />
    </Stack>
  );
}

const avatarColours = ['amber', 'blue', 'grape', 'green', 'orange', 'pink', 'teal', 'violet'];

/** The initials of a profile, in a color that depends on its name. */
export function ProfileAvatar({ name, size }: { name: string; size: number }) {
  return (
    <Avatar
      name={name}
      color="initials"
      allowedInitialsColors={avatarColours}
      size={size}
      aria-hidden="true"
    />
  );
}
