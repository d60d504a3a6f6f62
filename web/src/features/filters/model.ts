// A condition as people edit it: a tree of groups and rules, made of the API's JSON and made into it again. What comes
// from an address is distrusted. No words and no React in here.
import {
  type ConditionFamily,
  type ConditionTarget,
  conditionFields,
  type OperandForm,
  operators,
} from '@lectern/contract/condition-fields';
import { parseOperand } from '@lectern/contract/condition-operands';
import { type Condition, parseCondition } from '@lectern/contract/conditions';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
/** A condition as `POST /api/v1/series/list` and `/books/list` take it. (The router cannot follow a type into itself.) */
export type Filter = { [key: string]: unknown };

/** What stands beside the operator; which of these, its form says. */
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
  /** Of this part among all that were made on this page. */
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

export const listOperators = (family: ConditionFamily): string[] => Object.keys(operatorsOf(family));

export const findForm = (family: ConditionFamily, operator: string): OperandForm | undefined =>
  Object.hasOwn(operatorsOf(family), operator) ? operatorsOf(family)[operator] : undefined;

/** A rule about a field, with its family's first operator and nothing beside it. */
export function newRule(target: ConditionTarget, field: string): Rule {
  const [operator = 'is'] = listOperators(findFamily(target, field) ?? 'text');
  return { kind: 'rule', key: nextKey(), isNegated: false, field, operator, operand: {} };
}

export const newGroup = (match: Group['match'], of: Part[] = []): Group => ({
  kind: 'group',
  key: nextKey(),
  isNegated: false,
  match,
  of,
});

/** Undefined for what is no condition over the target. */
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

/** Whether a rule says all that it has to say. */
export function isComplete(target: ConditionTarget, { field, operator, operand }: Rule): boolean {
  const family = findFamily(target, field);
  const form = family && findForm(family, operator);
  if (!family || !form) return false;
  if (form === 'values' && !operand.values?.length) return false;
  if (form === 'value' && operand.value === '') return false;
  return parseOperand({ family, operator, form, given: { ...operand } }).faults.length === 0;
}

export function isWhole(target: ConditionTarget, part: Part): boolean {
  return part.kind === 'rule' ? isComplete(target, part) : part.of.every((one) => isWhole(target, one));
}

function toJson(part: Part): Filter {
  const inner: Filter =
    part.kind === 'rule'
      ? { [part.field]: { operator: part.operator, ...part.operand } }
      : { [part.match === 'all' ? 'allOf' : 'anyOf']: part.of.map(toJson) };
  return part.isNegated ? { not: inner } : inner;
}

/** The condition in its shortest form; undefined where everything meets it. */
export function toFilter(part: Part | undefined): Filter | undefined {
  if (!part) return undefined;
  if (part.kind === 'group' && !part.isNegated) {
    if (part.match === 'all' && part.of.length === 0) return undefined;
    const [only, ...others] = part.of;
    if (only && others.length === 0) return toFilter(only);
  }
  return toJson(part);
}

/** Levels that a part takes in JSON; a negation is one. */
export const depthOf = (part: Part): number =>
  (part.isNegated ? 2 : 1) + (part.kind === 'group' ? Math.max(0, ...part.of.map(depthOf)) : 0);

/** Parts in JSON. */
export const countParts = (part: Part): number =>
  (part.isNegated ? 2 : 1) +
  (part.kind === 'group' ? part.of.reduce((sum, one) => sum + countParts(one), 0) : 0);

/** The parts that must all be met: what is shown one by one, and taken away one by one. */
export function toParts(part: Part | undefined): Part[] {
  if (!part) return [];
  return part.kind === 'group' && part.match === 'all' && !part.isNegated ? part.of : [part];
}

/** A group that the builder begins with. */
export const toRoot = (part: Part | undefined): Group =>
  part?.kind === 'group' ? part : newGroup('all', part ? [part] : []);

/** The tree with one part replaced, or taken away. */
export function replacePart(group: Group, key: number, next: Part | undefined): Group {
  return {
    ...group,
    of: group.of.flatMap((one) => {
      if (one.key === key) return next ? [next] : [];
      return one.kind === 'group' ? [replacePart(one, key, next)] : [one];
    }),
  };
}
