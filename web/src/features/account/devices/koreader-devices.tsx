// Passwords for KOReader: list, creation, removal.
import type { KoreaderPassword } from '@lectern/contract/devices/koreader';
import { Button, List } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row } from '../../../ui/manage/rows.tsx';
import type { Secret } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeviceForm, DeviceList, toRemoval } from './device-list.tsx';

const koreaderPasswords = queryOptions({
  queryKey: ['koreader'],
  queryFn: ({ signal }) => call('GET /api/v1/user/koreader', {}, { signal }),
  staleTime: 0,
});

export function KoreaderDevices() {
  const t = useTranslate();
  const format = useFormat();
  const devices = useQuery(koreaderPasswords);
  const { runAction } = useAction(['koreader']);
  const remove = ({ id, name }: KoreaderPassword) =>
    openConfirmation(
      toRemoval(t, name, () =>
        runAction({
          work: () => call('DELETE /api/v1/user/koreader/{id}', { params: { id } }),
          done: t('account.devices.removed', { name }),
        }),
      ),
    );
  return (
    <DeviceList
      words={{
        title: t('account.devices.koreader'),
        text: t('account.devices.koreaderText'),
        none: t('account.devices.noKoreader'),
        add: t('account.devices.addKoreader'),
      }}
      devices={devices}
      toForm={(onMade) => <NewKoreader onMade={onMade} />}
      toRow={(device) => (
        <Row
          key={device.id}
          title={device.name}
          lines={[
            `${t('account.devices.created', { when: format.ago(device.createdAt) })} · ${
              device.lastUsedAt
                ? t('account.devices.lastUsed', { when: format.ago(device.lastUsedAt) })
                : t('account.devices.neverUsed')
            }`,
          ]}
          actions={
            <Button
              variant="default"
              aria-label={t('account.devices.removeNamed', { name: device.name })}
              onClick={() => remove(device)}
            >
              {t('account.devices.remove')}
            </Button>
          }
        />
      )}
    />
  );
}

function NewKoreader({ onMade }: { onMade(secret: Secret): void }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['koreader']);
  const make = async (wanted: string) => {
    const { name, server, username, password } = await call('POST /api/v1/user/koreader', {
      body: { name: wanted },
    });
    onMade({
      title: t('account.devices.koreaderMade', { name }),
      lines: [
        { label: t('account.devices.server'), value: server },
        { label: t('account.devices.userName'), value: username },
        { label: t('account.devices.password'), value: password },
      ],
      text: (
        <List type="ordered" size="sm">
          <List.Item>{t('account.devices.koreaderStep1')}</List.Item>
          <List.Item>{t('account.devices.koreaderStep2')}</List.Item>
          <List.Item>{t('account.devices.koreaderStep3')}</List.Item>
        </List>
      ),
    });
  };
  return (
    <DeviceForm
      action={t('account.devices.addKoreader')}
      isBusy={isBusy}
      onSubmit={(name) => act({ work: () => make(name) })}
    />
  );
}
