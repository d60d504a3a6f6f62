// Creates or edits a collection or read list.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { Button, Group, Modal, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Kind, presetsFor } from '../queries.ts';
import { useSaveList } from './use-list.ts';

interface Props {
  kind: Kind;
  /** The list to edit. Without it, a new list is created. */
  list?: SharedList;
  onClose(): void;
}

export function ListForm({ kind, list, onClose }: Props) {
  const t = useTranslate();
  const [name, setName] = useState(list?.name ?? '');
  const [summary, setSummary] = useState(list?.summary ?? '');
  const [isOrdered, setOrdered] = useState(list?.ordered ?? kind === 'readlists');
  const [isAutomatic, setAutomatic] = useState(list?.automatic ?? false);
  const [presetId, setPreset] = useState<string | null>(null);
  const { data } = useQuery({ ...presetsFor(kind), enabled: isAutomatic });
  const save = useSaveList({ kind, list, onSaved: onClose });
  const preset = data?.presets.find(({ id }) => id === presetId);
  const isReady = name.trim() !== '' && (!isAutomatic || preset !== undefined || list?.automatic);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({
      name: name.trim(),
      summary: summary.trim() || null,
      ordered: isOrdered && !isAutomatic,
      ...(isAutomatic && preset && { condition: preset.condition }),
      ...(!isAutomatic && list?.automatic && { condition: null }),
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(list ? `lists.${kind}_edit` : `lists.${kind}_new`)}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('lists.name')}
            required
            maxLength={200}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Textarea
            label={t('lists.summary')}
            autosize
            minRows={2}
            maxRows={8}
            value={summary}
            onChange={({ currentTarget }) => setSummary(currentTarget.value)}
          />
          <MembersFields
            list={list}
            isAutomatic={isAutomatic}
            onAutomatic={setAutomatic}
            presets={data?.presets}
            presetId={presetId}
            onPreset={setPreset}
          />
          {!isAutomatic && (
            <Switch
              label={t('lists.ordered')}
              description={t('lists.orderedHint')}
              checked={isOrdered}
              onChange={({ currentTarget }) => setOrdered(currentTarget.checked)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('lists.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={save.isPending}>
              {t(list ? 'lists.save' : 'lists.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface MembersProps extends Pick<Props, 'list'> {
  isAutomatic: boolean;
  onAutomatic(value: boolean): void;
  presets: readonly { id: string; name: string }[] | undefined;
  presetId: string | null;
  onPreset(id: string | null): void;
}

/** Members are chosen manually, or by the condition of a preset. */
function MembersFields({ list, isAutomatic, onAutomatic, presets, presetId, onPreset }: MembersProps) {
  const t = useTranslate();
  return (
    <>
      <Radio.Group
        label={t('lists.members')}
        value={isAutomatic ? 'preset' : 'hand'}
        onChange={(value) => onAutomatic(value === 'preset')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hand" label={t('lists.byHand')} />
          <Radio value="preset" label={t('lists.byPreset')} />
        </Stack>
      </Radio.Group>
      {isAutomatic && presets?.length === 0 && <Text size="sm">{t('lists.noPresets')}</Text>}
      {isAutomatic && presets && presets.length > 0 && (
        <Select
          label={t('lists.preset')}
          placeholder={list?.automatic ? t('lists.keepCondition') : ''}
          data={presets.map((one) => ({ value: one.id, label: one.name }))}
          value={presetId}
          onChange={onPreset}
        />
      )}
    </>
  );
}
