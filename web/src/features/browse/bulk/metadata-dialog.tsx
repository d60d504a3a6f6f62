// Changes the metadata of all selected items, after a preview. Unchecked fields are unchanged.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { keysOf } from '@lectern/contract/records';
import { authorRoles } from '@lectern/contract/values';
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { showError } from '../../../ui/toasts/toasts.tsx';
import type { Item } from '../../books/index.tsx';
import { ValueInput, ValuesInput } from '../../filters/pieces/index.tsx';
import {
  type Fields,
  fetchKnown,
  isChange,
  type MetadataChange,
  type PlannedItem,
  toPlan,
} from './metadata.ts';
import { Numbers } from './numbers.tsx';
import { Preview } from './preview.tsx';

interface Props {
  target: ConditionTarget;
  items: readonly Item[];
  onChange(plan: PlannedItem[]): void;
  onClose(): void;
}

const none: MetadataChange = {
  tags: { add: [], remove: [] },
  genres: { add: [], remove: [] },
  people: { add: [], remove: [], role: 'author' },
  fields: {},
};

export function MetadataDialog({ target, items, onChange, onClose }: Props) {
  const t = useTranslate();
  const count = items.length;
  const form = useForm({ initialValues: none });
  const [plan, setPlan] = useState<PlannedItem[]>();
  const preview = useMutation({
    mutationFn: async (change: MetadataChange) => toPlan(await fetchKnown(target, items), change),
    onSuccess: setPlan,
    onError: showError,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(`browse.edit_${target}`, { count })}
      closeButtonProps={{ 'aria-label': t('browse.cancel') }}
    >
      {plan ? (
        <Preview
          target={target}
          plan={plan}
          count={count}
          onBack={() => setPlan(undefined)}
          onApply={() => onChange(plan)}
        />
      ) : (
        <form
          onSubmit={form.onSubmit((change) => {
            if (isChange(change)) preview.mutate(change);
          })}
        >
          <Stack>
            <Words form={form} />
            <FieldRows
              target={target}
              fields={form.values.fields}
              onChange={(fields) => form.setFieldValue('fields', fields)}
            />
            {target === 'books' && (
              <Numbers
                items={items}
                value={form.values.numbers}
                onChange={(numbers) => form.setFieldValue('numbers', numbers)}
              />
            )}
            <Text size="sm" c="dimmed">
              {t('browse.lockedHint')}
            </Text>
            <Group justify="flex-end">
              <Button variant="subtle" onClick={onClose}>
                {t('browse.cancel')}
              </Button>
              <Button type="submit" disabled={!isChange(form.values)} loading={preview.isPending}>
                {t('browse.previewChanges')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const nouns = { genres: 'genre', tags: 'tag', people: 'author' } as const;

/** Values to add and to remove. */
function Words({ form }: { form: UseFormReturnType<MetadataChange> }) {
  const t = useTranslate();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {keysOf(nouns).flatMap((noun) =>
        (['add', 'remove'] as const).map((way) => (
          <ValuesInput
            key={`${noun} ${way}`}
            field={nouns[noun]}
            label={t(`browse.${way}_${noun}`)}
            values={form.values[noun][way]}
            onChange={(values) => form.setFieldValue(`${noun}.${way}`, values)}
          />
        )),
      )}
      {form.values.people.add.length > 0 && (
        <Select
          label={t('metadata.role')}
          data={authorRoles.map((role) => ({ value: role, label: t(`metadata.role_${role}`) }))}
          allowDeselect={false}
          {...form.getInputProps('people.role')}
        />
      )}
    </SimpleGrid>
  );
}

interface RowsProps {
  target: ConditionTarget;
  fields: Fields;
  onChange(fields: Fields): void;
}

const words = ['publisher', 'language', 'readingDirection', 'status'] as const;
const ofSeries: readonly string[] = ['status'];
const texts = ['series', 'releaseDate'] as const;
/** Year, month or day. */
const datePattern = '\\d{4}(-\\d{2}(-\\d{2})?)?';

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
      {target === 'books' &&
        texts.map((name) => (
          <FieldRow
            key={name}
            label={t(`metadata.field_${name}`)}
            isSet={name in fields}
            onToggle={(isSet) => toggle(name, isSet)}
          >
            <TextInput
              aria-label={t(`metadata.field_${name}`)}
              {...(name === 'releaseDate' && { placeholder: '2012-03-14', pattern: datePattern })}
              maxLength={300}
              value={fields[name] ?? ''}
              onChange={({ currentTarget }) => set(name, currentTarget.value || null)}
            />
          </FieldRow>
        ))}
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
