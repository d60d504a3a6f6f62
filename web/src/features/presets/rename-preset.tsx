// Renames a preset.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslate } from '../../i18n/translate.ts';
import { usePresetActions } from './use-preset-actions.ts';

export function RenamePreset({ preset, onClose }: { preset: FilterPreset; onClose(): void }) {
  const t = useTranslate();
  const actions = usePresetActions();
  const form = useForm({ initialValues: { name: preset.name } });
  const submit = form.onSubmit(({ name }) => {
    if (!name.trim()) return;
    actions.change(preset, { name: name.trim() });
    onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('presets.rename')}
      closeButtonProps={{ 'aria-label': t('presets.cancel') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('presets.name')}
            data-autofocus
            required
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <Group justify="flex-end">
            <Button type="submit">{t('presets.rename')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
