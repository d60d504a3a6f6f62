// Passwords for KOReader: made, shown once, taken back.
import type { KoreaderPassword } from '@lectern/contract/koreader';
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/permissions.ts';
import { useAct } from '../../../api/use-act.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useDanger } from '../../../ui/manage/danger.tsx';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { Part } from '../../../ui/manage/sections.tsx';
import { Fault } from '../../../ui/states.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useText } from './words/index.ts';

const koreaderPasswords = queryOptions({
  queryKey: ['koreader'],
  queryFn: ({ signal }) => call('GET /api/v1/user/koreader', {}, { signal }),
  staleTime: 0,
});

export function KoreaderDevices() {
  const t = useText();
  const format = useFormat();
  const may = useMay();
  const { data, error, refetch } = useQuery(koreaderPasswords);
  const { refresh } = useAct(['koreader']);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  const [dialog, ask] = useDanger();
  const remove = ({ id, name }: KoreaderPassword) =>
    ask({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      action: t('remove'),
      async act() {
        await call('DELETE /api/v1/user/koreader/{id}', { params: { id } });
        await refresh();
        tell(t('removed', { name }));
      },
    });
  return (
    <Part title={t('koreader')} text={t('koreaderText')}>
      {dialog}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={t('addKoreader')}>
        <NewKoreader
          onMade={(made) => {
            setAdding(false);
            setSecret(made);
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text c="dimmed">{t('noKoreader')}</Text>}
      <Rows label={t('koreader')}>
        {data?.map((device) => (
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
        ))}
      </Rows>
      {may('api-keys:write') && (
        <Group>
          <Button onClick={() => setAdding(true)}>{t('addKoreader')}</Button>
        </Group>
      )}
    </Part>
  );
}

function NewKoreader({ onMade }: { onMade(secret: Secret): void }) {
  const t = useText();
  const { act, isBusy } = useAct(['koreader']);
  const [name, setName] = useState('');
  const make = async () => {
    const made = await call('POST /api/v1/user/koreader', { body: { name } });
    onMade({
      title: t('koreaderMade', { name: made.name }),
      lines: [
        { label: t('server'), value: made.server },
        { label: t('userName'), value: made.username },
        { label: t('password'), value: made.password },
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({ work: make });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          data-autofocus
          label={t('name')}
          placeholder={t('namePlaceholder')}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {t('addKoreader')}
        </Button>
      </Stack>
    </form>
  );
}
