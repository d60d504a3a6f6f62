// The control for the type of a setting.
import { keysOf } from '@lectern/contract/records';
import type { Setting } from '@lectern/contract/system/settings';
import { Group, NativeSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import {
  describeChoice,
  describeValue,
  findNumberUnit,
  findSizeUnit,
  type SizeUnit,
  sizeUnits,
  type Value,
} from './describe.ts';

const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

interface Props {
  setting: Setting;
  label: string;
  value: Value;
  isReadOnly: boolean;
  /** `isWhole`: the value is complete, for example from a switch or a select. */
  onChange(value: Value, isWhole: boolean): void;
}

export function SettingControl({ setting, label, value, isReadOnly, onChange }: Props) {
  const t = useTranslate();
  const { type, choices } = setting;
  if (type === 'boolean')
    return (
      <Switch
        label={label}
        checked={value === true}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.checked, true)}
      />
    );
  if (type === 'choice')
    return (
      <Select
        label={label}
        data={(choices ?? []).map((choice) => ({ value: choice, label: describeChoice(choice, t) }))}
        value={String(value)}
        disabled={isReadOnly}
        allowDeselect={false}
        maw={320}
        onChange={(chosen) => chosen !== null && onChange(chosen, true)}
      />
    );
  if (type === 'text')
    return (
      <TextInput
        label={label}
        value={String(value)}
        disabled={isReadOnly}
        maw={320}
        onChange={(event) => onChange(event.currentTarget.value, false)}
      />
    );
  const Control = type === 'size' ? SizeControl : NumberControl;
  return (
    <Control setting={setting} label={label} value={value} isReadOnly={isReadOnly} onChange={onChange} />
  );
}

/** A number with its unit after it, and its limits below. */
function NumberControl({ setting, label, value, isReadOnly, onChange }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { type, minimum, maximum } = setting;
  const unit = findNumberUnit(setting);
  // Without the number, which is in the field.
  const suffix = unit
    ? t(`administration.settings.units.${unit}`, { count: Number(value) }).replace(
        format.number(Number(value)),
        '',
      )
    : '';
  return (
    <NumberInput
      label={label}
      description={
        minimum !== null && maximum !== null
          ? t('administration.settings.range', {
              least: format.number(minimum),
              most: describeValue(setting, maximum, { t, format }),
            })
          : undefined
      }
      inputWrapperOrder={inputOrder}
      suffix={suffix}
      maw={320}
      disabled={isReadOnly}
      allowDecimal={type !== 'integer'}
      min={minimum ?? 0}
      max={maximum ?? Number.MAX_SAFE_INTEGER}
      value={Number(value)}
      onChange={(typed) => typeof typed === 'number' && onChange(typed, false)}
    />
  );
}

/** A size with a choice of units. A new unit keeps the number, so it changes the size. */
function SizeControl({ setting, label, value, isReadOnly, onChange }: Props) {
  const t = useTranslate();
  const bytes = Number(value);
  const [unit, setUnit] = useState(() => findSizeUnit(bytes));
  const toBytes = (amount: number, of: SizeUnit) => Math.round(amount * sizeUnits[of]);
  const amount = bytes / sizeUnits[unit];
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" maw={320}>
      <NumberInput
        label={label}
        flex={1}
        disabled={isReadOnly}
        min={(setting.minimum ?? 0) / sizeUnits[unit]}
        decimalScale={3}
        value={amount}
        onChange={(typed) => typeof typed === 'number' && onChange(toBytes(typed, unit), false)}
      />
      <NativeSelect
        aria-label={t('administration.settings.unit', { name: label })}
        w={88}
        disabled={isReadOnly}
        data={keysOf(sizeUnits)}
        value={unit}
        onChange={({ currentTarget }) => {
          const wanted = keysOf(sizeUnits).find((one) => one === currentTarget.value) ?? unit;
          setUnit(wanted);
          onChange(toBytes(amount, wanted), false);
        }}
      />
    </Group>
  );
}
