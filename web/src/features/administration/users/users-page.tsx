// Everybody who has an account.
import { Badge, Button, Menu } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { me } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useText as useRoleText } from '../permissions/words/index.ts';
import { NewUser } from './new-user.tsx';
import { userList } from './queries.ts';
import { useUserActs } from './use-user-acts.ts';
import { useText } from './words/index.ts';

export function UsersPage() {
  const t = useText();
  const roleText = useRoleText();
  const format = useFormat();
  const hasPermission = usePermission();
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery({ ...userList(page), placeholderData: keepPreviousData });
  const { data: self } = useQuery(me);
  const acts = useUserActs();
  const [dialog, ask] = useConfirm();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('title')} />;
  return (
    <>
      {dialog}
      <NewUser isOpen={isAdding} onClose={() => setAdding(false)} />
      <Head title={t('title')} text={t('about')}>
        {hasPermission('users:write') && (
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </Head>
      <Rows label={t('title')}>
        {data.data.map((user) => (
          <Row
            key={user.id}
            title={
              <AnchorLink to="/administration/users/$id" params={{ id: user.id }} c="inherit">
                {user.username}
              </AnchorLink>
            }
            badges={
              <>
                <Badge variant="light" tt="none">
                  {roleText(user.role)}
                </Badge>
                {!user.isActive && (
                  <Badge variant="light" color="red" tt="none">
                    {t('disabled')}
                  </Badge>
                )}
                {user.id === self?.id && (
                  <Badge variant="outline" tt="none">
                    {t('you')}
                  </Badge>
                )}
              </>
            }
            lines={[
              `${user.email} · ${
                user.lastLoginAt ? t('lastSeen', { when: format.ago(user.lastLoginAt) }) : t('neverSeen')
              }`,
            ]}
            actions={
              <>
                <ButtonLink
                  to="/administration/users/$id"
                  params={{ id: user.id }}
                  variant="default"
                  aria-label={t('openNamed', { name: user.username })}
                >
                  {t('open')}
                </ButtonLink>
                {user.id !== self?.id && hasPermission('users:write', 'users:delete') && (
                  <RowMenu name={user.username}>
                    {hasPermission('users:write') && (
                      <Menu.Item onClick={() => acts.activate(user, !user.isActive)}>
                        {t(user.isActive ? 'disable' : 'enable')}
                      </Menu.Item>
                    )}
                    {hasPermission('users:delete') && (
                      <Menu.Item color="red" onClick={() => ask(acts.remove(user))}>
                        {t('remove')}
                      </Menu.Item>
                    )}
                  </RowMenu>
                )}
              </>
            }
          />
        ))}
      </Rows>
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
    </>
  );
}
