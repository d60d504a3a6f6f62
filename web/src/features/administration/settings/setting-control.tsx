// The control for the type of a setting.
import type { Setting } from '@lectern/contract/system/settings';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { mebibyte, type Value } from './describe.ts';

interface Props {
  setting: Setting;
  label: string;
  value: Value;
  isReadOnly: boolean;
  /** `isWhole`: the value is complete, for example from a switch or a select. */
  onChange(value: Value, isWhole: boolean): void;
}

export function SettingControl({ setting, label, value, isReadOnly, onChange }: Props) {
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
        data={choices ?? []}
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
  return (
    <NumberControl
      setting={setting}
      label={label}
      value={value}
      isReadOnly={isReadOnly}
      onChange={onChange}
    />
  );
}

function NumberControl({ setting, label, value, isReadOnly, onChange }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { type, minimum, maximum } = setting;
  const unit = type === 'size' ? mebibyte : 1;
  const isLimited = type !== 'size' && minimum !== null && maximum !== null;
  return (
    <NumberInput
      label={label}
      description={
        isLimited
          ? t('administration.settings.range', {
              least: format.number(minimum),
              most: format.number(maximum),
            })
          : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      suffix={type === 'size' ? ` ${t('administration.settings.mebibytes')}` : ''}
      maw={320}
      disabled={isReadOnly}
      allowDecimal={type !== 'integer'}
      min={(minimum ?? 0) / unit}
      max={(maximum ?? Number.MAX_SAFE_INTEGER) / unit}
      value={Number(value) / unit}
      onChange={(typed) => typeof typed === 'number' && onChange(Math.round(typed * unit * 1e6) / 1e6, false)}
    />
  );
}
