// Changes the metadata of all selected items. Unchecked fields are unchanged.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Button, Checkbox, Group, Modal, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ValueInput, ValuesInput } from '../../filters/pieces/index.tsx';
import { type Fields, isChange, type MetadataChange } from './metadata.ts';

interface Props {
  target: ConditionTarget;
  count: number;
  onChange(change: MetadataChange): void;
  onClose(): void;
}

const none: MetadataChange = { tags: { add: [], remove: [] }, genres: { add: [], remove: [] }, fields: {} };

export function MetadataDialog({ target, count, onChange, onClose }: Props) {
  const t = useTranslate();
  const form = useForm({ initialValues: none });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(`browse.edit_${target}`, { count })}
      closeButtonProps={{ 'aria-label': t('browse.cancel') }}
    >
      <form
        onSubmit={form.onSubmit((change) => {
          if (isChange(change)) onChange(change);
        })}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['genres', 'tags'] as const).flatMap((noun) =>
              (['add', 'remove'] as const).map((way) => (
                <ValuesInput
                  key={`${noun} ${way}`}
                  field={noun === 'genres' ? 'genre' : 'tag'}
                  label={t(`browse.${way}_${noun}`)}
                  values={form.values[noun][way]}
                  onChange={(values) => form.setFieldValue(`${noun}.${way}`, values)}
                />
              )),
            )}
          </SimpleGrid>
          <FieldRows
            target={target}
            fields={form.values.fields}
            onChange={(fields) => form.setFieldValue('fields', fields)}
          />
          <Text size="sm" c="dimmed">
            {t('browse.lockedHint')}
          </Text>
          <Group justify="flex-end">
            <Button variant="subtle" onClick={onClose}>
              {t('browse.cancel')}
            </Button>
            <Button type="submit" disabled={!isChange(form.values)}>
              {t(`browse.edit_${target}`, { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface RowsProps {
  target: ConditionTarget;
  fields: Fields;
  onChange(fields: Fields): void;
}

const words = ['publisher', 'language', 'readingDirection', 'status'] as const;
const ofSeries: readonly string[] = ['status'];

function FieldRows({ target, fields, onChange }: RowsProps) {
  const t = useTranslate();
  const set = (name: keyof Fields, value: string | number | null) => onChange({ ...fields, [name]: value });
  const toggle = (name: keyof Fields, isSet: boolean) => {
    const { [name]: _, ...others } = fields;
    onChange(isSet ? { ...others, [name]: null } : others);
  };
  return (
    <Stack gap="xs">
      {words
        .filter((name) => target === 'series' || !ofSeries.includes(name))
        .map((name) => (
          <FieldRow
            key={name}
            label={t(`browse.column_${name}`)}
            isSet={name in fields}
            onToggle={(isSet) => toggle(name, isSet)}
          >
            <ValueInput
              field={name}
              hideLabel
              label={t(`browse.column_${name}`)}
              value={fields[name] ?? ''}
              onChange={(value) => set(name, value || null)}
            />
          </FieldRow>
        ))}
      <FieldRow
        label={t('browse.column_ageRating')}
        isSet={'ageRating' in fields}
        onToggle={(isSet) => toggle('ageRating', isSet)}
      >
        <NumberInput
          aria-label={t('browse.column_ageRating')}
          min={0}
          max={99}
          allowDecimal={false}
          value={fields.ageRating ?? ''}
          onChange={(value) => set('ageRating', typeof value === 'number' ? value : null)}
        />
      </FieldRow>
    </Stack>
  );
}

interface RowProps {
  label: string;
  isSet: boolean;
  onToggle(isSet: boolean): void;
  children: ReactNode;
}

function FieldRow({ label, isSet, onToggle, children }: RowProps) {
  const t = useTranslate();
  return (
    <Group gap="sm" wrap="nowrap" align="center" mih={36}>
      <Checkbox
        w={200}
        label={label}
        aria-label={t('browse.setField', { field: label })}
        checked={isSet}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      {isSet && <div style={{ flex: 1, minWidth: 0 }}>{children}</div>}
    </Group>
  );
}
