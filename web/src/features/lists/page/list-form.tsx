// Creates or edits a collection or read list.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { Button, Group, Modal, Radio, Select, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Kind, presetsFor } from '../queries.ts';
import { useSaveList } from './use-list.ts';

interface Props {
  kind: Kind;
  /** The list to edit. Without it, a new list is created. */
  list?: SharedList;
  onClose(): void;
}

interface Values {
  name: string;
  summary: string;
  isOrdered: boolean;
  /** Chosen by hand, or by the condition of a preset. */
  members: 'hand' | 'preset';
  presetId: string | null;
}

export function ListForm({ kind, list, onClose }: Props) {
  const t = useTranslate();
  const form = useForm<Values>({
    initialValues: {
      name: list?.name ?? '',
      summary: list?.summary ?? '',
      isOrdered: list?.ordered ?? kind === 'readlists',
      members: list?.automatic ? 'preset' : 'hand',
      presetId: null,
    },
  });
  const isAutomatic = form.values.members === 'preset';
  const { data } = useQuery({ ...presetsFor(kind), enabled: isAutomatic });
  const save = useSaveList({ kind, list, onSaved: onClose });
  const preset = data?.presets.find(({ id }) => id === form.values.presetId);
  const isReady = form.values.name.trim() !== '' && (!isAutomatic || preset !== undefined || list?.automatic);
  const submit = form.onSubmit(({ name, summary, isOrdered }) =>
    save.mutate({
      name: name.trim(),
      summary: summary.trim() || null,
      ordered: isOrdered && !isAutomatic,
      ...(isAutomatic && preset && { condition: preset.condition }),
      ...(!isAutomatic && list?.automatic && { condition: null }),
    }),
  );
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
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('lists.summary')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('summary')}
          />
          <MembersFields list={list} form={form} presets={data?.presets} />
          {!isAutomatic && (
            <Switch
              label={t('lists.ordered')}
              description={t('lists.orderedHint')}
              {...form.getInputProps('isOrdered', { type: 'checkbox' })}
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
  form: UseFormReturnType<Values>;
  presets: readonly { id: string; name: string }[] | undefined;
}

/** Members are chosen manually, or by the condition of a preset. */
function MembersFields({ list, form, presets }: MembersProps) {
  const t = useTranslate();
  const isAutomatic = form.values.members === 'preset';
  return (
    <>
      <Radio.Group label={t('lists.members')} {...form.getInputProps('members')}>
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
          {...form.getInputProps('presetId')}
        />
      )}
    </>
  );
}
