// One account: details, restrictions, permissions, keys, devices.
import { Button, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { me } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { toShownEmail } from '../../../ui/shown-email.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ApiKeyList } from '../api-keys/api-key-list.tsx';
import { AccountForm } from './account-form.tsx';
import { DeviceCredentials } from './device-credentials.tsx';
import { ExtraPermissions } from './extra-permissions.tsx';
import { oneUser } from './queries.ts';
import { ResetLink } from './reset-link.tsx';
import { ResetPassword } from './reset-password.tsx';
import { RestrictionsForm } from './restrictions-form.tsx';
import { useUserActions } from './use-user-actions.ts';

export function UserPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/signed-in/shell/administration/users/$id' });
  const { data: user, error, refetch } = useQuery(oneUser(id));
  const { data: self } = useQuery(me);
  const actions = useUserActions(() => void navigate({ to: '/administration/users' }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!user) return <LoadingState of={t('administration.users.title')} />;
  const mayWrite = hasPermission('users:write');
  return (
    <>
      <Head title={user.username} text={toShownEmail(user.email)}>
        {mayWrite && user.id !== self?.id && (
          <ButtonLink
            to="/administration/users/$id/view"
            params={{ id }}
            variant="default"
            leftSection={<IconEye size={18} />}
          >
            {t('administration.users.seeAs', { name: user.username })}
          </ButtonLink>
        )}
      </Head>
      {mayWrite && (
        <>
          <PageSection title={t('administration.users.account')}>
            <AccountForm key={user.updatedAt} user={user} />
          </PageSection>
          <PageSection
            title={t('administration.users.restrictions')}
            text={t('administration.users.restrictionsText')}
          >
            <RestrictionsForm user={user} />
          </PageSection>
          <PageSection
            title={t('administration.users.permissions')}
            text={t('administration.users.permissionsText')}
          >
            <ExtraPermissions key={`${user.updatedAt} ${user.role}`} user={user} />
          </PageSection>
          {user.id !== self?.id && (
            <PageSection
              title={t('administration.users.newPassword')}
              text={t('administration.users.newPasswordText')}
            >
              <ResetLink user={user} />
              <ResetPassword user={user} />
            </PageSection>
          )}
        </>
      )}
      <PageSection title={t('administration.users.keys')} text={t('administration.users.keysText')}>
        <ApiKeyList userId={id} toOwner={() => user} />
      </PageSection>
      {mayWrite && user.id !== self?.id && (
        <PageSection title={t('administration.users.devices')} text={t('administration.users.devicesText')}>
          <DeviceCredentials user={user} />
        </PageSection>
      )}
      {user.id !== self?.id && hasPermission('users:delete') && (
        <Group>
          <Button variant="light" color="red" onClick={() => openConfirmation(actions.remove(user))}>
            {t('administration.users.remove')}
          </Button>
        </Group>
      )}
    </>
  );
}
