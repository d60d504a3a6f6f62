// The connected e-readers of one kind: list, removal, and a form for a new one, whose secret is shown once.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import type { Question } from '../../../ui/manage/confirmation.tsx';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { NameInput } from '../../../ui/manage/name-input.tsx';
import { Rows } from '../../../ui/manage/rows.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState } from '../../../ui/states.tsx';

interface Props<D> {
  words: { title: string; text: string; none: string; add: string };
  devices: UseQueryResult<D[]>;
  toRow(device: D): ReactNode;
  /** The form for a new device. */
  toForm(onMade: (secret: Secret) => void): ReactNode;
}

export function DeviceList<D>({ words, devices: { data, error, refetch }, toRow, toForm }: Props<D>) {
  const hasPermission = usePermission();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  const show = (made: Secret) => {
    setAdding(false);
    setSecret(made);
  };
  return (
    <PageSection title={words.title} text={words.text}>
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={words.add}>
        {toForm(show)}
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <Rows label={words.title}>{data?.map(toRow)}</Rows>
      {hasPermission('api-keys:write') && (
        <Group>
          <Button onClick={() => setAdding(true)}>{words.add}</Button>
        </Group>
      )}
    </PageSection>
  );
}

interface FormProps {
  action: string;
  isBusy: boolean;
  isReady?: boolean;
  onSubmit(name: string): void;
  /** Additional fields. */
  children?: ReactNode;
}

/** The form for a new device: its name, and the fields of its kind. */
export function DeviceForm({ action, isBusy, isReady = true, onSubmit, children }: FormProps) {
  const t = useTranslate();
  const form = useForm({ initialValues: { name: '' } });
  return (
    <form onSubmit={form.onSubmit(({ name }) => onSubmit(name))}>
      <Stack>
        <NameInput
          label={t('account.devices.name')}
          placeholder={t('account.devices.namePlaceholder')}
          {...form.getInputProps('name')}
        />
        {children}
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}

/** The confirmation before a device is removed. */
export function toRemoval(t: Translate, name: string, act: () => Promise<void>): Question {
  return {
    title: t('account.devices.removeTitle', { name }),
    text: t('account.devices.removeText'),
    action: t('account.devices.remove'),
    act,
  };
}
