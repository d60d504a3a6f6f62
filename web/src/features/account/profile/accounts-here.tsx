// Accounts that this device remembers.
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { forgetAccount, listAccounts } from '../../../api/accounts.ts';
import { me } from '../../../api/queries.ts';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useText } from '../words/index.ts';

export function AccountsHere() {
  const t = useText();
  const { data } = useQuery(me);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const forget = (userId: string, name: string) => {
    forgetAccount(userId);
    lookAgain();
    tell(t('forgotten', { name }));
  };
  return (
    <Part title={t('accountsHere')} text={t('accountsHereText')}>
      <Rows label={t('accountsHere')}>
        {listAccounts().map(({ userId, username }) => (
          <Row
            key={userId}
            title={username}
            badges={
              userId === data?.id && (
                <Badge variant="light" tt="none">
                  {t('inUse')}
                </Badge>
              )
            }
            actions={
              userId !== data?.id && (
                <Button
                  variant="default"
                  aria-label={t('forgetNamed', { name: username })}
                  onClick={() => forget(userId, username)}
                >
                  {t('forget')}
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </Part>
  );
}
