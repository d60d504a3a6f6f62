// The button that opens the menu of the account.
import { UnstyledButton } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentPropsWithRef } from 'react';
import { me } from '../api/queries.ts';
import { useText } from './words/index.ts';

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const t = useText();
  const { data: user } = useQuery(me);
  return (
    <UnstyledButton
      aria-label={t('accountOf', { name: user?.username ?? '' })}
      lh={0}
      p={6}
      c="teal"
      aria-haspopup="menu"
      {...props}
    >
      <IconUserCircle size={30} stroke={1.5} />
    </UnstyledButton>
  );
}
