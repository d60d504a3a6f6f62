// A Kobo to connect: its name, what it holds, then the line for its configuration.
import { Button, List, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../api/use-act.ts';
import type { Secret } from '../../../ui/manage/secret.tsx';
import { type ScopeKind, scopesOf } from './queries.ts';
import { useText } from './words/index.ts';

const kinds: readonly ScopeKind[] = ['everything', 'collection', 'readList', 'preset'];

export function NewKobo({ onMade }: { onMade(secret: Secret): void }) {
  const t = useText();
  const { act, isBusy } = useAct(['kobo']);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ScopeKind>('everything');
  const [id, setId] = useState<string | null>(null);
  const { data } = useQuery(scopesOf(kind));
  const make = async () => {
    const scope = kind === 'everything' ? { kind } : { kind, id: id ?? '' };
    const made = await call('POST /api/v1/user/kobo', { body: { name, scope } });
    onMade({
      title: t('koboMade', { name: made.name }),
      lines: [{ label: t('line'), value: `api_endpoint=${made.apiEndpoint}` }],
      text: (
        <List type="ordered" size="sm">
          <List.Item>{t('koboStep1')}</List.Item>
          <List.Item>{t('koboStep2')}</List.Item>
          <List.Item>{t('koboStep3')}</List.Item>
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
        <Select
          label={t('scope')}
          data={kinds.map((value) => ({ value, label: t(value) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            if (value) setKind(value);
            setId(null);
          }}
        />
        {kind !== 'everything' && (
          <Select
            label={t('which')}
            data={data?.map((one) => ({ value: one.id, label: one.name })) ?? []}
            value={id}
            required
            searchable
            onChange={setId}
          />
        )}
        <Button type="submit" loading={isBusy} disabled={kind !== 'everything' && id === null}>
          {t('addKobo')}
        </Button>
      </Stack>
    </form>
  );
}
