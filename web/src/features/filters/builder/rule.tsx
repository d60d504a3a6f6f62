// One rule: field, operator, operand.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { ActionIcon, NativeSelect, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslate } from '../../../i18n/translate.ts';
import { listFields } from '../fields.ts';
import { findFamily, findForm, isComplete, newRule, type Rule } from '../model.ts';
import { toFieldName, toOperatorName } from '../pieces/describe.ts';
import classes from './builder.module.css';
import { OperandInput } from './operand.tsx';
import { listChoices, toKey } from './operators.ts';

interface Props {
  target: ConditionTarget;
  rule: Rule;
  number: number;
  /** The group of the rule, or one above it, is negated. */
  isInNegated: boolean;
  /** Marks missing operands. */
  isChecked: boolean;
  onChange(rule: Rule): void;
  onRemove(): void;
}

export function RuleEditor({ target, rule, number, isInNegated, isChecked, onChange, onRemove }: Props) {
  const t = useTranslate();
  const family = findFamily(target, rule.field) ?? 'text';
  const fields = listFields(target).map(({ heading, fields }) => ({
    group: t(`filters.heading_${heading}`),
    items: fields.map((value) => ({ value, label: toFieldName(value, t) })),
  }));
  const changeField = (field: string) => {
    const next = newRule(target, field);
    // Clears the operand, which can be invalid for another field.
    onChange({ ...next, key: rule.key });
  };
  const offered = listChoices(target, rule, isInNegated);
  const changeOperator = (key: string) => {
    const { operator, isNegated } = offered.find((one) => toKey(one) === key) ?? rule;
    const keeps =
      findForm(family, operator) === findForm(family, rule.operator) &&
      !isDuration(operator) &&
      !isDuration(rule.operator);
    onChange({ ...rule, operator, isNegated, operand: keeps ? rule.operand : {} });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: some browsers do not support a grid layout in a fieldset
    <div role="group" aria-label={t('filters.ruleName', { number })} className={classes.rule}>
      <Select
        aria-label={t('filters.field')}
        searchable
        allowDeselect={false}
        data={fields}
        value={rule.field}
        maxDropdownHeight={320}
        comboboxProps={{ zIndex: 500 }}
        onChange={(field) => field && changeField(field)}
      />
      <NativeSelect
        aria-label={t('filters.operator')}
        value={toKey(rule)}
        data={offered.map((one) => ({ value: toKey(one), label: toOperatorName(one, t) }))}
        onChange={({ currentTarget }) => changeOperator(currentTarget.value)}
      />
      <div className={classes.operand}>
        <OperandInput
          key={`${rule.field} ${rule.operator}`}
          target={target}
          rule={rule}
          isWrong={isChecked && !isComplete(target, rule)}
          onChange={(operand) => onChange({ ...rule, operand })}
        />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('filters.removeRule')}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </div>
  );
}

const isDuration = (operator: string) => /inTheLast/i.test(operator);
