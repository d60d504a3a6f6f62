// The operand of a rule: text, numbers, dates, durations.

import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { findFamily, findForm, type Operand, type Rule } from '../model.ts';
import { durationUnits, readDuration, toDuration } from '../pieces/durations.ts';
import { ValueInput, ValuesInput } from '../pieces/value-inputs.tsx';

interface Props {
  target: ConditionTarget;
  rule: Rule;
  /** The operand is incomplete, and the form was submitted. */
  isWrong: boolean;
  onChange(operand: Operand): void;
}

export function OperandInput({ target, rule, isWrong, onChange }: Props) {
  const t = useTranslate();
  const family = findFamily(target, rule.field) ?? 'text';
  const form = findForm(family, rule.operator);
  const { value, values } = rule.operand;
  const common = { field: rule.field, hideLabel: true, error: isWrong };
  if (form === 'none') return null;
  if (form === 'range')
    return <RangeInput family={family} rule={rule} isWrong={isWrong} onChange={onChange} />;
  if (form === 'values')
    return (
      <ValuesInput
        {...common}
        label={t('filters.values')}
        values={values ?? []}
        onChange={(next) => onChange({ values: next })}
      />
    );
  if (family === 'number')
    return (
      <NumberBox
        label={t('filters.value')}
        field={rule.field}
        value={value}
        error={isWrong}
        onChange={(next) => onChange(next === undefined ? {} : { value: next })}
      />
    );
  if (family === 'date') return <DateValue rule={rule} isWrong={isWrong} onChange={onChange} />;
  return (
    <ValueInput
      {...common}
      label={t('filters.value')}
      value={String(value ?? '')}
      onChange={(next) => onChange(next === '' ? {} : { value: next })}
    />
  );
}

const mib = 1024 ** 2;

interface NumberProps {
  label: string;
  field: string;
  value: string | number | undefined;
  error: boolean;
  onChange(value: number | undefined): void;
}

/** Sizes are entered in MiB. */
function NumberBox({ label, field, value, error, onChange }: NumberProps) {
  const t = useTranslate();
  const isSize = field === 'fileSize';
  const shown = typeof value === 'number' && isSize ? Number((value / mib).toFixed(3)) : (value ?? '');
  return (
    <NumberInput
      aria-label={label}
      value={shown}
      error={error}
      allowDecimal
      decimalScale={3}
      {...(isSize && { suffix: ` ${t('filters.bytes')}`, min: 0 })}
      onChange={(next) => {
        if (typeof next !== 'number') onChange(undefined);
        else onChange(isSize ? Math.round(next * mib) : next);
      }}
    />
  );
}

function DateBox({
  label,
  value,
  error,
  onChange,
}: Omit<NumberProps, 'field' | 'onChange'> & { onChange(value: string | undefined): void }) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={String(value ?? '').slice(0, 10)}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}

function RangeInput({ family, rule, isWrong, onChange }: Omit<Props, 'target'> & { family: string }) {
  const t = useTranslate();
  const { min, max, start, end } = rule.operand;
  return (
    <Group gap="xs" wrap="nowrap" grow>
      {family === 'date' ? (
        <>
          <DateBox
            label={t('filters.from')}
            value={start}
            error={isWrong}
            onChange={(next) => onChange({ ...(next && { start: next }), ...(end && { end }) })}
          />
          <DateBox
            label={t('filters.to')}
            value={end}
            error={isWrong}
            onChange={(next) => onChange({ ...(start && { start }), ...(next && { end: next }) })}
          />
        </>
      ) : (
        <>
          <NumberBox
            label={t('filters.from')}
            field={rule.field}
            value={min}
            error={isWrong}
            onChange={(next) =>
              onChange({ ...(next !== undefined && { min: next }), ...(max !== undefined && { max }) })
            }
          />
          <NumberBox
            label={t('filters.to')}
            field={rule.field}
            value={max}
            error={isWrong}
            onChange={(next) =>
              onChange({ ...(min !== undefined && { min }), ...(next !== undefined && { max: next }) })
            }
          />
        </>
      )}
    </Group>
  );
}

function DateValue({ rule, isWrong, onChange }: Omit<Props, 'target'>) {
  const t = useTranslate();
  const { value } = rule.operand;
  if (rule.operator !== 'inTheLast' && rule.operator !== 'notInTheLast')
    return (
      <DateBox
        label={t('filters.value')}
        value={value}
        error={isWrong}
        onChange={(next) => onChange(next ? { value: next } : {})}
      />
    );
  const { count, unit } = readDuration(value) ?? { count: undefined, unit: 'days' as const };
  return (
    <Group gap="xs" wrap="nowrap" grow>
      <NumberInput
        aria-label={t('filters.value')}
        min={1}
        max={9_999}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={count ?? ''}
        error={isWrong}
        onChange={(next) =>
          onChange(typeof next === 'number' && next > 0 ? { value: toDuration(next, unit) } : {})
        }
      />
      <NativeSelect
        aria-label={t('filters.unit')}
        value={unit}
        data={durationUnits.map((one) => ({ value: one, label: t(`filters.${one}`) }))}
        onChange={({ currentTarget }) => {
          const next = durationUnits.find((one) => one === currentTarget.value) ?? 'days';
          onChange({ value: toDuration(count ?? 1, next) });
        }}
      />
    </Group>
  );
}
