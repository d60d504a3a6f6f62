// Kobo e-readers: list, full resync, removal.
import type { KoboDevice } from '@lectern/contract/devices/kobo';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, RowMenu } from '../../../ui/manage/rows.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeviceList, toRemoval } from './device-list.tsx';
import { NewKobo } from './new-kobo.tsx';
import { koboDevices } from './queries.ts';

export function KoboDevices() {
  const t = useTranslate();
  const format = useFormat();
  const devices = useQuery(koboDevices);
  const { runAction } = useAction(['kobo']);
  const remove = ({ id, name }: KoboDevice) =>
    openConfirmation(
      toRemoval(t, name, () =>
        runAction({
          work: () => call('DELETE /api/v1/user/kobo/{id}', { params: { id } }),
          done: t('account.devices.removed', { name }),
        }),
      ),
    );
  const resync = ({ id, name }: KoboDevice) =>
    openConfirmation({
      title: t('account.devices.resyncTitle', { name }),
      text: t('account.devices.resyncText'),
      action: t('account.devices.resync'),
      act: () =>
        runAction({
          work: () => call('POST /api/v1/user/kobo/{id}/resync', { params: { id } }),
          done: t('account.devices.resynced', { name }),
        }),
    });
  return (
    <DeviceList
      words={{
        title: t('account.devices.kobo'),
        text: t('account.devices.koboText'),
        none: t('account.devices.noKobo'),
        add: t('account.devices.addKobo'),
      }}
      devices={devices}
      toForm={(onMade) => <NewKobo onMade={onMade} />}
      toRow={(device) => (
        <Row
          key={device.id}
          title={device.name}
          lines={[
            t('account.devices.holds', { what: t(`account.devices.${device.scope.kind}`) }),
            `${t('account.devices.books', { count: device.bookCount })} · ${
              device.lastSyncedAt
                ? t('account.devices.synced', { when: format.ago(device.lastSyncedAt) })
                : t('account.devices.neverSynced')
            }`,
          ]}
          actions={
            <RowMenu name={device.name}>
              <Menu.Item onClick={() => resync(device)}>{t('account.devices.resync')}</Menu.Item>
              <Menu.Item color="red" onClick={() => remove(device)}>
                {t('account.devices.remove')}
              </Menu.Item>
            </RowMenu>
          }
        />
      )}
    />
  );
}
