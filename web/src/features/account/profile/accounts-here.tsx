// The accounts on this device.
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { type Account, listAccounts } from '../../../api/accounts.ts';
import { me } from '../../../api/queries.ts';
import { signOut } from '../../../api/sign-outs.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { showToast } from '../../../ui/toasts/toasts.tsx';

export function AccountsHere() {
  const t = useTranslate();
  const { data } = useQuery(me);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  const forget = (account: Account) => {
    void signOut(account);
    lookAgain();
    showToast(t('account.forgotten', { name: account.username }));
  };
  return (
    <PageSection title={t('account.accountsHere')} text={t('account.accountsHereText')}>
      <Rows label={t('account.accountsHere')}>
        {listAccounts().map((account) => (
          <Row
            key={account.userId}
            title={account.username}
            badges={account.userId === data?.id && <Badge variant="light">{t('account.inUse')}</Badge>}
            actions={
              account.userId !== data?.id && (
                <Button
                  variant="default"
                  aria-label={t('account.forgetNamed', { name: account.username })}
                  onClick={() => forget(account)}
                >
                  {t('account.forget')}
                </Button>
              )
            }
          />
        ))}
      </Rows>
    </PageSection>
  );
}
