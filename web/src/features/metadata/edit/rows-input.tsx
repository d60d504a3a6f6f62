// A list of people, links, ids or titles, in rows that can be added and removed.
import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type ColumnName, columns, type Row } from './draft.ts';
import { type RowKind, roles } from './fields.ts';
import { SuggestingInput } from './suggesting-input.tsx';

interface Props {
  kind: RowKind;
  label: string;
  rows: readonly Row[];
  fault?: ReactNode;
  onChange(rows: readonly Row[]): void;
}

const columnLabels = {
  name: 'name',
  role: 'role',
  sortName: 'sortName',
  sourceName: 'site',
  url: 'address',
  source: 'site',
  externalId: 'idElsewhere',
  externalUrl: 'address',
  score: 'score',
  voteCount: 'votes',
  title: 'field_title',
  label: 'label',
} as const satisfies Record<ColumnName, string>;

export function RowsInput({ kind, label, rows, fault, onChange }: Props) {
  const t = useTranslate();
  const shape = columns[kind];
  const empty: Row = Object.fromEntries(shape.map(({ name }) => [name, name === 'role' ? 'author' : '']));
  const change = (index: number, name: string, value: string) =>
    onChange(rows.map((row, i) => (i === index ? { ...row, [name]: value } : row)));
  return (
    <Fieldset variant="unstyled" legend={label} aria-invalid={Boolean(fault) || undefined}>
      <Stack gap="xs">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
            {shape.map(({ name }) => (
              <Cell
                key={name}
                name={name}
                kind={kind}
                label={`${t(`metadata.${columnLabels[name]}`)} ${index + 1}`}
                value={row[name] ?? ''}
                onChange={(value) => change(index, name, value)}
              />
            ))}
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t('metadata.removeNamed', {
                name: row[shape[0]?.name ?? ''] || `${label} ${index + 1}`,
              })}
              onClick={() => onChange(rows.filter((_, i) => i !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {fault && (
          <Text size="xs" c="red" role="alert">
            {fault}
          </Text>
        )}
        <Button
          variant="light"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          aria-label={t('metadata.addTo', { field: label })}
          onClick={() => onChange([...rows, empty])}
        >
          {t('metadata.add')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface CellProps {
  name: ColumnName;
  kind: RowKind;
  label: string;
  value: string;
  onChange(value: string): void;
}

function Cell({ name, kind, label, value, onChange }: CellProps) {
  const t = useTranslate();
  const style = {
    flex: ['role', 'label', 'score', 'voteCount'].includes(name) ? '0 1 9rem' : '1 1 8rem',
    minWidth: 0,
  };
  const placeholder = t(`metadata.${columnLabels[name]}`);
  if (name === 'role')
    return (
      <Select
        aria-label={label}
        style={style}
        data={roles.map(([role, word]) => ({ value: role, label: t(word) }))}
        value={value}
        allowDeselect={false}
        onChange={(role) => onChange(role ?? 'author')}
      />
    );
  if (kind === 'people' && name === 'name')
    return (
      <SuggestingInput
        aria-label={label}
        suggestions="authors"
        placeholder={placeholder}
        style={style}
        value={value}
        onChange={onChange}
      />
    );
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      style={style}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
