// Inputs for one or several values of a field, with suggestions and their counts.
import {
  Autocomplete,
  type ComboboxLikeRenderOptionInput,
  Group,
  MultiSelect,
  type OptionsFilter,
  Select,
  TagsInput,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { choices, isField, isReference } from '../fields.ts';
import { toChoiceName } from './describe.ts';
import { type Suggestion, useSuggestions } from './suggestions.ts';

interface ValueInputProps {
  field: string;
  label: string;
  value: string;
  error?: boolean;
  /** Uses `aria-label` instead of a visible label. */
  hideLabel?: boolean;
  onChange(value: string): void;
}

interface ValuesInputProps {
  field: string;
  label: string;
  values: string[];
  error?: boolean;
  hideLabel?: boolean;
  onChange(values: string[]): void;
}

const toLabel = (label: string, isHidden = false) => (isHidden ? { 'aria-label': label } : { label });
/** The server has already filtered the suggestions. */
const keepServerOrder: OptionsFilter<string> = ({ options }) => options;
/** Above dialogs and drawers. */
const above = { zIndex: 500, withinPortal: true };

function useOption(field: string, suggestions: Suggestion[]) {
  const t = useTranslate();
  const format = useFormat();
  const known = new Map(suggestions.map((one) => [one.value, one]));
  const name = (value: string) =>
    field === 'language' ? format.languageName(value) : (known.get(value)?.label ?? value);
  const render = ({ option }: ComboboxLikeRenderOptionInput<{ value: string; label?: string }>) => {
    const count = known.get(option.value)?.count;
    return (
      <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
        <span>{known.has(option.value) ? name(option.value) : (option.label ?? option.value)}</span>
        {count !== undefined && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('filters.inSeries', { count })}
          </Text>
        )}
      </Group>
    );
  };
  return { name, render };
}

const useChoices = (field: string) => {
  const t = useTranslate();
  const all = isField(field) ? choices[field] : undefined;
  return all?.map((value) => ({ value, label: toChoiceName(field, value, t) }));
};

/** One value of a field. */
export function ValueInput(props: ValueInputProps) {
  const fixed = useChoices(props.field);
  if (isReference(props.field)) return <ReferenceInput {...props} />;
  return fixed ? <ChoiceInput {...props} data={fixed} /> : <TypedInput {...props} />;
}

function ChoiceInput({
  label,
  value,
  error,
  hideLabel,
  onChange,
  data,
}: ValueInputProps & { data: Suggestion[] }) {
  return (
    <Select
      {...toLabel(label, hideLabel)}
      data={data}
      value={value || null}
      error={error}
      comboboxProps={above}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function TypedInput({ field, label, value, error, hideLabel, onChange }: ValueInputProps) {
  const suggestions = useSuggestions(field, value);
  const { render } = useOption(field, suggestions);
  return (
    <Autocomplete
      {...toLabel(label, hideLabel)}
      data={suggestions.map((one) => one.value)}
      filter={keepServerOrder}
      renderOption={render}
      maxLength={1_000}
      value={value}
      error={error}
      comboboxProps={above}
      onChange={onChange}
    />
  );
}

/** Keeps the names of chosen ids while other suggestions load. */
function useChosen(suggestions: Suggestion[]) {
  const [seen] = useState(() => new Map<string, Suggestion>());
  for (const one of suggestions) seen.set(one.value, one);
  return (values: readonly string[]) => [
    ...new Map(
      [...suggestions, ...values.map((value) => seen.get(value) ?? { value, label: '…' })].map((one) => [
        one.value,
        { value: one.value, label: one.label },
      ]),
    ).values(),
  ];
}

function ReferenceInput({ field, label, value, error, hideLabel, onChange }: ValueInputProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(field, typed);
  const withChosen = useChosen(suggestions);
  const { render } = useOption(field, suggestions);
  return (
    <Select
      {...toLabel(label, hideLabel)}
      searchable
      data={withChosen(value ? [value] : [])}
      renderOption={render}
      nothingFoundMessage={t('filters.nothingFound')}
      onSearchChange={setTyped}
      value={value || null}
      error={error}
      comboboxProps={above}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Several values of a field. */
export function ValuesInput(props: ValuesInputProps) {
  const fixed = useChoices(props.field);
  if (isReference(props.field) || props.field === 'language') return <ReferencesInput {...props} />;
  return fixed ? <ChoicesInput {...props} data={fixed} /> : <TypedWordsInput {...props} />;
}

function ChoicesInput({
  label,
  values,
  error,
  hideLabel,
  onChange,
  data,
}: ValuesInputProps & { data: Suggestion[] }) {
  return (
    <MultiSelect
      {...toLabel(label, hideLabel)}
      data={data}
      value={values}
      error={error}
      comboboxProps={above}
      onChange={onChange}
    />
  );
}

function ReferencesInput({ field, label, values, error, hideLabel, onChange }: ValuesInputProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  // Loads all languages, because the search uses their translated names.
  const suggestions = useSuggestions(field, field === 'language' ? '' : typed);
  const { name, render } = useOption(field, suggestions);
  const withChosen = useChosen(suggestions);
  const data = withChosen(values).map((one) =>
    field === 'language' ? { value: one.value, label: name(one.value) } : one,
  );
  return (
    <MultiSelect
      {...toLabel(label, hideLabel)}
      searchable
      data={data}
      renderOption={render}
      nothingFoundMessage={t('filters.nothingFound')}
      onSearchChange={setTyped}
      value={values}
      error={error}
      comboboxProps={above}
      onChange={onChange}
    />
  );
}

function TypedWordsInput({ field, label, values, error, hideLabel, onChange }: ValuesInputProps) {
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(field, typed);
  const { render } = useOption(field, suggestions);
  return (
    <TagsInput
      {...toLabel(label, hideLabel)}
      data={suggestions.map((one) => one.value)}
      filter={keepServerOrder}
      renderOption={render}
      acceptValueOnBlur
      splitChars={[]}
      searchValue={typed}
      onSearchChange={setTyped}
      value={values}
      error={error}
      comboboxProps={above}
      onChange={onChange}
    />
  );
}
