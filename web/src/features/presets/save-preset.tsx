// Saves the filter and order of a list as a new preset, or replaces an existing one.
import { Autocomplete, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { FilterSummary } from '../filters/pieces/index.tsx';
import { type PresetQuery, presets, toBody } from './queries.ts';

interface Props {
  presetQuery: PresetQuery;
  onClose(): void;
}

export function SavePreset({ presetQuery, onClose }: Props) {
  const t = useTranslate();
  const queries = useQueryClient();
  // Needed to check whether the name exists.
  const { data = [], isPending: isReading } = useQuery(presets);
  const fitting = data.filter(
    ({ target, scope }) => target === presetQuery.target && scope === presetQuery.scope,
  );
  const form = useForm({ initialValues: { name: '', isPinned: false } });
  const { name, isPinned } = form.values;
  const trimmed = name.trim();
  const sameName = data.find((one) => one.name.toLowerCase() === trimmed.toLowerCase());
  const known = fitting.find(({ id }) => id === sameName?.id);
  const save = useMutation({
    mutationFn: () => {
      const body = toBody(known?.name ?? trimmed, presetQuery, isPinned || (known?.pinned ?? false));
      if (!known) return call('POST /api/v1/filter-presets', { body });
      const { scope: _, target: __, ...rest } = body;
      return call('PUT /api/v1/filter-presets/{id}', { params: { id: known.id }, body: rest });
    },
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: presets.queryKey });
      showToast(t('presets.saved', { name }));
      onClose();
    },
    onError: showError,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('presets.save')}
      closeButtonProps={{ 'aria-label': t('presets.cancel') }}
    >
      <form
        onSubmit={form.onSubmit(() => {
          if (trimmed && !isReading && !(sameName && !known)) save.mutate();
        })}
      >
        <Stack>
          <Autocomplete
            label={t('presets.name')}
            description={t('presets.nameHint')}
            required
            data-autofocus
            maxLength={100}
            data={fitting.map((one) => one.name)}
            comboboxProps={{ zIndex: 500 }}
            {...form.getInputProps('name')}
            error={sameName && !known ? t('presets.otherKind') : undefined}
          />
          <Text size="sm" c="dimmed">
            <FilterSummary target={presetQuery.target} filter={presetQuery.filter} />
          </Text>
          <Checkbox
            label={t('presets.pin')}
            description={t('presets.pinHint')}
            {...form.getInputProps('isPinned', { type: 'checkbox' })}
            checked={isPinned || (known?.pinned ?? false)}
          />
          <Group justify="flex-end">
            <Button variant="subtle" onClick={onClose}>
              {t('presets.cancel')}
            </Button>
            <Button type="submit" loading={isReading || save.isPending} disabled={!trimmed}>
              {t(known ? 'presets.overwrite' : 'presets.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
