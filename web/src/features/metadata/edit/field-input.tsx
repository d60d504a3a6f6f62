// The input of one field by its kind, without the lock.
import { JsonInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { type Draft, isRowKind, toRowsOf, toWordsOf } from './draft.ts';
import type { Field } from './fields.ts';
import { RowsInput } from './rows-input.tsx';
import { SuggestingInput, ValuesInput } from './suggesting-input.tsx';

interface Props {
  field: Field;
  draft: Draft;
  fault?: ReactNode;
  onChange(draft: Draft): void;
}

type InputWrapperOrder = ('label' | 'input' | 'error' | 'description')[];

export function FieldInput({ field, draft, fault, onChange }: Props) {
  const t = useTranslate();
  const { kind, suggestions } = field;
  const label = t(`metadata.field_${field.name}`);
  if (isRowKind(kind))
    return <RowsInput kind={kind} label={label} rows={toRowsOf(draft)} fault={fault} onChange={onChange} />;
  const common = {
    label,
    error: fault,
    name: field.name,
    withAsterisk: field.isNeeded ?? false,
    // The description is below the input, so that inputs side by side are aligned.
    inputWrapperOrder: ['label', 'input', 'error', 'description'] satisfies InputWrapperOrder,
    ...(field.hint && { description: t(field.hint) }),
  };
  if (kind === 'words')
    return <ValuesInput {...common} suggestions={suggestions} value={toWordsOf(draft)} onChange={onChange} />;
  const text = String(draft);
  const typed = { ...common, value: text };
  const onType = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value);
  switch (kind) {
    case 'text':
      return <Textarea {...typed} onChange={onType} autosize minRows={4} maxRows={14} />;
    case 'json':
      return (
        <JsonInput
          {...typed}
          // Replaces the error of the field when the input is left.
          validationError={t('metadata.faultJson')}
          onChange={onChange}
          autosize
          minRows={2}
          maxRows={12}
        />
      );
    case 'choice':
    case 'flag':
      return <Choice {...typed} field={field} onChoose={onChange} />;
    case 'number':
    case 'whole':
      return <TextInput {...typed} onChange={onType} inputMode="decimal" />;
    default:
      return suggestions ? (
        <SuggestingInput {...typed} suggestions={suggestions} onChange={onChange} />
      ) : (
        <TextInput {...typed} onChange={onType} />
      );
  }
}

interface ChoiceProps {
  field: Field;
  value: string;
  onChoose(value: string): void;
}

function Choice({ field, value, onChoose, ...rest }: ChoiceProps) {
  const t = useTranslate();
  const flags = [
    ['true', 'metadata.yes'],
    ['false', 'metadata.no'],
  ] as const;
  return (
    <Select
      {...rest}
      data={(field.choices ?? flags).map(([one, word]) => ({ value: one, label: t(word) }))}
      value={value === '' ? null : value}
      placeholder={t('metadata.notSet')}
      clearable
      onChange={(chosen) => onChoose(chosen ?? '')}
    />
  );
}
