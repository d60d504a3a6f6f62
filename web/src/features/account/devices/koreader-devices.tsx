// Passwords for KOReader: made, shown once, taken back.
import type { KoreaderPassword } from '@lectern/contract/koreader';
import { Button, List } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useConfirm } from '../../../ui/manage/confirmation.tsx';
import { Row } from '../../../ui/manage/rows.tsx';
import type { Secret } from '../../../ui/manage/secret.tsx';
import { DeviceForm, DeviceList, toRemoval } from './device-list.tsx';
import { useText } from './words/index.ts';

const koreaderPasswords = queryOptions({
  queryKey: ['koreader'],
  queryFn: ({ signal }) => call('GET /api/v1/user/koreader', {}, { signal }),
  staleTime: 0,
});

export function KoreaderDevices() {
  const t = useText();
  const format = useFormat();
  const devices = useQuery(koreaderPasswords);
  const { carryOut } = useAction(['koreader']);
  const [dialog, ask] = useConfirm();
  const remove = ({ id, name }: KoreaderPassword) =>
    ask(
      toRemoval(t, name, () =>
        carryOut({
          work: () => call('DELETE /api/v1/user/koreader/{id}', { params: { id } }),
          done: t('removed', { name }),
        }),
      ),
    );
  return (
    <>
      {dialog}
      <DeviceList
        words={{
          title: t('koreader'),
          text: t('koreaderText'),
          none: t('noKoreader'),
          add: t('addKoreader'),
        }}
        devices={devices}
        toForm={(onMade) => <NewKoreader onMade={onMade} />}
        toRow={(device) => (
          <Row
            key={device.id}
            title={device.name}
            lines={[
              `${t('created', { when: format.ago(device.createdAt) })} · ${
                device.lastUsedAt ? t('lastUsed', { when: format.ago(device.lastUsedAt) }) : t('neverUsed')
              }`,
            ]}
            actions={
              <Button
                variant="default"
                aria-label={t('removeNamed', { name: device.name })}
                onClick={() => remove(device)}
              >
                {t('remove')}
              </Button>
            }
          />
        )}
      />
    </>
  );
}

function NewKoreader({ onMade }: { onMade(secret: Secret): void }) {
  const t = useText();
  const { act, isBusy } = useAction(['koreader']);
  const make = async (wanted: string) => {
    const { name, server, username, password } = await call('POST /api/v1/user/koreader', {
      body: { name: wanted },
    });
    onMade({
      title: t('koreaderMade', { name }),
      lines: [
        { label: t('server'), value: server },
        { label: t('userName'), value: username },
        { label: t('password'), value: password },
      ],
      text: (
        <List type="ordered" size="sm">
          <List.Item>{t('koreaderStep1')}</List.Item>
          <List.Item>{t('koreaderStep2')}</List.Item>
          <List.Item>{t('koreaderStep3')}</List.Item>
        </List>
      ),
    });
  };
  return (
    <DeviceForm
      action={t('addKoreader')}
      isBusy={isBusy}
      onSubmit={(name) => act({ work: () => make(name) })}
    />
  );
}
