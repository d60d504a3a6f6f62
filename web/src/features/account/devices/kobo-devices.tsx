// Kobo e-readers: connected, told of everything again, disconnected.
import type { KoboDevice } from '@lectern/contract/kobo';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Row, RowMenu } from '../../../ui/manage/rows.tsx';
import { DeviceList, toRemoval } from './device-list.tsx';
import { NewKobo } from './new-kobo.tsx';
import { koboDevices } from './queries.ts';
import { useText } from './words/index.ts';

export function KoboDevices() {
  const t = useText();
  const format = useFormat();
  const devices = useQuery(koboDevices);
  const { carryOut } = useAction(['kobo']);
  const [dialog, ask] = useConfirm();
  const remove = ({ id, name }: KoboDevice) =>
    ask(
      toRemoval(t, name, () =>
        carryOut({
          work: () => call('DELETE /api/v1/user/kobo/{id}', { params: { id } }),
          done: t('removed', { name }),
        }),
      ),
    );
  const resync = ({ id, name }: KoboDevice) =>
    ask({
      title: t('resyncTitle', { name }),
      text: t('resyncText'),
      action: t('resync'),
      act: () =>
        carryOut({
          work: () => call('POST /api/v1/user/kobo/{id}/resync', { params: { id } }),
          done: t('resynced', { name }),
        }),
    });
  return (
    <>
      {dialog}
      <DeviceList
        words={{ title: t('kobo'), text: t('koboText'), none: t('noKobo'), add: t('addKobo') }}
        devices={devices}
        toForm={(onMade) => <NewKobo onMade={onMade} />}
        toRow={(device) => (
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
        )}
      />
    </>
  );
}
