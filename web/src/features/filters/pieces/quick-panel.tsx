// The most frequent filters in a drawer. They apply immediately. A button opens the filter builder.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Button, Chip, Drawer, Group, Input, Stack, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../i18n/translate.ts';
import { choices, type Field } from '../fields.ts';
import type { Filter } from '../model.ts';
import { readQuick, writeQuick } from '../quick.ts';
import { toChoiceName, toFieldName } from './describe.ts';
import { ageRatings, type Suggestion } from './suggestions.ts';
import { ValuesInput } from './value-inputs.tsx';
import { type Within, WithinProvider } from './within.ts';

interface Props {
  target: ConditionTarget;
  filter: Filter | undefined;
  within: Within;
  onChange(filter: Filter | undefined): void;
  onAdvanced(): void;
  onClose(): void;
}

/** Fields shown as chips, and fields with a search. */
const tapped: Record<ConditionTarget, Field[]> = {
  series: ['readStatus', 'wantToRead', 'status', 'readingDirection'],
  books: ['readStatus', 'wantToRead', 'bookType', 'format'],
};
const searchedFields: Field[] = ['genre', 'tag', 'author', 'publisher', 'language'];

export function QuickPanel({ target, filter, within, onChange, onAdvanced, onClose }: Props) {
  const t = useTranslate();
  const ages = useQuery(ageRatings);
  const common = (field: Field) => ({
    label: toFieldName(field, t),
    values: readQuick(target, filter, field),
    onChange: (values: string[]) => onChange(writeQuick(target, filter, { field, values })),
  });
  const options = (field: Field): Suggestion[] =>
    field === 'wantToRead'
      ? [{ value: 'true', label: t('metadata.yes') }]
      : (choices[field] ?? []).map((value) => ({ value, label: toChoiceName(field, value, t) }));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      // The overlay does not darken the filtered list.
      overlayProps={{ backgroundOpacity: 0 }}
      shadow="xl"
      title={t(target === 'series' ? 'filters.filterSeries' : 'filters.filterBooks')}
      closeButtonProps={{ 'aria-label': t('filters.cancel') }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('filters.quickHint')}
        </Text>
        {tapped[target].map((field) => (
          <ToggleChips key={field} {...common(field)} options={options(field)} />
        ))}
        <WithinProvider value={within}>
          {searchedFields.map((field) => (
            <ValuesInput key={field} field={field} {...common(field)} />
          ))}
        </WithinProvider>
        {(ages.data?.length ?? 0) > 0 && (
          <ToggleChips {...common('ageRating')} options={ages.data ?? []} isSingle />
        )}
        <Button variant="light" leftSection={<IconAdjustments size={18} />} onClick={onAdvanced}>
          {t('filters.advanced')}
        </Button>
      </Stack>
    </Drawer>
  );
}

interface ToggleChipsProps {
  label: string;
  options: Suggestion[];
  values: string[];
  isSingle?: boolean;
  onChange(values: string[]): void;
}

function ToggleChips({ label, options, values, isSingle, onChange }: ToggleChipsProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" role="group" aria-label={label}>
      <Group gap={6} mt={4}>
        {options.map(({ value, label }) => {
          const isChosen = values.includes(value);
          const others = isSingle ? [] : values.filter((one) => one !== value);
          return (
            <Chip
              key={value}
              checked={isChosen}
              onChange={() => onChange(isChosen ? others : [...others, value])}
            >
              {label}
            </Chip>
          );
        })}
      </Group>
    </Input.Wrapper>
  );
}
