// Kobo e-readers: connected, told of everything again, disconnected.
import type { KoboDevice } from '@lectern/contract/kobo';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/permissions.ts';
import { useAct } from '../../../api/use-act.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useDanger } from '../../../ui/manage/danger.tsx';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { Fault } from '../../../ui/states.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { NewKobo } from './new-kobo.tsx';
import { koboDevices } from './queries.ts';
import { useText } from './words/index.ts';

export function KoboDevices() {
  const t = useText();
  const format = useFormat();
  const may = useMay();
  const { data, error, refetch } = useQuery(koboDevices);
  const { refresh } = useAct(['kobo']);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  const [dialog, ask] = useDanger();
  const remove = ({ id, name }: KoboDevice) =>
    ask({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      action: t('remove'),
      async act() {
        await call('DELETE /api/v1/user/kobo/{id}', { params: { id } });
        await refresh();
        tell(t('removed', { name }));
      },
    });
  const resync = ({ id, name }: KoboDevice) =>
    ask({
      title: t('resyncTitle', { name }),
      text: t('resyncText'),
      action: t('resync'),
      async act() {
        await call('POST /api/v1/user/kobo/{id}/resync', { params: { id } });
        tell(t('resynced', { name }));
      },
    });
  return (
    <Part title={t('kobo')} text={t('koboText')}>
      {dialog}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={t('addKobo')}>
        <NewKobo
          onMade={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text c="dimmed">{t('noKobo')}</Text>}
      <Rows label={t('kobo')}>
        {data?.map((device) => (
          <Row
            key={device.id}
            title={device.name}
            lines={[
              t('holds', { what: t(device.scope.kind) }),
              `${t('books', { count: device.bookCount })} · ${
                device.lastSyncedAt
                  ? t('synced', { when: format.ago(device.lastSyncedAt) })
                  : t('neverSynced')
              }`,
            ]}
            actions={
              <RowMenu name={device.name}>
                <Menu.Item onClick={() => resync(device)}>{t('resync')}</Menu.Item>
                <Menu.Item color="red" onClick={() => remove(device)}>
                  {t('remove')}
                </Menu.Item>
              </RowMenu>
            }
          />
        ))}
      </Rows>
      {may('api-keys:write') && (
        <Group>
          <Button onClick={() => setAdding(true)}>{t('addKobo')}</Button>
        </Group>
      )}
    </Part>
  );
}
