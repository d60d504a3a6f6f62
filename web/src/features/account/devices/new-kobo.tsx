// Connects a Kobo: name, content, then the line for its configuration file.
import { koboScopeKinds } from '@lectern/contract/values';
import { List, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Secret } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeviceForm } from './device-list.tsx';
import { type ScopeKind, scopesOf } from './queries.ts';

const kinds = ['everything', ...koboScopeKinds] as const;

export function NewKobo({ onMade }: { onMade(secret: Secret): void }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['kobo']);
  const [kind, setKind] = useState<ScopeKind>('everything');
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery(scopesOf(kind));
  const make = async (name: string) => {
    const scope = kind === 'everything' ? { kind } : { kind, id: id ?? '' };
    const made = await call('POST /api/v1/user/kobo', { body: { name, scope } });
    onMade({
      title: t('account.devices.koboMade', { name: made.name }),
      lines: [{ label: t('account.devices.line'), value: `api_endpoint=${made.apiEndpoint}` }],
      text: (
        <List type="ordered" size="sm">
          <List.Item>{t('account.devices.koboStep1')}</List.Item>
          <List.Item>{t('account.devices.koboStep2')}</List.Item>
          <List.Item>{t('account.devices.koboStep3')}</List.Item>
        </List>
      ),
    });
  };
  return (
    <DeviceForm
      action={t('account.devices.addKobo')}
      isBusy={isBusy}
      isReady={kind === 'everything' || id !== null}
      onSubmit={(name) => act({ work: () => make(name) })}
    >
      <Select
        label={t('account.devices.scope')}
        data={kinds.map((value) => ({ value, label: t(`account.devices.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => {
          if (value) setKind(value);
          setId(null);
        }}
      />
      {kind !== 'everything' && (
        <Select
          label={t('account.devices.which')}
          data={data?.map((one) => ({ value: one.id, label: one.name })) ?? []}
          value={id}
          required
          searchable
          onChange={setId}
        />
      )}
    </DeviceForm>
  );
}
