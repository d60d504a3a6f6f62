// The e-readers of an account, and a button that revokes all of its credentials.
import type { Credential } from '@lectern/contract/identity/credentials';
import type { User } from '@lectern/contract/identity/users';
import { Button, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

const credentialsOf = (id: string) =>
  queryOptions({
    queryKey: ['users', 'credentials', id],
    queryFn: ({ signal }) => call('GET /api/v1/users/{id}/credentials', { params: { id } }, { signal }),
    staleTime: 0,
  });

export function DeviceCredentials({ user: { id, username } }: { user: User }) {
  const t = useTranslate();
  const format = useFormat();
  const { data, error, refetch } = useQuery(credentialsOf(id));
  const { runAction } = useAction(['users'], ['api-keys']);
  const devices = data?.filter(({ kind }) => kind !== 'api_key');
  const end = ({ id: credentialId, name }: Credential) =>
    openConfirmation({
      title: t('administration.users.endDeviceTitle', { name }),
      text: t('administration.users.endDeviceText'),
      action: t('administration.users.endDevice'),
      act: () =>
        runAction({
          work: () =>
            call('DELETE /api/v1/users/{id}/credentials/{credentialId}', { params: { id, credentialId } }),
          done: t('administration.users.deviceEnded', { name }),
        }),
    });
  const endAll = () =>
    openConfirmation({
      title: t('administration.users.endEverythingTitle', { name: username }),
      text: t('administration.users.endEverythingText', { name: username }),
      action: t('administration.users.endEverything'),
      act: () =>
        runAction({
          work: () => call('DELETE /api/v1/users/{id}/credentials', { params: { id } }),
          done: t('administration.users.everythingEnded', { name: username }),
        }),
    });
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {devices?.length === 0 && <Text c="dimmed">{t('administration.users.noDevices')}</Text>}
      <Rows label={t('administration.users.devices')}>
        {devices?.map((device) => (
          <Row
            key={device.id}
            title={device.name}
            lines={[
              [
                t(device.kind === 'kobo' ? 'administration.users.kobo' : 'administration.users.koreader'),
                device.lastUsedAt
                  ? t('administration.users.deviceUsed', { when: format.ago(device.lastUsedAt) })
                  : t('administration.users.deviceNeverUsed'),
              ].join(' · '),
            ]}
            actions={
              <Button
                variant="default"
                aria-label={t('administration.users.endDeviceNamed', { name: device.name })}
                onClick={() => end(device)}
              >
                {t('administration.users.endDevice')}
              </Button>
            }
          />
        ))}
      </Rows>
      <Group>
        <Button variant="light" color="red" onClick={endAll}>
          {t('administration.users.endEverything')}
        </Button>
      </Group>
    </>
  );
}
