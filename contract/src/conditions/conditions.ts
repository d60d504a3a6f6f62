// Parses conditions from JSON and reports the path of each issue. The server translates them to SQL. Does not import
// zod, so that the web client can use the same parser; schemas.ts contains the schemas.

import type { Reason, ReasonKey, ReasonValues } from '../reasons.ts';
import {
  type BookConditionField,
  type ConditionFamily,
  type ConditionTarget,
  conditionAliases,
  conditionFields,
  operators as familyOperators,
  type OperandForm,
  type SeriesConditionField,
} from './fields.ts';
import { type Operand, parseOperand } from './operands.ts';

export const maxConditionDepth = 10;
export const maxConditionNodes = 200;

/**
 * Comparison of one field, whose name is never an alias. `operand` is the parsed operand, `given` the original JSON if
 * any.
 */
export interface Comparison<F extends string = string> {
  kind: 'field';
  field: F;
  family: ConditionFamily;
  operator: string;
  operand: Operand;
  given?: Record<string, unknown>;
}

export type Condition<F extends string = string> =
  | { kind: 'allOf'; of: Condition<F>[] }
  | { kind: 'anyOf'; of: Condition<F>[] }
  | { kind: 'not'; of: Condition<F> }
  | Comparison<F>;

export type SeriesCondition = Condition<SeriesConditionField>;
export type BookCondition = Condition<BookConditionField>;

export interface ConditionIssue extends Omit<Reason, 'message'> {
  path: (string | number)[];
}

interface Reading {
  fields: Readonly<Record<string, ConditionFamily>>;
  nodes: number;
  issues: ConditionIssue[];
}

type Path = (string | number)[];

/** Returns the condition, or the first twenty issues. */
export function parseCondition(
  target: ConditionTarget,
  json: unknown,
): { condition: Condition } | { issues: ConditionIssue[] } {
  const reading: Reading = { fields: conditionFields[target], nodes: 0, issues: [] };
  const condition = readNode(reading, json, { path: [], depth: 1 });
  return condition && reading.issues.length === 0 ? { condition } : { issues: reading.issues.slice(0, 20) };
}

function fail<Key extends ReasonKey>(
  { issues }: Reading,
  path: Path,
  reason: Key,
  ...[params]: ReasonValues<Key>
): undefined {
  issues.push({ path, reason, ...(params && { params }) });
}

function readNode(
  reading: Reading,
  json: unknown,
  { path, depth }: { path: Path; depth: number },
): Condition | undefined {
  if (depth > maxConditionDepth) return fail(reading, path, 'condition_too_deep', { max: maxConditionDepth });
  if (++reading.nodes > maxConditionNodes) {
    return reading.nodes === maxConditionNodes + 1
      ? fail(reading, path, 'condition_too_large', { max: maxConditionNodes })
      : undefined;
  }
  const entries = isObject(json) ? Object.entries(json) : [];
  const [entry] = entries;
  if (!entry || entries.length > 1) return fail(reading, path, 'condition_needs_one');
  const [key, value] = entry;
  const at = [...path, key];
  if (key === 'not') {
    const of = readNode(reading, value, { path: at, depth: depth + 1 });
    return of && { kind: 'not', of };
  }
  if (key !== 'allOf' && key !== 'anyOf') return readComparison(reading, { key, value, path: at });
  if (!Array.isArray(value)) return fail(reading, at, 'condition_needs_list');
  const of = value
    .slice(0, maxConditionNodes + 1)
    .map((part, i) => readNode(reading, part, { path: [...at, i], depth: depth + 1 }));
  return { kind: key, of: of.filter((part) => part !== undefined) };
}

function readComparison(
  reading: Reading,
  { key, value, path }: { key: string; value: unknown; path: Path },
): Comparison | undefined {
  const field = (Object.hasOwn(conditionAliases, key) && conditionAliases[key]) || key;
  const family = Object.hasOwn(reading.fields, field) ? reading.fields[field] : undefined;
  if (!family) {
    return fail(reading, path, 'condition_field_unknown', { fields: Object.keys(reading.fields).join(', ') });
  }
  if (!isObject(value)) return fail(reading, path, 'condition_incomplete');
  const known: Readonly<Record<string, OperandForm>> = familyOperators[family];
  const { operator, ...given } = value;
  const form = typeof operator === 'string' && Object.hasOwn(known, operator) ? known[operator] : undefined;
  if (typeof operator !== 'string' || !form) {
    const operators = Object.keys(known).join(', ');
    return fail(reading, [...path, 'operator'], 'condition_operator_unknown', { field: key, operators });
  }
  const { operand, faults } = parseOperand({ family, operator, form, given });
  for (const { path: at, ...why } of faults) reading.issues.push({ path: [...path, ...at], ...why });
  return operand && { kind: 'field', field, family, operator, operand, given };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
