// Describes a condition as text, as on its chip: "Genre is Horror".

import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { type FileFormat, formats } from '@lectern/contract/values';
import { type Format, useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { type MessageKey, type Translate, useTranslate } from '../../../i18n/translate.ts';
import { choices, isField, isReference } from '../fields.ts';
import { findFamily, type Operand, type Part, type Rule } from '../model.ts';
import { type DurationUnit, readDuration } from './durations.ts';
import { type FindName, useNames } from './names.ts';
import { toPlain } from './negation.ts';

interface Speech {
  t: Translate;
  format: Format;
  findName: FindName;
  target: ConditionTarget;
}

/** Describes a part of a condition; loads the names of ids in it. */
export function useDescribe(target: ConditionTarget, parts: readonly Part[]): (part: Part) => string {
  const t = useTranslate();
  const format = useFormat();
  const findName = useNames(parts);
  return (part) => describe(toPlain(part), { t, format, findName, target });
}

function describe(part: Part, speech: Speech): string {
  const { t } = speech;
  if (part.kind === 'rule' && negatedNames[part.operator]) return describeRule(part, speech);
  const inner =
    part.kind === 'rule' ? describeRule({ ...part, isNegated: false }, speech) : describeGroup(part, speech);
  return part.isNegated ? t('filters.negated', { inner }) : inner;
}

function describeGroup({ match, of }: Extract<Part, { kind: 'group' }>, speech: Speech): string {
  const { t } = speech;
  if (of.length === 0) return t(match === 'all' ? 'filters.everything' : 'filters.nothing');
  return of
    .map((one) =>
      one.kind === 'group' && !one.isNegated ? `(${describe(one, speech)})` : describe(one, speech),
    )
    .join(t(match === 'all' ? 'filters.and' : 'filters.or'));
}

function describeRule(rule: Rule, speech: Speech): string {
  const { t, target } = speech;
  const { field, operand } = rule;
  const values = { field: toFieldName(field, t), operator: toOperatorName(rule, t) };
  if (findFamily(target, field) === 'boolean') return t('filters.flag', values);
  const value = toValue(field, operand, speech);
  return value === undefined
    ? t('filters.withoutValue', values)
    : t('filters.withValue', { ...values, value });
}

export const toFieldName = (field: string, t: Translate): string =>
  isField(field) ? t(`filters.field_${field}`) : field;

/** Some operators of different families share a name. */
export function toOperatorName(
  { operator, isNegated }: Pick<Rule, 'operator' | 'isNegated'>,
  t: Translate,
): string {
  const negated = negatedNames[operator];
  if (isNegated && negated) return t(negated);
  const known = operatorNames.find((name) => name === operator);
  const name = known ? t(`filters.op_${known}`) : operator;
  return isNegated ? t('filters.negated', { inner: name }) : name;
}

const negatedNames: Readonly<Record<string, MessageKey>> = {
  beginsWith: 'filters.op_doesNotBeginWith',
  endsWith: 'filters.op_doesNotEndWith',
};

const operatorNames = [
  ...(['is', 'isNot', 'in', 'notIn', 'contains', 'doesNotContain', 'beginsWith', 'endsWith'] as const),
  ...(['isNull', 'isNotNull', 'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'after', 'before'] as const),
  ...(['onOrAfter', 'onOrBefore', 'inTheLast', 'notInTheLast', 'isTrue', 'isFalse'] as const),
];

const isFormat = (value: string): value is FileFormat => Object.hasOwn(formats, value);

/** The name of a value of a field with a closed list. */
export function toChoiceName(field: string, value: string, t: Translate): string {
  const known = isField(field) ? choices[field]?.find((one) => one === value) : undefined;
  if (known === undefined) return value;
  return isFormat(known) ? toFormatName(known, t) : t(`filters.value_${known}`);
}

const dateUnits = {
  hours: 'lastHours',
  days: 'lastDays',
  weeks: 'lastWeeks',
  months: 'lastMonths',
  years: 'lastYears',
} as const satisfies Record<DurationUnit, string>;

function toValue(field: string, operand: Operand, speech: Speech): string | undefined {
  const { t, format } = speech;
  const { value, values } = operand;
  if (values) return format.list(values.map((one) => toValueName(field, one, speech)));
  if (value === undefined) return toRange(field, operand, speech);
  const duration = readDuration(value);
  return duration && typeof value === 'string' && findFamily(speech.target, field) === 'date'
    ? t(`filters.${dateUnits[duration.unit]}`, { count: duration.count })
    : toValueName(field, value, speech);
}

function toRange(field: string, { min, max, start, end }: Operand, speech: Speech): string | undefined {
  const { t } = speech;
  const low = min ?? start;
  const high = max ?? end;
  const [lowText, highText] = [low, high].map((one) =>
    one === undefined ? undefined : toValueName(field, one, speech),
  );
  if (lowText && highText) return t('filters.rangeBoth', { min: lowText, max: highText });
  if (lowText) return t('filters.rangeMin', { min: lowText });
  return highText && t('filters.rangeMax', { max: highText });
}

function toValueName(field: string, value: string | number, { t, format, findName, target }: Speech): string {
  if (field === 'fileSize' && typeof value === 'number') return format.size(value);
  // Years have no thousands separators.
  if (typeof value === 'number') return field === 'year' ? String(value) : format.number(value);
  if (findFamily(target, field) === 'date')
    return /^\d{4}-\d\d-\d\d/.test(value) ? format.date(value) : value;
  if (field === 'language') return format.languageName(value);
  if (isReference(field)) return findName(field, value) ?? '…';
  return toChoiceName(field, value, t);
}
