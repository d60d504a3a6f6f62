// Quick filters: top-level rules that a field has one of several values.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { type Filter, newGroup, newRule, type Part, readFilter, toFilter, toParts } from './model.ts';

const isQuick = (part: Part, field: string): boolean =>
  part.kind === 'rule' &&
  part.field === field &&
  !part.isNegated &&
  ['is', 'in', 'eq', 'isTrue'].includes(part.operator);

/** The values of the quick filter of a field. Empty without a quick filter. */
export function readQuick(target: ConditionTarget, filter: Filter | undefined, field: string): string[] {
  const part = toParts(readFilter(target, filter)).find((one) => isQuick(one, field));
  if (part?.kind !== 'rule') return [];
  if (part.operator === 'isTrue') return ['true'];
  const { value, values } = part.operand;
  return values ?? (value === undefined ? [] : [String(value)]);
}

/** Sets the quick filter of a field. An empty list removes it. */
export function writeQuick(
  target: ConditionTarget,
  filter: Filter | undefined,
  { field, values }: { field: string; values: readonly string[] },
): Filter | undefined {
  const others = toParts(readFilter(target, filter)).filter((one) => !isQuick(one, field));
  return toFilter(newGroup('all', [...others, ...toPart(target, field, values)]));
}

function toPart(target: ConditionTarget, field: string, values: readonly string[]): Part[] {
  const [first, ...others] = values;
  if (first === undefined) return [];
  const rule = newRule(target, field);
  if (rule.operator === 'isTrue') return [rule];
  if (rule.operator === 'eq') return [{ ...rule, operand: { value: Number(first) } }];
  return [
    others.length === 0
      ? { ...rule, operand: { value: first } }
      : { ...rule, operator: 'in', operand: { values: [...values] } },
  ];
}

/** The filter without one of its top-level parts. */
export const withoutPart = (
  target: ConditionTarget,
  filter: Filter | undefined,
  at: number,
): Filter | undefined =>
  toFilter(
    newGroup(
      'all',
      toParts(readFilter(target, filter)).filter((_, i) => i !== at),
    ),
  );
