// One account: who it is, what it may do, what it sees, with which keys.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { me } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ApiKeyList } from '../api-keys/api-key-list.tsx';
import { AccountForm } from './account-form.tsx';
import { DeviceCredentials } from './device-credentials.tsx';
import { ExtraPermissions } from './extra-permissions.tsx';
import { oneUser } from './queries.ts';
import { ResetPassword } from './reset-password.tsx';
import { RestrictionsForm } from './restrictions-form.tsx';
import { useUserActs } from './use-user-acts.ts';
import { useText } from './words/index.ts';

export function UserPage() {
  const t = useText();
  const hasPermission = usePermission();
  const navigate = useNavigate();
  const { id } = useParams({ from: '/signed-in/shell/administration/users/$id' });
  const { data: user, error, refetch } = useQuery(oneUser(id));
  const { data: self } = useQuery(me);
  const acts = useUserActs(() => void navigate({ to: '/administration/users' }));
  const [dialog, ask] = useConfirm();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!user) return <LoadingState of={t('title')} />;
  const mayWrite = hasPermission('users:write');
  return (
    <>
      {dialog}
      <Head title={user.username} text={user.email} />
      {mayWrite && (
        <>
          <Part title={t('account')}>
            <AccountForm key={user.updatedAt} user={user} />
          </Part>
          <Part title={t('restrictions')} text={t('restrictionsText')}>
            <RestrictionsForm user={user} />
          </Part>
          <Part title={t('permissions')} text={t('permissionsText')}>
            <ExtraPermissions key={`${user.updatedAt} ${user.role}`} user={user} />
          </Part>
          {user.id !== self?.id && (
            <Part title={t('newPassword')} text={t('newPasswordText')}>
              <ResetPassword user={user} />
            </Part>
          )}
        </>
      )}
      <Part title={t('keys')} text={t('keysText')}>
        <ApiKeyList userId={id} toOwner={() => user} />
      </Part>
      {mayWrite && user.id !== self?.id && (
        <Part title={t('devices')} text={t('devicesText')}>
          <DeviceCredentials user={user} />
        </Part>
      )}
      {user.id !== self?.id && hasPermission('users:delete') && (
        <Group>
          <Button variant="light" color="red" onClick={() => ask(acts.remove(user))}>
            {t('remove')}
          </Button>
        </Group>
      )}
    </>
  );
}
