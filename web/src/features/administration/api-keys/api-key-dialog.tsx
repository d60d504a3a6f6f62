// Creates or edits an API key: name, expiry, permissions.
import type { ApiKey } from '@lectern/contract/identity/api-keys';
import type { Permission } from '@lectern/contract/values';
import { Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { NameInput } from '../../../ui/manage/name-input.tsx';
import type { Secret } from '../../../ui/manage/secret.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PermissionPicker } from '../permissions/permission-picker.tsx';
import { type End, type ExpiryChoice, toExpiry } from './expiry.ts';
import type { Owner } from './owner.ts';

interface Props {
  open: ApiKey | 'new' | undefined;
  /** A key can have no more permissions than its owner. */
  owner: Owner | undefined;
  onClose(): void;
  onMade(secret: Secret): void;
}

export function ApiKeyDialog({ open, owner, onClose, onMade }: Props) {
  const t = useTranslate();
  const key = open === 'new' ? undefined : open;
  return (
    <Dialog
      isOpen={open !== undefined}
      onClose={onClose}
      title={
        key ? t('administration.apiKeys.editNamed', { name: key.name }) : t('administration.apiKeys.make')
      }
      size="lg"
    >
      <Fields key={key?.id ?? 'new'} of={key} owner={owner} onClose={onClose} onMade={onMade} />
    </Dialog>
  );
}

function Fields({ of: key, owner, onClose, onMade }: Omit<Props, 'open'> & { of: ApiKey | undefined }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['api-keys']);
  const [name, setName] = useState(key?.name ?? '');
  const [ending, setEnding] = useState<ExpiryChoice>({ end: key?.expiresAt ? 'keep' : 'never', date: '' });
  const all = owner?.permissions ?? [];
  const wasLimited = key !== undefined && key.permissions.length < all.length;
  const [isLimited, setLimited] = useState(wasLimited);
  const [chosen, setChosen] = useState<Permission[]>(key?.permissions ?? all);
  const make = async () => {
    const body = { name, expiresAt: toExpiry(ending, null), ...(isLimited && { permissions: chosen }) };
    const made = await call('POST /api/v1/api-keys', { body });
    onMade({
      title: t('administration.apiKeys.made', { name: made.name }),
      lines: [{ label: t('administration.apiKeys.key'), value: made.key }],
      text: <Text size="sm">{t('administration.apiKeys.madeText')}</Text>,
    });
  };
  const change = ({ id, expiresAt }: ApiKey) =>
    call('PATCH /api/v1/api-keys/{id}', {
      params: { id },
      body: {
        name,
        expiresAt: toExpiry(ending, expiresAt),
        // A key without a limit gains all permissions that its owner gains, unless the limit is changed.
        ...((isLimited || wasLimited) && { permissions: isLimited ? chosen : all }),
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act({
      work: (): Promise<unknown> => (key ? change(key) : make()),
      ...(key && { done: t('administration.apiKeys.saved', { name }) }),
      after: onClose,
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NameInput
          label={t('administration.apiKeys.name')}
          placeholder={t('administration.apiKeys.namePlaceholder')}
          value={name}
          onChange={setName}
        />
        <EndFields ending={ending} onChange={setEnding} now={key?.expiresAt ?? null} />
        <Switch
          label={t('administration.apiKeys.limit')}
          description={t('administration.apiKeys.limitHint')}
          checked={isLimited}
          onChange={(event) => setLimited(event.currentTarget.checked)}
        />
        {isLimited && (
          <PermissionPicker
            value={chosen}
            onChange={setChosen}
            from={key ? [...new Set([...all, ...key.permissions])] : all}
          />
        )}
        <Button type="submit" loading={isBusy}>
          {t(key ? 'administration.apiKeys.save' : 'administration.apiKeys.make')}
        </Button>
      </Stack>
    </form>
  );
}

interface EndProps {
  ending: ExpiryChoice;
  onChange(ending: ExpiryChoice): void;
  /** The current expiry. */
  now: string | null;
}

function EndFields({ ending, onChange, now }: EndProps) {
  const t = useTranslate();
  const format = useFormat();
  const options: { value: End; label: string }[] = [
    ...(now
      ? [{ value: 'keep' as const, label: t('administration.apiKeys.endsKeep', { date: format.date(now) }) }]
      : []),
    { value: 'never', label: t('administration.apiKeys.endsNever') },
    { value: '30', label: t('administration.apiKeys.ends30') },
    { value: '90', label: t('administration.apiKeys.ends90') },
    { value: '365', label: t('administration.apiKeys.ends365') },
    { value: 'date', label: t('administration.apiKeys.endsOn') },
  ];
  return (
    <>
      <Select
        label={t('administration.apiKeys.ends')}
        data={options}
        value={ending.end}
        allowDeselect={false}
        onChange={(end) => end && onChange({ ...ending, end })}
      />
      {ending.end === 'date' && (
        <TextInput
          label={t('administration.apiKeys.date')}
          type="date"
          required
          value={ending.date}
          onChange={(event) => onChange({ ...ending, date: event.currentTarget.value })}
        />
      )}
    </>
  );
}
