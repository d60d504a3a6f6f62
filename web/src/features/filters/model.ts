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

/** The contract's own limits (contract/src/conditions.ts), which would bring its schemas along. */
export const maxDepth = 10;
export const maxParts = 200;

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for what is no condition over the target. */
export function readFilter(target: ConditionTarget, json: unknown): Part | undefined {
  const counted = { parts: 0 };
  return readPart(target, json, { depth: 1, counted });
}

interface Place {
  depth: number;
  counted: { parts: number };
}

function readPart(target: ConditionTarget, json: unknown, { depth, counted }: Place): Part | undefined {
  if (depth > maxDepth || ++counted.parts > maxParts || !isObject(json)) return undefined;
  const [entry, ...others] = Object.entries(json);
  if (!entry || others.length > 0) return undefined;
  const [key, value] = entry;
  const below = { depth: depth + 1, counted };
  if (key === 'not') {
    const part = readPart(target, value, below);
    return part && { ...part, isNegated: !part.isNegated };
  }
  if (key !== 'allOf' && key !== 'anyOf') return readRule(target, key, value);
  if (!Array.isArray(value)) return undefined;
  const of = value.map((one) => readPart(target, one, below));
  if (of.some((part) => !part)) return undefined;
  return newGroup(
    key === 'allOf' ? 'all' : 'any',
    of.filter((part) => part !== undefined),
  );
}

function readRule(target: ConditionTarget, field: string, value: unknown): Rule | undefined {
  const family = findFamily(target, field);
  if (!family || !isObject(value)) return undefined;
  const { operator, ...given } = value;
  if (typeof operator !== 'string') return undefined;
  const form = findForm(family, operator);
  if (!form || parseOperand({ family, operator, form, given }).faults.length > 0) return undefined;
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
