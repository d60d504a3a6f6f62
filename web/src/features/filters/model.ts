// A condition as an editable tree of groups and rules, converted from and to the API's JSON. URLs can contain invalid
// conditions. Uses no messages and no React.

import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import {
  type ConditionFamily,
  type ConditionTarget,
  conditionFields,
  type OperandForm,
  operators,
} from '@lectern/contract/conditions/fields';
import { parseOperand } from '@lectern/contract/conditions/operands';
import { isField, uselessOperators } from './fields.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A condition in the form of `POST /api/v1/series/list` and `/books/list`. (The router does not support recursive types.) */
export type Filter = { [key: string]: unknown };

/** The operand. Its form determines which properties it has. */
export interface Operand {
  value?: string | number;
  values?: string[];
  min?: number;
  max?: number;
  start?: string;
  end?: string;
}

export interface Rule {
  kind: 'rule';
  /** Unique on the page. */
  key: number;
  isNegated: boolean;
  field: string;
  operator: string;
  operand: Operand;
}

export interface Group {
  kind: 'group';
  key: number;
  isNegated: boolean;
  match: 'all' | 'any';
  of: Part[];
}

export type Part = Rule | Group;

let lastKey = 0;
const nextKey = () => ++lastKey;

export const findFamily = (target: ConditionTarget, field: string): ConditionFamily | undefined =>
  Object.hasOwn(conditionFields[target], field) ? conditionFields[target][field] : undefined;

const operatorsOf = (family: ConditionFamily): Readonly<Record<string, OperandForm>> => operators[family];

/** The operators that are useful for the field. Others are valid, but their results are all or none. */
export function listOperators(target: ConditionTarget, field: string): string[] {
  const all = Object.keys(operatorsOf(findFamily(target, field) ?? 'text'));
  const useless = isField(field) ? uselessOperators(field) : [];
  return all.filter((operator) => !useless.includes(operator));
}

export const findForm = (family: ConditionFamily, operator: string): OperandForm | undefined =>
  Object.hasOwn(operatorsOf(family), operator) ? operatorsOf(family)[operator] : undefined;

/** A rule with the first operator of the field's family and an empty operand. */
export function newRule(target: ConditionTarget, field: string): Rule {
  const [operator = 'is'] = listOperators(target, field);
  return { kind: 'rule', key: nextKey(), isNegated: false, field, operator, operand: {} };
}

export const newGroup = (match: Group['match'], of: Part[] = []): Group => ({
  kind: 'group',
  key: nextKey(),
  isNegated: false,
  match,
  of,
});

/** Undefined for an invalid condition. */
export function readFilter(target: ConditionTarget, json: unknown): Part | undefined {
  const parsed = parseCondition(target, json);
  return 'condition' in parsed ? toPart(parsed.condition) : undefined;
}

function toPart(condition: Condition): Part {
  if (condition.kind === 'not') {
    const part = toPart(condition.of);
    return { ...part, isNegated: !part.isNegated };
  }
  if (condition.kind !== 'field')
    return newGroup(condition.kind === 'allOf' ? 'all' : 'any', condition.of.map(toPart));
  const { field, operator, given } = condition;
  return { kind: 'rule', key: nextKey(), isNegated: false, field, operator, operand: given as Operand };
}

/** Whether a rule has a valid operand. */
export function isComplete(target: ConditionTarget, { field, operator, operand }: Rule): boolean {
  const family = findFamily(target, field);
  const form = family && findForm(family, operator);
  if (!family || !form) return false;
  if (form === 'values' && !operand.values?.length) return false;
  if (form === 'value' && operand.value === '') return false;
  return parseOperand({ family, operator, form, given: { ...operand } }).faults.length === 0;
}

export function isPartComplete(target: ConditionTarget, part: Part): boolean {
  return part.kind === 'rule'
    ? isComplete(target, part)
    : part.of.every((one) => isPartComplete(target, one));
}

function toJson(part: Part): Filter {
  const inner: Filter =
    part.kind === 'rule'
      ? { [part.field]: { operator: part.operator, ...part.operand } }
      : { [part.match === 'all' ? 'allOf' : 'anyOf']: part.of.map(toJson) };
  return part.isNegated ? { not: inner } : inner;
}

/** The condition in its shortest form. Undefined if everything matches. */
export function toFilter(part: Part | undefined): Filter | undefined {
  if (!part) return undefined;
  if (part.kind === 'group' && !part.isNegated) {
    if (part.match === 'all' && part.of.length === 0) return undefined;
    const [only, ...others] = part.of;
    if (only && others.length === 0) return toFilter(only);
  }
  return toJson(part);
}

/** Nesting levels in JSON. A negation counts as one. */
export const depthOf = (part: Part): number =>
  (part.isNegated ? 2 : 1) + (part.kind === 'group' ? Math.max(0, ...part.of.map(depthOf)) : 0);

/** Number of nodes in JSON. */
export const countParts = (part: Part): number =>
  (part.isNegated ? 2 : 1) +
  (part.kind === 'group' ? part.of.reduce((sum, one) => sum + countParts(one), 0) : 0);

/** The top-level parts that must all match. Each is shown as a chip. */
export function toParts(part: Part | undefined): Part[] {
  if (!part) return [];
  return part.kind === 'group' && part.match === 'all' && !part.isNegated ? part.of : [part];
}

/** The root group of the builder. */
export const toRoot = (part: Part | undefined): Group =>
  part?.kind === 'group' ? part : newGroup('all', part ? [part] : []);

/** The tree with one part replaced or removed. */
export function replacePart(group: Group, key: number, next: Part | undefined): Group {
  return {
    ...group,
    of: group.of.flatMap((one) => {
      if (one.key === key) return next ? [next] : [];
      return one.kind === 'group' ? [replacePart(one, key, next)] : [one];
    }),
  };
}
