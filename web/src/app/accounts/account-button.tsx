// The button that opens the account menu.
import { UnstyledButton } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ComponentPropsWithRef } from 'react';
import { me } from '../../api/queries.ts';
import { useTranslate } from '../../i18n/translate.ts';

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const t = useTranslate();
  const { data: user } = useQuery(me);
  return (
    <UnstyledButton
      aria-label={t('app.accountOf', { name: user?.username ?? '' })}
      lh={0}
      p={6}
      c="dimmed"
      aria-haspopup="menu"
      {...props}
    >
      <IconUserCircle size={30} stroke={1.5} />
    </UnstyledButton>
  );
}
