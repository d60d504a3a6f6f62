// All users.
import type { User } from '@lectern/contract/identity/users';
import { Badge, Button, Group, Menu } from '@mantine/core';
import { IconLink, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { me, setupStatus } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head, Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { toShownEmail } from '../../../ui/shown-email.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { InvitationList } from '../invitations/invitation-list.tsx';
import { NewInvitation } from '../invitations/new-invitation.tsx';
import { NewUser } from './new-user.tsx';
import { userList } from './queries.ts';
import { useUserActions } from './use-user-actions.ts';

export function UsersPage() {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<'user' | 'invitation'>();
  const close = () => setOpen(undefined);
  const { data, error, refetch } = useQuery({ ...userList(page), placeholderData: keepPreviousData });
  const { data: self } = useQuery(me);
  const { data: status } = useQuery(setupStatus);
  const acts = useUserActions();
  const mayInvite = hasPermission('users:write') && status?.invitationsEnabled === true;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.users.title')} />;
  return (
    <>
      <NewUser isOpen={open === 'user'} onClose={close} />
      {mayInvite && <NewInvitation isOpen={open === 'invitation'} onClose={close} />}
      <Head title={t('administration.users.title')} text={t('administration.users.about')}>
        {hasPermission('users:write') && (
          <Group gap="xs">
            {mayInvite && (
              <Button
                variant="default"
                leftSection={<IconLink size={16} />}
                onClick={() => setOpen('invitation')}
              >
                {t('administration.invitations.add')}
              </Button>
            )}
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setOpen('user')}>
              {t('administration.users.add')}
            </Button>
          </Group>
        )}
      </Head>
      <Rows label={t('administration.users.title')}>
        {data.data.map((user) => (
          <Row
            key={user.id}
            title={
              <AnchorLink to="/administration/users/$id" params={{ id: user.id }} c="inherit">
                {user.username}
              </AnchorLink>
            }
            badges={<Badges user={user} isSelf={user.id === self?.id} />}
            lines={[
              [
                toShownEmail(user.email),
                user.lastLoginAt
                  ? t('administration.users.lastSeen', { when: format.ago(user.lastLoginAt) })
                  : t('administration.users.neverSeen'),
              ]
                .filter(Boolean)
                .join(' · '),
            ]}
            actions={
              <>
                <ButtonLink
                  to="/administration/users/$id"
                  params={{ id: user.id }}
                  variant="default"
                  aria-label={t('administration.users.openNamed', { name: user.username })}
                >
                  {t('administration.users.open')}
                </ButtonLink>
                {user.id !== self?.id && hasPermission('users:write', 'users:delete') && (
                  <RowMenu name={user.username}>
                    {hasPermission('users:write') && (
                      <Menu.Item onClick={() => acts.activate(user, !user.isActive)}>
                        {t(user.isActive ? 'administration.users.disable' : 'administration.users.enable')}
                      </Menu.Item>
                    )}
                    {hasPermission('users:delete') && (
                      <Menu.Item color="red" onClick={() => openConfirmation(acts.remove(user))}>
                        {t('administration.users.remove')}
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
      {mayInvite && <InvitationList />}
    </>
  );
}

function Badges({ user, isSelf }: { user: User; isSelf: boolean }) {
  const t = useTranslate();
  return (
    <>
      <Badge variant="light">{t(`administration.permissions.${user.role}`)}</Badge>
      {!user.isActive && (
        <Badge variant="light" color="red">
          {t('administration.users.disabled')}
        </Badge>
      )}
      {isSelf && <Badge variant="outline">{t('administration.users.you')}</Badge>}
    </>
  );
}
