// Creates or edits an API key: name, expiry, permissions.
import type { ApiKey } from '@lectern/contract/identity/api-keys';
import type { Permission } from '@lectern/contract/values';
import { Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
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

interface Values extends ExpiryChoice {
  name: string;
  isLimited: boolean;
  permissions: Permission[];
}

function Fields({ of: key, owner, onClose, onMade }: Omit<Props, 'open'> & { of: ApiKey | undefined }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['api-keys']);
  const all = owner?.permissions ?? [];
  const wasLimited = key !== undefined && key.permissions.length < all.length;
  const form = useForm<Values>({
    initialValues: {
      name: key?.name ?? '',
      end: key?.expiresAt ? 'keep' : 'never',
      date: '',
      isLimited: wasLimited,
      permissions: key?.permissions ?? all,
    },
  });
  const make = async ({ name, isLimited, permissions, ...ending }: Values) => {
    const made = await call('POST /api/v1/api-keys', {
      body: { name, expiresAt: toExpiry(ending, null), ...(isLimited && { permissions }) },
    });
    onMade({
      title: t('administration.apiKeys.made', { name: made.name }),
      lines: [{ label: t('administration.apiKeys.key'), value: made.key }],
      text: <Text size="sm">{t('administration.apiKeys.madeText')}</Text>,
    });
  };
  const change = ({ id, expiresAt }: ApiKey, { name, isLimited, permissions, ...ending }: Values) =>
    call('PATCH /api/v1/api-keys/{id}', {
      params: { id },
      body: {
        name,
        expiresAt: toExpiry(ending, expiresAt),
        // A key without a limit gains all permissions that its owner gains, unless the limit is changed.
        ...((isLimited || wasLimited) && { permissions: isLimited ? permissions : all }),
      },
    });
  const submit = form.onSubmit((values) =>
    act({
      work: (): Promise<unknown> => (key ? change(key, values) : make(values)),
      ...(key && { done: t('administration.apiKeys.saved', { name: values.name }) }),
      after: onClose,
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <NameInput
          label={t('administration.apiKeys.name')}
          placeholder={t('administration.apiKeys.namePlaceholder')}
          {...form.getInputProps('name')}
        />
        <EndFields form={form} now={key?.expiresAt ?? null} />
        <Switch
          label={t('administration.apiKeys.limit')}
          description={t('administration.apiKeys.limitHint')}
          {...form.getInputProps('isLimited', { type: 'checkbox' })}
        />
        {form.values.isLimited && (
          <PermissionPicker
            value={form.values.permissions}
            onChange={(next) => form.setFieldValue('permissions', next)}
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
  form: UseFormReturnType<Values>;
  /** The current expiry. */
  now: string | null;
}

function EndFields({ form, now }: EndProps) {
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
        allowDeselect={false}
        {...form.getInputProps('end')}
      />
      {form.values.end === 'date' && (
        <TextInput
          label={t('administration.apiKeys.date')}
          type="date"
          required
          {...form.getInputProps('date')}
        />
      )}
    </>
  );
}
